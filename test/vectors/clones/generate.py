#!/usr/bin/env python3
"""Reference values for amplification by shuffling, in 100-digit arithmetic (needs mpmath 1.3).

usage: generate.py NAME > NAME.json        NAME is pair, epsilon, categories or rdp
pair         hockey-stick divergences of the clones pair, by the sum over every (c, a) for few users and by recurrences over c for many
epsilon      where they reach delta, for the published clone probabilities and for reports that fail with localDelta
categories   the same for the blanket pair of k-ary randomized response, by the sum over every (t, h0, h1)
rdp          Renyi divergences of the clones pair, by the sum over every (c, a)
"""
import json
import sys

from mpmath import mp, mpf, binomial, exp, expm1, floor, log, nstr, sqrt

mp.dps = 100


def clone_probability(name, e0):
    return 2 / (exp(mpf(e0)) + 1) if name == "clones2023" else exp(-mpf(e0))


def pair_delta_by_sum(e0, n, p, eps):
    """sup over events of P - e^eps Q, by definition."""
    q = 1 / (1 + exp(-mpf(e0)))
    total = mpf(0)
    for c in range(n):
        weight = binomial(n - 1, c) * p**c * (1 - p) ** (n - 1 - c) / mpf(2) ** c
        for a in range(c + 2):
            zeros, ones = binomial(c, a - 1) if a else 0, binomial(c, a) if a <= c else 0
            total += weight * max(0, q * zeros + (1 - q) * ones - exp(mpf(eps)) * ((1 - q) * zeros + q * ones))
    return total


def pair_delta_by_recurrence(e0, n, p, eps, deviations):
    """The same, walking c downwards with P(B = t - 1) and P(B >= t) kept up to date."""
    E, e = exp(mpf(e0)), exp(mpf(eps))
    mean, sd = (n - 1) * p, sqrt((n - 1) * p * (1 - p))
    low, high = max(0, int(floor(mean - deviations * sd)) - 60), min(n - 1, int(floor(mean + deviations * sd)) + 60)
    share = (E * e - 1) / ((E - 1) * (1 + e))
    gain, loss = (E - e) / (E + 1), e - 1
    weight = binomial(n - 1, high) * p**high * (1 - p) ** (n - 1 - high)
    c, t = high, int(floor((high + 1) * share)) + 1
    mass = binomial(c, t - 1) / mpf(2) ** c  # P(B = t - 1)
    tail, term, k = mpf(0), mass * (c - t + 1) / t, t
    while term > mass * mpf(10) ** -100:
        tail += term
        term *= mpf(c - k) / (k + 1)
        k += 1
    total = mpf(0)
    while True:
        total += weight * (gain * mass - loss * tail)
        if c == low:
            return max(total, mpf(0))
        weight *= mpf(c) / (n - c) * (1 - p) / p
        # from Bin(c) to Bin(c - 1) at the same t, then down to its own t
        mass = mass * 2 * (c - t + 1) / c
        tail -= mass / 2
        c -= 1
        goal = int(floor((c + 1) * share)) + 1
        while t > goal:
            tail += mass
            mass = mass * (t - 1) / (c - t + 2) if t <= c + 1 else mpf(2) ** -c
            t -= 1


def pair_delta(e0, n, p, eps):
    """Left-out tails of C are below 1e-50 for many users, and empty up to 5,000."""
    if n <= 60:
        return pair_delta_by_sum(e0, n, p, eps)
    return pair_delta_by_recurrence(e0, n, p, eps, deviations=16 if n > 5000 else 200)


def crossing(delta_at, delta, highest):
    """The root of delta_at(eps) = delta on [0, highest] to 21 digits of highest, by bisection."""
    low, high = mpf(0), mpf(highest)
    if delta_at(low) <= delta:
        return low
    for _ in range(82):
        middle = (low + high) / 2
        low, high = (middle, high) if delta_at(middle) > delta else (low, middle)
    return high


def categories_delta(e0, k, n, eps):
    """E over the blanket pair with T known, by the trinomial sum."""
    E, e = exp(mpf(e0)), exp(mpf(eps))
    q = 1 / (E + k - 1)
    total = mpf(0)
    for others in range(n):
        t = others + 1
        weight = binomial(n - 1, others) * (k * q) ** others * (1 - k * q) ** (n - 1 - others)
        part = mpf(0)
        for h0 in range(t + 1):
            for h1 in range(t - h0 + 1):
                value = (E - 1) * (h0 - e * h1) - (e - 1) * t
                if value > 0:
                    rest = t - h0 - h1
                    part += binomial(t, h0) * binomial(t - h0, h1) * mpf(k - 2) ** rest / mpf(k) ** t * value
        total += weight * part * k * q / t
    return total


