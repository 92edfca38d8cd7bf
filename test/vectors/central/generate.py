#!/usr/bin/env python3
"""Reference values for the central baselines, in 60-digit arithmetic (needs mpmath 1.3).

usage: generate.py NAME > NAME.json        NAME is gaussian, poisson-gaussian or absolute-series
Each value is the defining formula or a quadrature of the definition, never the algorithm that it is meant to check.
"""
import sys
from pathlib import Path

from mpmath import mp, mpf, binomial, exp, findroot, log, ncdf, npdf, quad

sys.path.append(str(Path(__file__).parents[1]))
from write_vectors import write_vectors

mp.dps = 60


def gaussian_delta(eps, sigma):
    """Balle-Wang 2018 Theorem 8; enough digits are carried for the difference of the two terms."""
    eps, sigma = mpf(eps), mpf(sigma)
    mu = 1 / sigma
    with mp.workdps(60 + int(max(0, (eps * sigma) ** 2) ** 0.5) + 40):
        return ncdf(mu / 2 - eps / mu) - exp(eps) * ncdf(-mu / 2 - eps / mu)


def gaussian_epsilon(delta, sigma, low, high):
    return findroot(lambda e: log(gaussian_delta(e, sigma)) - log(mpf(delta)), (low, high), solver="anderson", tol=1e-30)


def gaussian_cases():
    deltas = [
        (1, 1), (0.1, 9.48), (4, 0.5), (0.5, 20), (0, 3), (0, 0.01), (0, 1e6), (1e-6, 1e6), (3e-5, 1e6),
        (1, 36), (2, 18.3), (1e3, 0.04), (1e3, 0.03), (5e3, 0.01), (8e3, 0.01), (1e4, 0.0085), (1e5, 0.0023),
        (1e5, 0.002), (0.01, 700), (0.3, 1), (1.7, 0.31), (20, 0.2), (7, 0.9), (1e-4, 0.7),
    ]
    for e, s in deltas:
        yield "gaussianDelta", {"epsilon": e, "noiseMultiplier": s}, gaussian_delta(e, s)
    for d, s, lo, hi in [
        (1e-5, 1, 4, 5), (1e-5, 9.48, 0.3, 0.5), (1e-300, 2, 15, 22), (1e-10, 0.05, 200, 500),
        (1e-6, 300, 0.005, 0.02), (0.3, 1, 0.1, 0.5), (1e-100, 1000, 0.01, 0.03),
    ]:
        yield "gaussianEpsilon", {"delta": d, "noiseMultiplier": s}, gaussian_epsilon(d, s, lo, hi)


def poisson_moments_less_one(q, s, order):
    """(E_Q[(P/Q)^order] - 1, E_P[(Q/P)^order] - 1) for Q = N(0, s^2), P = (1 - q) N(0, s^2) + q N(1, s^2), by quadrature."""
    q, s, a = mpf(q), mpf(s), mpf(order)
    ratio = lambda x: 1 - q + q * exp((2 * x - 1) / (2 * s * s))
    crossing = mpf(1) / 2 + s * s * log(1 / q - 1) if q < 1 else mpf(0)
    points = sorted({-40 * s, -12 * s, -4 * s, mpf(0), 4 * s, 12 * s, crossing, a, a - 6 * s, a + 6 * s,
                     a + 40 * s, 1 - a - 40 * s, 1 - a, 1 - a + 6 * s, crossing + 4 * s, crossing - 4 * s,
                     crossing + 40 * s})
    forward = quad(lambda x: npdf(x, 0, s) * (ratio(x) ** a - 1 - a * (ratio(x) - 1)), points, maxdegree=9)
    reverse = quad(lambda x: npdf(x, 0, s) * (ratio(x) ** (1 - a) - 1 - (1 - a) * (ratio(x) - 1)), points, maxdegree=9)
    return forward, reverse


def poisson_cases():
    for q, s, order in [
        (0.01, 1, 8), (0.001, 0.86, 20), (0.1, 5, 32), (0.01, 1, 1.5), (0.01, 4, 2.5), (0.01, 1, 1.1), (0.3, 0.5, 1.01),
        (0.001, 0.8, 8.2), (1e-5, 9.48, 1.7), (1e-5, 9.48, 200.5), (0.5, 2, 7.3), (0.9, 1.3, 4.4), (0.02, 100, 12.5),
        (1e-6, 1000, 3.3), (0.2, 0.3, 2.7), (0.05, 0.2, 3.5), (0.7, 3, 1.3), (1e-3, 2, 60.5), (1e-9, 5, 4.5), (0.4, 20, 300.25),
        (0.5, 0.3, 1.5), (0.5, 0.1, 1.7), (0.97, 0.15, 2.3), (0.5, 1, 1.001), (0.999, 0.4, 1.2), (0.97, 0.15, 1.01), (0.999999999999, 0.15, 1.1), (0.01, 0.15, 1.001), (0.1, 0.2, 1.001),
    ]:
        forward, reverse = poisson_moments_less_one(q, s, order)
        params = {"samplingRate": q, "noiseMultiplier": s, "order": order}
        yield "poissonGaussianRdp.forward", params, mp.log1p(forward) / (mpf(order) - 1)
        yield "poissonGaussianRdp.reverse", params, mp.log1p(reverse) / (mpf(order) - 1)


def absolute_series(q, s, order):
    """Section 3.3 of Mironov-Talwar-Zhang 2019 with |C(order, k)| for C(order, k): what dp_accounting 0.6.0 prints."""
    q, s, a = mpf(q), mpf(s), mpf(order)
    split = s * s * log(1 / q - 1) + mpf(1) / 2
    term = lambda k: abs(binomial(a, k)) * (
        q**k * (1 - q) ** (a - k) * exp((k * k - k) / (2 * s * s)) * ncdf((split - k) / s)
        + q ** (a - k) * (1 - q) ** k * exp(((a - k) ** 2 - (a - k)) / (2 * s * s)) * ncdf((a - k - split) / s)
    )
    return log(sum(term(mpf(k)) for k in range(400))) / (a - 1)


def peer_cases():
    for q, s, order in [(0.01, 1, 1.5), (0.01, 1, 2.5), (0.01, 4, 1.5), (0.01, 4, 2.5), (0.0010666666666666667, 0.43164385963762125, 2.2)]:
        yield "absoluteSeries", {"samplingRate": q, "noiseMultiplier": s, "order": order}, absolute_series(q, s, order)


def main(name):
    write_vectors(name, {"gaussian": gaussian_cases, "poisson-gaussian": poisson_cases, "absolute-series": peer_cases}[name]())


if __name__ == "__main__":
    main(sys.argv[1])
