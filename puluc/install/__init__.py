"""The installer: puts Puluc on a Pi as a service, brings it up to date, and takes it off again.

It runs before anything is installed, from a checkout or out of a wheel, so it needs nothing but
the standard library and the parts of Puluc that are like that too.
"""
