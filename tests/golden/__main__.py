"""Rewrites the goldens and prints what differs: ``python -m tests.golden``."""

import difflib
from pathlib import Path

from tests.diagrams import goldens as diagrams
from tests.rules import texts
from tests.screens import goldens

SETS = (
    (goldens.FOLDER, goldens.drawn),
    (texts.FOLDER, texts.written),
    (diagrams.FOLDER, diagrams.drawn),
)
"""Folders of goldens, each with what makes its files' contents by name."""


def rewrite(folder: Path, contents: dict[str, str]) -> int:
    """Write what changed, remove what is no more; the number of files that differed."""
    folder.mkdir(exist_ok=True)
    old = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    differing = sorted(
        name for name in old.keys() | contents.keys() if old.get(name) != contents.get(name)
    )
    for name in differing:
        before, after = old.get(name, ""), contents.get(name, "")
        print(
            *difflib.unified_diff(
                before.splitlines(), after.splitlines(), name, name, n=0, lineterm=""
            ),
            sep="\n",
        )
        if name in contents:
            (folder / name).write_text(after, encoding="utf-8")
        else:
            (folder / name).unlink()
    return len(differing)


def main() -> None:
    for folder, make in SETS:
        contents = make()
        changed = rewrite(folder, contents)
        print(f"{folder.name}: {len(contents)} goldens, {changed} changed")


if __name__ == "__main__":
    main()
