#!/usr/bin/env python3
"""Compares the eighths of JPEG files that imgsearch reads with those of libjpeg.

    eighths.py EIGHTHS [COUNT]
    eighths.py --samples FOLDER

EIGHTHS is the built program of that name; COUNT pictures are drawn, 500 without it, in many sizes and
qualities and in each kind of JPEG. Needs Pillow, and cjpeg and djpeg (Debian's libjpeg-turbo-progs). Of
each kind it prints the mean difference of light (Y) and color (Cb, Cr), of 255, to what
`djpeg -scale 1/8` makes of the file, then of color to the means of 8 x 8 pixels of the whole picture, ours
and libjpeg's: libjpeg takes more of a color's coefficients, where there are fewer of its samples.

The second form draws the samples of PhotoDisplayTests anew: of each kind a small file, and libjpeg's eighth.
"""
import collections, io, pathlib, random, struct, subprocess, sys, tempfile
from PIL import Image
from drawing import drawn

SAMPLE = 15  # the number of the picture that the samples show
LIMIT, EQUAL = 0.5, 0.05  # mean difference of light, of each kind; of color that isn't sampled coarsely
SCANS = {  # as cjpeg reads them
    "each component's DC apart": "0: 0 0 0 0;\n1: 0 0 0 0;\n2: 0 0 0 0;\n0: 1 63 0 0;\n1: 1 63 0 0;\n2: 1 63 0 0;\n",
    "DC in three steps": "0 1 2: 0 0 0 2;\n0: 1 63 0 0;\n0 1 2: 0 0 2 1;\n1: 1 63 0 0;\n0 1 2: 0 0 1 0;\n2: 1 63 0 0;\n",
    "each component apart": "0;\n1;\n2;\n",
}
KINDS = {
    "4:4:4": ["-sample", "1x1"], "4:2:2": ["-sample", "2x1"], "4:2:0": ["-sample", "2x2"],
    "4:4:0": ["-sample", "1x2"], "4:1:1": ["-sample", "4x1"], "4:1:0": ["-sample", "4x2"],
    "gray": ["-grayscale"], "RGB": ["-rgb"], "optimized": ["-optimize"],
    "restarts by row": ["-restart", "1"], "restarts by 5 units": ["-restart", "5B"],
} | {name: ["-scans", name] for name in SCANS}
TURNS = [None, None, *(getattr(Image.Transpose, name) for name in (
    "FLIP_LEFT_RIGHT", "ROTATE_180", "FLIP_TOP_BOTTOM", "TRANSPOSE", "ROTATE_270", "TRANSVERSE", "ROTATE_90"))]


def ppm(image):
    file = io.BytesIO()
    image.save(file, "PPM")
    return file.getvalue()


def encoded(image, *switches):
    return subprocess.run(["cjpeg", *map(str, switches)], input=ppm(image), capture_output=True, check=True).stdout


def decoded(data, *switches):
    made = subprocess.run(["djpeg", "-pnm", *switches], input=data, capture_output=True, check=True).stdout
    return Image.open(io.BytesIO(made)).convert("RGB")


def with_orientation(data, number, order="<"):
    tiff = struct.pack(order + "2sHIHHHIHHI", b"II" if order == "<" else b"MM", 42, 8, 1, 0x0112, 3, 1, number, 0, 0)
    return data[:2] + struct.pack(">HH", 0xFFE1, 8 + len(tiff)) + b"Exif\0\0" + tiff + data[2:]


def first_scan(data):
    """A progressive file up to its second scan"""
    return data[:data.index(b"\xff\xda", data.index(b"\xff\xda") + 2)]


def differences(one, other):
    """Mean of light, and of both colors; unrounded, as rounding alone would make half of a step"""
    sums, (first, second) = [0, 0, 0], (image.tobytes() for image in (one, other))
    for place in range(0, len(first), 3):
        red, green, blue = (first[place + part] - second[place + part] for part in range(3))
        light = 0.299 * red + 0.587 * green + 0.114 * blue
        for part, value in enumerate((light, (blue - light) * 0.564, (red - light) * 0.713)):
            sums[part] += abs(value)
    light, blue, red = (3 * value / len(first) for value in sums)
    return light, (blue + red) / 2


