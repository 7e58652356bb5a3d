"""Fuzzing: whatever bytes come from outside, nothing but the typed errors of ``longroad.errors`` comes of
them.

    make fuzz SECONDS=600                                 # every target, SECONDS among them
    python tests/fuzz/run.py records judge --seconds 60   # some of them

``targets`` names what is read: a function of bytes per reader that returns, or raises what is a finding.
``seeds`` makes valid inputs from the product, a small corpus; ``found`` holds inputs that once were
findings, and ``test_fuzz`` replays both in every test run, with some thousand seeded changes of them
(``changing``).

Python readers run under Atheris, which follows the coverage of ``longroad``; the two in C++ (the text of a
board, the text of an action) under libFuzzer with the sanitizers of addresses and undefined behaviour
(``native.cpp``). ``run`` needs the extra ``fuzz``, and clang for the latter.
"""
