"""Hypothesis for the rules: no deadlines, so that a busy machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("rules")
