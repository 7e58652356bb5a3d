def x86_64_v3() -> bool:
    """Whether this machine can run code built for x86-64-v3."""
