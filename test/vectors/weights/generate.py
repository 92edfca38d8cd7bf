#!/usr/bin/env python3
"""Reference values for weights shuffling and sums of lognormals, in 40-digit arithmetic (needs mpmath 1.3).

usage: generate.py NAME > NAME.json        NAME is weight-shuffle or lognormal-sum
"""
import sys
from pathlib import Path

from mpmath import mp, mpf, cosh, acosh, exp, expm1, log, log1p, ncdf, npdf, quad, sqrt

sys.path.append(str(Path(__file__).parents[1]))
from write_vectors import write_vectors

mp.dps = 40


def equation25(eps, sigma, d, ratio):
    """Left side of Equation 25 of Yang, Ji, Xiang 2025, with c = 1 and c' = ratio."""
    eps, sigma, d, ratio = map(mpf, (eps, sigma, d, ratio))
    a = exp(-d * ratio / ((d - 1) * sigma**2))
    b = exp(-d * (1 + ratio) / ((d - 1) * sigma**2))
    q = expm1(1 / sigma**2)
    zeta1 = -log(1 + (d - 1) * a)
    zeta2 = -log(1 + (d - 1) * b) - 1 / sigma**2
    s1 = sqrt(log((1 + (d - 1) * a**2) / (1 + (d - 1) * a) ** 2 * q + 1))
    s2 = sqrt(log((1 + (d - 1) * b**2) / (1 + (d - 1) * b) ** 2 * q + 1))
    return ncdf(s1 / 2 + (zeta1 - eps) / s1) - exp(eps) * ncdf(s2 / 2 + (zeta2 - eps) / s2)


def step_budget(eps, delta, rate, steps):
    """Half of delta is the slack of Theorem 22; the other half is split over the steps and divided by the sampling rate."""
    eps, delta, rate, steps = map(mpf, (eps, delta, rate, steps))
    total = lambda x: min(steps * x, steps * x * x / 2 + sqrt(2 * log(2 / delta) * steps) * x)
    low, high = mpf(0), eps
    for _ in range(160):
        middle = (low + high) / 2
        low, high = (middle, high) if total(middle) <= eps else (low, middle)
    return log1p(expm1(low) / rate), delta / 2 / steps / rate


def gaussian_delta(eps, sigma):
    mu = 1 / mpf(sigma)
    return ncdf(mu / 2 - eps / mu) - exp(eps) * ncdf(-mu / 2 - eps / mu)


def bisect_sigma(function, target, low, high):
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (low, middle) if function(middle) <= target else (middle, high)
    return high


def true_spike_delta(eps, sigma):
    """d = 2, c = c' = 1: (N(1, s^2) + N(-1, s^2))/2 against N(0, s^2), the pair of Equations 43 and 44, by its definition."""
    eps, s = mpf(eps), mpf(sigma)
    edge = s * s * acosh(exp(eps + 1 / (2 * s * s)))
    f = lambda x: npdf(x, 0, s) * (exp(-1 / (2 * s * s)) * cosh(x / s**2) - exp(eps))
    return 2 * quad(f, [edge, edge + s, edge + 4 * s, edge + 12 * s, edge + 30 * s])


def weight_cases():
    for e, s, d, ratio in [
        (0.5, 0.3, 85800000, 1), (1, 0.27, 124000000, 1), (0.2, 0.5, 1000, 2), (2, 1, 10, 1),
        (0, 0.4, 7, 0.3), (0.104, 3, 2, 1), (0.01, 0.02, 100, 1), (5, 0.1, 10**9, 3), (1e-6, 0.28, 85800000, 1),
    ]:
        yield "weightShuffleDelta", {"epsilon": e, "noiseMultiplier": s, "dimension": d, "batchClipRatio": ratio}, equation25(e, s, d, ratio)
    for e, delta, rate, steps, d, ratio in [
        (0.25, 5e-6, 0.02, 500, 85800000, 1), (4, 1e-6, 0.001, 20000, 124000000, 2), (1, 1e-5, 0.1, 3, 1000, 1),
    ]:
        params = {"epsilon": e, "delta": delta, "samplingRate": rate, "steps": steps, "dimension": d, "batchClipRatio": ratio}
        step_epsilon, step_delta = step_budget(e, delta, rate, steps)
        sigma = bisect_sigma(lambda s: equation25(step_epsilon, s, d, ratio), step_delta, mpf("0.01"), mpf(100))
        plain = bisect_sigma(lambda s: gaussian_delta(step_epsilon, s), step_delta, mpf("0.01"), mpf(10000))
        yield "step.epsilon", params, step_epsilon
        yield "step.delta", params, step_delta
        yield "publishedNoiseMultiplier", params, sigma
        yield "plainNoiseMultiplier", params, plain
        yield "equalEntryDelta", params, gaussian_delta(step_epsilon, sigma)
    for e, s in [(0.104, 3), (1.5, 1.5), (0.01, 10)]:
        yield "trueSpikeDelta", {"epsilon": e, "noiseMultiplier": s, "dimension": 2, "batchClipRatio": 1}, true_spike_delta(e, s)


def fenton_wilkinson(means, s):
    s2 = mpf(s) ** 2
    t1, t2 = sum(exp(mpf(m)) for m in means), sum(exp(2 * mpf(m)) for m in means)
    v = log((exp(s2) - 1) * t2 / t1**2 + 1)
    return log(t1) + s2 / 2 - v / 2, sqrt(v)


def log_of_pair(m1, m2, s):
    """Mean and standard deviation of log(e^Y1 + e^Y2), in the sum and the difference of Y1 and Y2."""
    m1, m2, s = mpf(m1), mpf(m2), mpf(s)
    root = s * sqrt(mpf(2))
    g = lambda d: log(2 * cosh(d / 2))                   # log(e^Y1 + e^Y2) = (Y1 + Y2)/2 + log(2 cosh((Y1 - Y2)/2))
    points = [m1 - m2 - k * root for k in (14, 6, 2, 0, -2, -6, -14)]
    mean = quad(lambda d: npdf(d, m1 - m2, root) * g(d), points)
    square = quad(lambda d: npdf(d, m1 - m2, root) * g(d) ** 2, points)
    return (m1 + m2) / 2 + mean, sqrt(s * s / 2 + square - mean**2)


def lognormal_cases():
    for means, s in [([0, 0, 0], 0.5), ([1, -1, 0.5, 2], 0.25), ([0, 3], 8), ([-700, -701, -690], 1.5)]:
        mean, dev = fenton_wilkinson(means, s)
        yield "fentonWilkinson.logMean", {"logMeans": means, "logStdDev": s}, mean
        yield "fentonWilkinson.logStdDev", {"logMeans": means, "logStdDev": s}, dev
    for means, s in [([0, 0], 1), ([1, -2], 0.4), ([-0.3, 0.9], 4), ([0, 5], 0.05), ([2, 2], 12)]:
        mean, dev = log_of_pair(*means, s)
        yield "schwartzYeh.logMean", {"logMeans": means, "logStdDev": s}, mean
        yield "schwartzYeh.logStdDev", {"logMeans": means, "logStdDev": s}, dev


def main(name):
    write_vectors(name, {"weight-shuffle": weight_cases, "lognormal-sum": lognormal_cases}[name]())


if __name__ == "__main__":
    main(sys.argv[1])
