#!/usr/bin/env python3
"""Reference values for composition, in 60-digit arithmetic (needs mpmath 1.3).

usage: generate.py NAME > NAME.json        NAME is binomial-mass or strong-composition
"""
import sys
from pathlib import Path

from mpmath import mp, mpf, exp, expm1, log, log1p, loggamma

sys.path.append(str(Path(__file__).parents[1]))
from write_vectors import write_vectors

mp.dps = 60


def binomial_cases():
    for n, k, p in [
        (1, 0, 0.3), (1, 1, 0.3), (7, 3, 0.2), (15, 8, 0.5), (40, 0, 1e-9), (40, 40, 1e-9), (1000, 480, 0.5), (1000, 3, 0.25),
        (10**6, 499000, 0.5), (10**6, 1234, 0.001), (10**9, 499900000, 0.5), (10**9, 268941421, 0.26894142136999512), (10**5, 99990, 0.9999),
    ]:
        p = mpf(p)
        value = loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p)
        yield "logBinomialMass", {"trials": n, "successes": k, "probability": float(p)}, value


def composed_delta(round_epsilon, round_delta, rounds, epsilon):
    """Sum over all answers of (P - e^epsilon Q)+ for `rounds` optimal (epsilon, delta) mechanisms, by its definition."""
    e0, d0, g = mpf(round_epsilon), mpf(round_delta), mpf(epsilon)
    keep, flip = exp(e0) / (1 + exp(e0)), 1 / (1 + exp(e0))
    total = mpf(0)
    mass = keep**rounds
    for flips in range(rounds + 1):
        loss = (rounds - 2 * flips) * e0
        if loss <= g:
            break
        total += mass * (1 - exp(g - loss))
        mass *= mpf(rounds - flips) / (flips + 1) * flip / keep
    return -expm1(rounds * log1p(-d0) + log1p(-total))


def strong_cases():
    for e0, d0, rounds, g in [
        (0.1, 0, 1, 0.05), (0.1, 0, 10, 0.3), (1, 0, 3, 0), (1, 1e-6, 3, 2), (0.5, 1e-8, 100, 20), (0.01, 1e-9, 1000, 1.1),
        (0.01, 0, 1000, 9.9), (0.001, 0, 20000, 0.4), (3, 1e-10, 50, 149), (3, 0, 50, 120), (1e-4, 0, 100000, 0.01),
        (40, 0, 5, 130), (0.7, 0.01, 8, 1), (1e-6, 0, 1000, 1e-5), (0.005, 1e-12, 50000, 12),
    ]:
        params = {"roundEpsilon": e0, "roundDelta": d0, "rounds": rounds, "epsilon": g}
        yield "strongCompositionDelta", params, composed_delta(e0, d0, rounds, g)


def main(name):
    write_vectors(name, {"binomial-mass": binomial_cases, "strong-composition": strong_cases}[name]())


if __name__ == "__main__":
    main(sys.argv[1])
