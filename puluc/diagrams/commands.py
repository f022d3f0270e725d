"""``puluc wiring``: a board's wiring as a table, and as drawings."""

from collections.abc import Mapping
from pathlib import Path

from hardware.wiring import Wiring
from puluc import paths
from puluc.board import wiring_of, with_correction
from puluc.config import Config
from puluc.config.corrected import FILE
from puluc.diagrams.circuits import others_svg, space_svg
from puluc.diagrams.pins import expander_svg, header_svg, lamp_chips_svg, pico_svg

ONLY_ROOT = "What the self-test has corrected, if anything, only root may see: sudo puluc wiring"


def wiring_here(config: Config, environment: Mapping[str, str]) -> tuple[Wiring, str]:
    """The wiring of the board of this machine, and what is to be said of it.

    Args:
        config: Checked.
        environment: The process's, which says where files are.
    """
    path = paths.board_state_dir(environment) / FILE
    try:
        is_corrected = path.exists()
    except PermissionError:
        return wiring_of(config.board), ONLY_ROOT
    said = f"Corrected by the self-test, in {path}." if is_corrected else ""
    return wiring_of(with_correction(config, path).board), said


def drawings(wiring: Wiring) -> dict[str, str]:
    """A wiring's SVGs, each by its file's name, in the order in which a builder needs them.

    Drawings that all boards on a Pico share have one name; the others are named for their chips.
    """
    own = wiring.name if wiring.pico_lamps is None else f"{wiring.name}-{wiring.pico_lamps}"
    found = {f"{wiring.name}-header.svg": header_svg(wiring)}
    if wiring.on_pico:
        found[f"{own}-pins.svg"] = pico_svg(wiring)
    found[f"{own}-space.svg"] = space_svg(wiring)
    found[f"{wiring.name}-others.svg"] = others_svg(wiring)
    if wiring.expander is not None:
        found[f"{wiring.name}-expander.svg"] = expander_svg(wiring)
    if wiring.pico_lamps is not None:
        found[f"{own}-chips.svg"] = lamp_chips_svg(wiring)
    return found


def write(wiring: Wiring, folder: Path) -> tuple[Path, ...]:
    """Draw a wiring into files; returns which.

    Raises:
        OSError: they can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in drawings(wiring).items():
        (folder / name).write_text(text, encoding="utf-8")
    return tuple(folder / name for name in drawings(wiring))
