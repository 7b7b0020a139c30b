#!/usr/bin/env python3
"""Measures how well perceptual hashes tell copies of a picture from other pictures.

    copies.py EIGHTHS [COUNT]

EIGHTHS is the built program of that name; COUNT pictures are drawn, 500 without it, each as several
services would send it. Needs Pillow. It prints how many copies are found, for each way that a copy is
made, how many bits differ between the nearest two of different pictures, and what of frames that follow
each other in a burst is held for the same. Fails with a wrong pair, or with less than 99 % of copies found.
"""
import pathlib, subprocess, sys, tempfile
from PIL import Image, ImageEnhance
from drawing import drawn

MAX_DISTANCE, ENOUGH = 51, 0.99


def scaled(image, wide=None, high=None):
    wide = wide or round(image.width * high / image.height)
    return image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)


def moved(image, part):
    """The frame moved aside by a part of itself, then as large as before"""
    wide, high = (round(side * 0.9) for side in image.size)
    left, top = round(image.width * (0.02 + part)), round(image.height * (0.05 + part / 2))
    return image.crop((left, top, left + wide, top + high))


def edited(image):
    for kind, strength in ((ImageEnhance.Brightness, 1.08), (ImageEnhance.Contrast, 1.1), (ImageEnhance.Color, 1.15)):
        image = kind(image).enhance(strength)
    return image


def cropped(image, part):
    across, down = (round(side * part / 2) for side in image.size)
    return image.crop((across, down, image.width - across, image.height - down))


FIRST = lambda image: (scaled(image, 400), {"quality": 80})
COPIES = {  # how a service sends it, and how Pillow writes that
    "350 high, quality 72": lambda image: (scaled(image, high=350), {"quality": 72}),
    "340 wide, quality 70": lambda image: (scaled(image, 340), {"quality": 70}),
    "640 wide, quality 85": lambda image: (scaled(image, 640), {"quality": 85}),
    "500 wide, progressive": lambda image: (scaled(image, 500), {"quality": 75, "progressive": True}),
    "lighter, more contrast and color": lambda image: (scaled(edited(image), 400), {"quality": 75}),
    "cropped by 4 %": lambda image: (scaled(cropped(image, 0.04), 400), {"quality": 75}),
}
BURST = {f"moved by {part} %": part / 100 for part in (0.5, 1, 2, 4, 8)}


def hashes(program, pictures):
    """Of pictures and how they are written; None where there is none"""
    with tempfile.TemporaryDirectory() as folder:
        for number, (image, how) in enumerate(pictures):
            image.save(pathlib.Path(folder, f"{number:06}.jpg"), **how)
        told = subprocess.run([program, folder], capture_output=True, text=True, check=True).stdout
    texts = [line.split("\t")[1] for line in told.splitlines()]
    return [None if " " in text else int(text, 16) for text in texts]


def distance(one, other):
    return 256 if one is None or other is None else (one ^ other).bit_count()


def share(distances):
    return sum(value <= MAX_DISTANCE for value in distances) / len(distances)


def main(program, count):
    pictures = [drawn(number, 1000, (1.5, 1.33, 0.75, 1, 1.78)[number % 5]) for number in range(count)]
    firsts = hashes(program, map(FIRST, pictures))
    print(f"{sum(one is None for one in firsts)} of {count} have too little in them")
    faults, all_hashes = [], [firsts]
    for name, made in COPIES.items():
        copies = hashes(program, map(made, pictures))
        all_hashes.append(copies)
        distances = list(map(distance, firsts, copies))
        found = share(distances)
        print(f"{name:34}{100 * found:6.1f} % found, most bits {max(distances)}")
        if found < ENOUGH:
            faults.append(f"{name}: {100 * found:.1f} % found")
    pairs, wrong, nearest = 0, 0, (256, 0, 0)
    for first in range(count):
        for second in range(first + 1, count):
            for one in all_hashes:
                for other in all_hashes:
                    bits = distance(one[first], other[second])
                    pairs, wrong = pairs + 1, wrong + (bits <= MAX_DISTANCE)
                    nearest = min(nearest, (bits, first, second))
    print(f"{pairs:,} pairs of {count * (count - 1) // 2:,} different pictures: {wrong} wrong, the nearest {nearest[0]} bits"
          f" apart (numbers {nearest[1]} and {nearest[2]})")
    if wrong:
        faults.append(f"{wrong} wrong pairs")
    still = hashes(program, (FIRST(moved(image, 0)) for image in pictures))
    for name, part in BURST.items():
        next_frames = hashes(program, (FIRST(moved(image, part)) for image in pictures))
        distances = sorted(map(distance, still, next_frames))
        print(f"burst, {name:20}{100 * share(distances):6.1f} % held for the same, half of them within {distances[count // 2]} bits")
    print(*faults, sep="\n")
    return bool(faults)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 500))
