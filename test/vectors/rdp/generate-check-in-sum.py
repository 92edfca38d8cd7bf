#!/usr/bin/env python3
"""LT22 Equation 17 for few users: the full sum over the number of reports (needs mpmath).

usage: generate-check-in-sum.py > check-in-sum.json
The term of no report, which the print leaves out, is 1. Moments of the shuffle by repeated squaring of a power series.
"""
import json
from mpmath import mp, mpf, exp, log, binomial, factorial

mp.dps = 40

def shuffle_moments(k, s, top):
    """E[S^m] for m = 0..top, S the mean of k lognormal ratios."""
    def times(x, y):
        return [sum(x[i] * y[m - i] for i in range(m + 1)) for m in range(top + 1)]
    square = [exp(mpf(m * (m - 1)) / (2 * s * s)) / factorial(m) for m in range(top + 1)]
    power = [mpf(1)] + [mpf(0)] * top
    left = k
    while left:
        if left & 1:
            power = times(power, square)
        square = times(square, square)
        left >>= 1
    return [factorial(m) * power[m] / mpf(k) ** m for m in range(top + 1)]

def theorem2(g, order, moments):
    """exp of (order - 1) times the RDP of Theorem 2 as printed (Equation 16)."""
    total = 1 + g ** 2 * binomial(order, 2) * min(4 * (moments[2] - 1), 2 * moments[2])
    return total + sum(2 * g ** j * binomial(order, j) * moments[j] for j in range(3, order + 1))

def equation17(n, g, s, order):
    total = (1 - g) ** n
    for k in range(1, n + 1):
        total += binomial(n, k) * g ** k * (1 - g) ** (n - k) * theorem2(g, order, shuffle_moments(k, s, order))
    return log(total) / (order - 1)

def main():
    cases = []
    for n, g, s, order in [(1, "0.5", "1.5", 3), (6, "0.3", "1.1", 4), (20, "0.3", "1", 5), (40, "0.5", "0.8", 7),
                           (40, "0.05", "2.5", 12), (200, "0.1", "2", 6), (200, "0.2", "0.55", 6), (400, "0.6", "3", 9)]:
        value = equation17(n, mpf(g), mpf(s), order)
        cases.append({"users": n, "checkInRate": float(g), "noiseMultiplier": float(s), "order": order, "value": mp.nstr(value, 18)})
    print(json.dumps({"source": "full sums with mpmath at 40 digits", "command": "generate-check-in-sum.py > check-in-sum.json",
                      "digits": 18, "cases": cases}, indent=1))

main()
