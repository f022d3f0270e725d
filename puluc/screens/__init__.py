"""What the small display shows: screen values, and their drawing."""
