"""The commands that the documents tell people to run: what stands in their ``sh`` blocks."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents(root: Path = ROOT) -> list[Path]:
    """All documents for people, README first."""
    return [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]


def commands_of(text: str) -> Iterator[str]:
    """The commands in a document's ``sh`` blocks: without prompts, comments and line breaks."""
    for block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            command = " ".join(line.removeprefix("$ ").split("  # ")[0].split())
            if command and not command.startswith("#"):
                yield command


def all_commands(root: Path = ROOT) -> list[str]:
    """The commands of all documents, each once, in the order in which they are read."""
    texts = (document.read_text(encoding="utf-8") for document in documents(root))
    return list(dict.fromkeys(command for text in texts for command in commands_of(text)))