def pair_rdp(e0, n, order):
    E = exp(mpf(e0))
    p, q = 2 / (E + 1), E / (E + 1)
    total = mpf(0)
    for c in range(n):
        weight = binomial(n - 1, c) * p**c * (1 - p) ** (n - 1 - c) / mpf(2) ** c
        for a in range(c + 2):
            zeros, ones = binomial(c, a - 1) if a else 0, binomial(c, a) if a <= c else 0
            P, Q = q * zeros + (1 - q) * ones, (1 - q) * zeros + q * ones
            total += weight * P**order * Q ** (1 - order)
    return log(total) / (order - 1)


def pair_cases():
    for e0, n, eps in [
        (1, 1, 0.5), (2, 2, 0), (0.5, 3, 0.3), (3, 5, 2.9), (1, 20, 0.4), (0.01, 60, 0.001), (50, 7, 49.9999), (1e-6, 40, 4e-7), (5, 60, 4.5),
        (2, 1000, 0.2), (0.5, 1000, 0.04), (2, 10000, 0.1), (4, 100000, 0.12), (8, 20000, 3), (2, 10000, 1.2), (1, 3000, 0.7), (2, 1000000, 0.011),
    ]:
        yield "clones2023Delta", {"localEpsilon": e0, "users": n, "epsilon": eps}, pair_delta(e0, n, clone_probability("clones2023", e0), eps)


def epsilon_cases():
    for name, e0, n, delta in [
        ("clones2023", 2, 1, 1e-5), ("clones2023", 2, 3, 1e-3), ("clones2023", 0.5, 1000, 1e-4), ("clones2023", 2, 10000, 1e-5), ("clones2023", 4, 100000, 1e-6),
        ("clones2023", 1e-3, 5000, 1e-9), ("clones2023", 6, 3000, 1e-12), ("clones2023", 50, 50, 0.25), ("clones2023", 1, 3000, 1e-200), ("clones2023", 1, 60000, 0.001),
        ("clones2021", 2, 10000, 1e-5), ("clones2021", 0.5, 1000, 1e-4), ("clones2021", 5, 50000, 1e-8), ("clones2021", 1e-3, 500, 1e-6),
    ]:
        p = clone_probability(name, e0)
        value = crossing(lambda eps: pair_delta(e0, n, p, eps), mpf(delta), e0)
        kind = {"clones2023": "clones2023Epsilon", "clones2021": "clones2021NumericalEpsilon"}[name]
        yield kind, {"localEpsilon": e0, "users": n, "delta": delta}, value
    for e0, d0, n, delta in [(2, 1e-10, 10000, 1e-5), (1, 4e-9, 1000, 5e-6), (0.3, 1e-6, 50, 1e-3)]:
        s = 1 - n * mpf(d0)
        p = s * clone_probability("clones2023", e0)
        value = crossing(lambda eps: n * mpf(d0) + s * pair_delta(e0, n, p, eps), mpf(delta), e0)
        yield "clonesApproximateEpsilon", {"localEpsilon": e0, "localDelta": d0, "users": n, "delta": delta}, value


def categories_cases():
    for e0, k, n, delta in [(2, 3, 1, 1e-5), (1, 3, 2, 0.01), (2, 4, 5, 1e-3), (0.5, 10, 12, 1e-4), (4, 5, 16, 1e-6), (1e-3, 3, 8, 1e-5), (50, 3, 4, 0.01)]:
        value = crossing(lambda eps: categories_delta(e0, k, n, eps), mpf(delta), e0)
        yield "blanketRandomizedResponseEpsilon", {"localEpsilon": e0, "categories": k, "users": n, "delta": delta}, value


def rdp_cases():
    for e0, n, order in [(2, 1, 3), (1, 2, 2), (0.5, 5, 7), (2, 60, 4), (4, 60, 30), (1, 120, 8), (2, 200, 64), (0.01, 100, 5), (10, 40, 12), (1e-4, 30, 3)]:
        yield "clones2023Rdp", {"localEpsilon": e0, "users": n, "order": order}, pair_rdp(e0, n, order)


CASES = {"pair": pair_cases, "epsilon": epsilon_cases, "categories": categories_cases, "rdp": rdp_cases}

if __name__ == "__main__":
    name = sys.argv[1]
    cases = [{"name": kind, "params": params, "value": nstr(value, 20)} for kind, params, value in CASES[name]()]
    json.dump({"source": "generate.py, mpmath at 100 digits", "command": f"python3 generate.py {name} > {name}.json", "digits": 20, "cases": cases}, sys.stdout, indent=1)
    print()
