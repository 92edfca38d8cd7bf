#!/usr/bin/env python3
"""Reference values for GDD21's bounds of subsampled shuffling, in 60-digit arithmetic (needs mpmath 1.3).

usage: generate.py bounds > bounds.json
Theorems 1 and 4 from their printed formulas, Theorem 2 by the sum over every count of flipped answers, of the divergence it states.
"""
import json
import sys

from mpmath import mp, mpf, binomial, exp, floor, gamma, log, nstr

mp.dps = 60


def ternary_chi(e0, k, a):
    e = exp(mpf(e0))
    few = (e - 1 / e) ** a * exp(-(k - 1) / (8 * e))
    clones = floor((k - 1) / (2 * e)) + 1
    if a == 2:
        return 4 * (e - 1) ** 2 / (clones * e) + few
    return a * gamma(mpf(a) / 2) * (2 * (e * e - 1) ** 2 / (clones * e * e)) ** (mpf(a) / 2) + few


def upper(e0, n, k, order):
    rate = mpf(k) / n
    return log(1 + sum(binomial(order, j) * rate**j * ternary_chi(e0, k, j) for j in range(2, order + 1))) / (order - 1)


def lower(e0, n, k, order):
    """D(M(D') || M(D)) for D = (0, ..., 0) and D' with a single 1, from the two laws of the count of ones."""
    e = exp(mpf(e0))
    p, rate = 1 / (e + 1), mpf(k) / n
    total = mpf(0)
    for m in range(k + 1):
        unchanged = binomial(k, m) * p**m * (1 - p) ** (k - m)
        changed = binomial(k - 1, m - 1) * p ** (m - 1) * (1 - p) ** (k - m) * (1 - p) if m else mpf(0)
        changed += binomial(k - 1, m) * p**m * (1 - p) ** (k - m - 1) * p
        sampled = (1 - rate) * unchanged + rate * changed
        total += sampled**order * unchanged ** (1 - order)
    return log(total) / (order - 1)


def cases():
    for e0, k, a in [(2, 1000, 2), (2, 1000, 3), (0.5, 10, 2), (0.5, 1, 7), (4, 200, 16), (1e-6, 50, 5), (50, 30, 4), (1, 100000, 90)]:
        yield "gdd21TernaryChi", {"localEpsilon": e0, "sampled": k, "order": a}, ternary_chi(e0, k, a)
    for e0, n, k, order in [
        (2, 1000000, 1000, 28), (2, 60000, 2000, 4), (1.5, 60000, 10000, 6), (0.1, 1000, 10, 2), (3, 1000000, 1000, 8), (1, 100, 100, 64), (1e-6, 500, 50, 9),
        (50, 100, 7, 3), (2, 1, 1, 5), (2, 1000000000, 1000, 500), (0.5, 2000, 300, 1000),
    ]:
        yield "gdd21UpperRdp", {"localEpsilon": e0, "users": n, "sampled": k, "order": order}, upper(e0, n, k, order)
    for e0, n, k, order in [
        (2, 1000000, 1000, 218), (1.5, 60000, 10000, 6), (2, 1, 1, 5), (0.7, 3, 2, 4), (1, 100, 100, 64), (5, 300, 30, 40), (1e-6, 500, 50, 9), (50, 100, 7, 3),
        (3, 5000, 5000, 700), (2, 60000, 2000, 2),
    ]:
        yield "gdd21LowerRdp", {"localEpsilon": e0, "users": n, "sampled": k, "order": order}, lower(e0, n, k, order)


if __name__ == "__main__":
    if sys.argv[1:] != ["bounds"]:
        sys.exit(__doc__)
    found = [{"name": kind, "params": params, "value": nstr(value, 20)} for kind, params, value in cases()]
    json.dump({"source": "generate.py, mpmath at 60 digits", "command": "python3 generate.py bounds > bounds.json", "digits": 20, "cases": found}, sys.stdout, indent=1)
    print()