def cases(count, folder):
    """Name of a file, its kind, its bytes, and how libjpeg's picture of it is to be turned"""
    for name, text in SCANS.items():
        (folder / name.replace(" ", "-")).write_text(text)
    chance = random.Random(count)
    for number in range(count):
        image = drawn(number, chance.choice([96, 133, 200, 320, 341, 400, 500, 640]), chance.uniform(0.5, 2))
        kind = list(KINDS)[number % len(KINDS)]
        switches = [str(folder / part.replace(" ", "-")) if part in SCANS else part for part in KINDS[kind]]
        is_progressive = kind not in SCANS and number // len(KINDS) % 2 == 1
        if is_progressive:
            switches, kind = [*switches, "-progressive"], kind + ", progressive"
        data = encoded(image, "-quality", chance.randint(30, 95), *switches)
        turn = chance.randint(1, 8) if chance.random() < 0.4 else 1
        if turn > 1:
            data = with_orientation(data, turn, chance.choice("<>"))
        yield f"{number:04}.jpg", kind, data, TURNS[turn]
        if is_progressive:
            yield f"{number:04}-first.jpg", "first scan alone", first_scan(data), TURNS[turn]


def samples(folder):
    """Of each kind a file, and of the first one in all orientations"""
    for old in folder.glob("*"):
        old.unlink()
    image = drawn(SAMPLE, 88, 1.6)
    with tempfile.TemporaryDirectory() as place:
        for kind, switches in KINDS.items():
            for is_progressive in (False, True):
                name = kind.replace(" ", "-").replace(":", "").replace("'", "") + "-progressive" * is_progressive
                pathlib.Path(place, "scans").write_text(SCANS.get(kind, ""))
                if is_progressive and kind in SCANS:
                    continue
                chosen = [str(pathlib.Path(place, "scans")) if part in SCANS else part for part in switches]
                data = encoded(image, "-quality", 80, *chosen, *["-progressive"] * is_progressive)
                (folder / f"{name}.jpg").write_bytes(data)
                (folder / f"{name}.ppm").write_bytes(ppm(decoded(data, "-scale", "1/8")))
    data = (folder / "444.jpg").read_bytes()
    for number, turn in list(enumerate(TURNS))[2:]:
        (folder / f"turned-{number}.jpg").write_bytes(with_orientation(data, number, "<>"[number % 2]))
        (folder / f"turned-{number}.ppm").write_bytes(ppm(decoded(data, "-scale", "1/8").transpose(turn)))
    (folder / "arithmetic.jpg").write_bytes(encoded(image, "-arithmetic"))


def main(program, count):
    with tempfile.TemporaryDirectory() as place:
        files, results, other = (pathlib.Path(place, name) for name in ("files", "results", "other"))
        for folder in (files, results, other):
            folder.mkdir()
        all_cases = list(cases(count, other))
        for name, _, data, _ in all_cases:
            (files / name).write_bytes(data)
        told = subprocess.run([program, files, results], capture_output=True, text=True, check=True).stdout
        refusals = [line for line in told.splitlines() if "refused" in line]
        kinds, whole = collections.defaultdict(list), {}
        for name, kind, data, turn in all_cases:
            if not (results / f"{name}.ppm").exists():
                continue
            if "first" not in name:
                whole[name[:4]] = data
            full = decoded(whole[name[:4]])
            expected, means = decoded(whole[name[:4]], "-scale", "1/8"), full.reduce(8)
            if turn is not None:
                expected, means = expected.transpose(turn), means.transpose(turn)
            ours = Image.open(results / f"{name}.ppm")
            if ours.size != expected.size:
                refusals.append(f"{name}: {ours.size}, not {expected.size}")
                continue
            kinds[kind].append((*differences(ours, expected), differences(ours, means)[1], differences(expected, means)[1]))
        print("kind                                  files  light   most  color | to the whole: ours libjpeg")
        for kind, rows in kinds.items():
            light, color, ours, theirs = (sum(row[part] for row in rows) / len(rows) for part in range(4))
            most = max(row[0] for row in rows)
            print(f"{kind:38}{len(rows):5}{light:7.2f}{most:7.2f}{color:7.2f} |{ours:19.2f}{theirs:8.2f}")
            if light > LIMIT and "alone" not in kind:
                refusals.append(f"{kind}: light differs by {light:.2f}")
            if color > EQUAL and any(kind.startswith(one) for one in ("4:4:4", "gray", "RGB")):
                refusals.append(f"{kind}: color differs by {color:.2f}")
        print(*refusals, f"{len(all_cases)} files read" if not refusals else "", sep="\n")
        return bool(refusals)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--samples":
        sys.exit(samples(pathlib.Path(sys.argv[2])))
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 500))
