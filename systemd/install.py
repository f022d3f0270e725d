#!/usr/bin/python3
"""Installs this checkout on a Pi: ``sudo systemd/install.py``; ``--help`` says what else it can."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from puluc.install.command import main

sys.exit(main())
