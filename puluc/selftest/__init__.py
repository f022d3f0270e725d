"""The self-test: walks a person through every part of a board, and says what is wrong with it.

Pure, as the session is, and run by the same loop on the same drivers. ``machine`` has it alone, and
laid over a session, where the menu reaches it, or space 1 held at the start.
"""
