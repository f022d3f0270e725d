"""The facts of a system: the one part of the doctor that looks at anything.

It reads below a root folder, and asks commands and devices that are given to it, so that a whole
broken system can be laid out in a test.
"""
