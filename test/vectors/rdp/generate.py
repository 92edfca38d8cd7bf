#!/usr/bin/env python3
"""Reverse Renyi moments E[Z^(1-k)] of small shuffles, by quadrature over the users' noises (needs mpmath).

usage: generate.py > reverse.json
Written from the densities alone: no series, no Laplace transform.
"""
import json
from mpmath import mp, mpf, exp, log, quad, npdf, binomial

mp.dps = 30
CUTS = [-14, -6, -2, 0, 2, 6, 14]

def ratio(z, s):
    return exp(z / s - 1 / (2 * s * s))

def mean_over(f):
    return quad(lambda z: npdf(z) * f(z), CUTS)

def excess(k, s, z_of, users):
    """log E[Z^(1-k)] with Z a function of the users' likelihood ratios."""
    def go(xs):
        if len(xs) == users:
            return z_of(xs) ** (1 - k)
        return mean_over(lambda z: go(xs + [ratio(z, s)]))
    return log(go([]))

def main():
    cases = []
    def case(kind, params, value):
        cases.append({"kind": kind, "params": params, "value": mp.nstr(value, 18)})
    for s, k in [(1, 2), (2, 5), (mpf("0.7"), 3)]:
        case("shuffle", {"users": 2, "noiseMultiplier": float(s), "order": k}, excess(k, mpf(s), lambda x: sum(x) / 2, 2))
    for s, g, k in [(1, mpf("0.25"), 4), (mpf("0.6"), mpf("0.1"), 12)]:
        case("poisson", {"rate": float(g), "noiseMultiplier": float(s), "order": k}, excess(k, mpf(s), lambda x: 1 + g * (x[0] - 1), 1))
    for s, m, n, k in [(1, 2, 5, 3)]:
        case("subsampled", {"users": n, "sampled": m, "noiseMultiplier": float(s), "order": k},
             excess(k, mpf(s), lambda x: 1 + (sum(x) - m) / n, m))
    for s, g, k in [(1, mpf("0.3"), 4)]:
        one = mean_over(lambda z: (1 + (ratio(z, mpf(s)) - 1) / 2) ** (1 - k))
        two = mean_over(lambda z: mean_over(lambda w: ((ratio(z, mpf(s)) + ratio(w, mpf(s))) / 2) ** (1 - k)))
        case("checkIn", {"users": 2, "checkInRate": float(g), "noiseMultiplier": float(s), "order": k},
             log((1 - g) ** 2 + 2 * g * (1 - g) * one + g * g * two))
    print(json.dumps({"source": "quadrature with mpmath at 30 digits", "command": "generate.py > reverse.json", "cases": cases}, indent=1))

main()
