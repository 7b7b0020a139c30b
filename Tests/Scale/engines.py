"""What a harvest and its pictures are to the engines that they are made for.

python3 Tests/Scale/engines.py IMGSEARCH FIXTURES

DuckDB makes Parquet of the shards, nested, flat and packed, with the words of the documentation; each
has as many rows as there are photos in files. WebDataset reads tar files of a download, packed with the words
of the documentation: each sample has its row, and the picture that a plain download saves.
"""

import collections
import csv
import glob
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import duckdb
import webdataset

program, fixtures = (os.path.abspath(path) for path in sys.argv[1:3])
article = pathlib.Path(__file__).parents[2] / "Sources/PhotoSearch/PhotoSearch.docc/AtScale.md"
home = tempfile.TemporaryDirectory()
os.chdir(home.name)
failures = 0


def check(promise, holds, *why):
    global failures
    failures += not holds
    print("✓" if holds else "✘", promise, *(why if not holds else ()))


def run(*arguments, **more):
    environment = {"HOME": home.name, "PATH": os.environ["PATH"]}
    outcome = subprocess.run(
        [program, *arguments, "--replay", fixtures], env=environment, capture_output=True, **more)
    if outcome.returncode != 0:
        sys.exit(f"{arguments}: {outcome.returncode}\n{outcome.stderr.decode()}")
    return outcome.stdout


def lines(pattern):
    return [(name, line) for name in sorted(glob.glob(pattern)) for line in open(name, "rb")]


pathlib.Path("words.txt").write_text(
    "kittens -n 120\nharbor -n 40\nkittens -p flickr,wikimedia -n 60\nkittens --license by,cc0\n")
for folder, options in (("shards", []), ("flat", ["--flat"])):
    run("harvest", "words.txt", "-o", folder, "-n", "50", *options)
subprocess.run("mkdir packed && gzip -k shards/* && mv shards/*.gz packed", shell=True, check=True)
rows = lines("shards/*.ndjson")
places = {(name, json.loads(line)["id"]) for name, line in rows}
check("no photo is twice in a file, and the files have some", len(places) == len(rows) > 200)

# The documentation's own words, for the files of each form
command = re.search(r'duckdb -c "(copy .*?)"\n', article.read_text(), re.S).group(1)
for pattern in ("shards/*.ndjson", "packed/*.ndjson.gz", "flat/*.jsonl"):
    duckdb.sql(command.replace("shards/*.ndjson", pattern))
    count, distinct = duckdb.sql(
        "select count(*), count(distinct (filename, id)) from 'photos.parquet'").fetchall()[0]
    check(f"DuckDB makes Parquet of {pattern}: a row for each photo in each file",
        count == distinct == len(rows), count, distinct, len(rows))
    if pattern.startswith("shards"):
        types = duckdb.sql("select typeof(license), typeof(renditions), typeof(likes::bigint)"
            " from 'photos.parquet' limit 1").fetchall()[0]
        check("licence and renditions stay structures, likes become numbers",
            types[0].startswith("STRUCT") and types[1].endswith("[]") and types[2] == "BIGINT", types)
names = duckdb.sql("select * from 'photos.parquet' limit 1").columns
check("flat rows have the columns that the documentation names",
    all(f"`{name}`" in article.read_text() for name in names if name != "filename"), names)

# So many have a picture in the recording. Two get ids with points, which NASA's may have.
listing = [json.loads(line) for _, line in lines("shards/0001-*.ndjson")][:40]
for photo, letter in zip(listing, "ab"):
    photo["id"] = f"nasa:x.1.{letter}"
expected = {photo["id"]: photo for photo in listing}
rows = b"\n".join(json.dumps(photo).encode() for photo in listing)
run("download", "-", "-o", "plain", input=rows)
files = {row["id"]: row["file"] for row in csv.DictReader(open("plain/credits.csv", newline=""))}

# The documentation's own commands: the pictures, one tar file of them all, then several
text = article.read_text().split("### Pictures in tar files")[1].split("###")[0]
first, second = re.findall(r"```sh\n(.*?)```", text, re.S)
options = re.search(r"imgsearch (.*)\n", first).group(1)
run(*shlex.split(options), input=rows)
for commands, count in ((first.split("\n", 2)[2], 1), (second.replace("-l 1000", "-l 16"), 3)):
    subprocess.run(["bash", "-c", commands], cwd="pictures", check=True)
    tars = sorted(glob.glob("*.tar"))
    check("tar files have their numbers as names", tars == [f"{n:06}.tar" for n in range(count)], tars)
    ids = collections.Counter()
    whole = True
    for sample in webdataset.WebDataset(tars, shardshuffle=False):
        row = json.loads(sample["json"])
        ids[row["id"]] += 1
        photo, file = expected[row["id"]], files[row["id"]]
        ending = file.rsplit(".", 1)[1]
        whole &= all(row[name] == photo[name] for name in ("title", "credit", "license", "page"))
        whole &= sample[ending] == open(f"plain/{file}", "rb").read()
    check("WebDataset reads each photo once", ids == collections.Counter(expected.keys()), ids)
    check("each with its row, and the picture that a plain download saves", whole)
sys.exit(failures > 0)
