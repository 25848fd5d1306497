"""Draw the pictures of the guides: the first page of each sheet of a filled workbook, as printed.

python workbook_templates/pictures.py

Needs LibreOffice, pdftoppm and Pillow (`pip install pillow`).
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

HERE = Path(__file__).parent
WORKBOOK = HERE / "examples" / "us-championship-2025.xlsx"
PICTURES = HERE / "pictures"

#: How wide a picture is, and how much of a page it shows at most.
WIDTH, HEIGHT = 1100, 500

#: Dots per inch: drawn larger than needed and scaled down, letters are smoother.
DPI = 200


def pages(workbook: Path, folder: Path) -> dict[str, Image.Image]:
    """The first page of each sheet, by the name that its footer has."""
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    convert = ["--convert-to", "pdf", "--outdir", str(folder), str(workbook)]
    subprocess.run(["soffice", profile, "--headless", *convert], check=True, capture_output=True)
    pdf = folder / f"{workbook.stem}.pdf"
    subprocess.run(["pdftoppm", "-png", "-r", str(DPI), pdf, folder / "page"], check=True)
    found: dict[str, Image.Image] = {}
    for number, path in enumerate(sorted(folder.glob("page-*.png")), 1):
        only = ["-f", str(number), "-l", str(number), "-layout", str(pdf), "-"]
        text = subprocess.run(["pdftotext", *only], check=True, capture_output=True, text=True)
        name = text.stdout.split()[-2]  # the footer: Start … 1
        found.setdefault(name, Image.open(path).convert("RGB"))
    return found


def cut(page: Image.Image) -> Image.Image:
    """The contents of a page, without its margins and footer, in the size of a picture."""
    body = page.crop((0, 0, page.width, int(page.height * 0.94)))
    white = Image.new("RGB", body.size, "white")
    left, top, right, bottom = ImageChops.difference(body, white).getbbox() or (0, 0, 1, 1)
    edge = DPI // 10
    body = body.crop((max(0, left - edge), max(0, top - edge), right + edge, bottom + edge))
    small = body.resize((WIDTH, body.height * WIDTH // body.width), Image.Resampling.LANCZOS)
    return small.crop((0, 0, WIDTH, min(small.height, HEIGHT)))


def main() -> None:
    """Write every picture."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = {name.lower(): cut(page) for name, page in pages(WORKBOOK, Path(folder)).items()}
    table, ratings = drawn["crosstable"], drawn["ratings"]
    both = Image.new("RGB", (WIDTH, table.height + ratings.height), "white")
    both.paste(table, (0, 0))
    both.paste(ratings, (0, table.height))
    for name, picture in (drawn | {"round-robin": both}).items():
        # Few colours make a small file.
        picture.quantize(32).save(PICTURES / f"{name}.png", optimize=True)
        print(PICTURES / f"{name}.png", picture.size)


if __name__ == "__main__":
    main()
