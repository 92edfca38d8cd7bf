"""Independent reference values for the privacy-loss tests: `python3 generate.py > closed-forms.json`.

delta of shuffle Gaussian pairs of two and three users by quadrature (the last lognormal integrated in closed form), of Poisson
and Laplace pairs in closed form, and of shuffled randomized response by enumeration over all reports. No code is shared with
the library.
"""
import json
from itertools import product
from mpmath import mp, mpf, exp, log, erfc, sqrt, quad, linspace

mp.dps = 20
ncdf = lambda x: erfc(-x / sqrt(mpf(2))) / 2
npdf = lambda x: exp(-x * x / 2) / sqrt(2 * mp.pi)
X = lambda z, s: exp(z / s - 1 / (2 * s * s))

def call(t, s):
    """E[(X - t)+], X lognormal with mean one."""
    if t <= 0:
        return 1 - t
    k = (log(t) + 1 / (2 * s * s)) * s
    return ncdf(1 / s - k) - t * ncdf(-k)

def delta_forward(n, s, e):
    """E[(S - e^eps)+] for the mean of n lognormals, n = 1, 2 or 3."""
    s = mpf(s)
    t = n * exp(mpf(e))
    def rest(m, t):
        if m == 1:
            return call(t, s)
        cut = (log(t) + 1 / (2 * s * s)) * s if t > 0 else mpf(-12)
        points = sorted({mpf(-12), mpf(-4), mpf(0), mpf(4), min(max(cut, mpf(-12)), mpf(12) + 1 / s), mpf(12) + 1 / s})
        return quad(lambda z: npdf(z) * rest(m - 1, t - X(z, s)), points, maxdegree=4 if n == 3 else 8)
    return rest(n, t) / n

def delta_backward(n, s, e):
    """E[(1 - e^eps S)+] by put-call parity: e^eps E[(S - e^-eps)+] = e^eps - 1 + E[(1 - e^eps S)+]."""
    return exp(mpf(e)) * delta_forward(n, s, -mpf(e)) - exp(mpf(e)) + 1

def poisson_delta(q, s, e, reverse):
    q, s, e = mpf(q), mpf(s), mpf(e)
    if not reverse:   # sum over x above the point where 1 - q + q X = e^eps
        z = s * log((exp(e) - 1 + q) / q) + 1 / (2 * s)
        return (1 - q) * ncdf(-z) + q * ncdf(1 / s - z) - exp(e) * ncdf(-z)
    if exp(-e) <= 1 - q:
        return mpf(0)
    z = s * log((exp(-e) - 1 + q) / q) + 1 / (2 * s)
    return ncdf(z) - exp(e) * ((1 - q) * ncdf(z) + q * ncdf(z - 1 / s))

def response_delta(n, k, e0, e):
    """All n reports enumerated; the others hold category 2 if there is one, else 1; user 0 holds 0 or 1."""
    e0, e = mpf(e0), mpf(e)
    norm = exp(e0) + k - 1
    prob = lambda truth, said: (exp(e0) if truth == said else 1) / norm
    other = 2 if k > 2 else 1
    laws = [{}, {}]
    for truth in (0, 1):
        for said in product(range(k), repeat=n):
            p = prob(truth, said[0])
            for report in said[1:]:
                p *= prob(other, report)
            key = tuple(sorted(said))
            laws[truth][key] = laws[truth].get(key, mpf(0)) + p
    return max(sum(max(mpf(0), a[key] - exp(e) * b[key]) for key in a) for a, b in (laws, laws[::-1]))

text = lambda x: mp.nstr(x, 18)
cases = []
for n, s, e in [(1, 1.7, 0.3), (2, 1, 0.1), (2, 0.5, 0.5), (2, 2, 1), (2, 3, 0.05), (3, 0.8, 0.4), (3, 2.5, 0.2)]:
    cases.append({"name": "shuffleGaussian", "users": n, "noiseMultiplier": s, "epsilon": e,
                  "forward": text(delta_forward(n, s, e)), "backward": text(delta_backward(n, s, e))})
for q, s, e in [(0.01, 1, 0.02), (0.2, 0.7, 0.5), (0.001, 0.5, 0.0005), (0.3, 4, 0.1)]:
    cases.append({"name": "poissonGaussian", "rate": q, "noiseMultiplier": s, "epsilon": e,
                  "forward": text(poisson_delta(q, s, e, False)), "backward": text(poisson_delta(q, s, e, True))})
for n, k, e0, e in [(1, 2, 1.5, 0.7), (4, 2, 2, 0.4), (7, 2, 0.8, 0.1), (4, 3, 1.2, 0.3), (4, 4, 2, 0.5)]:
    cases.append({"name": "shuffledResponse", "users": n, "categories": k, "localEpsilon": e0, "epsilon": e,
                  "forward": text(response_delta(n, k, e0, e))})
print(json.dumps({"source": "generate.py (mpmath)", "command": "python3 generate.py > closed-forms.json", "digits": "15; three users 8", "cases": cases}, indent=1))
