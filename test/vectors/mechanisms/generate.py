"""Reference values of the randomizers, to 30 digits. Run: python3 generate.py > randomizers.json"""

import json

from mpmath import beta, betainc, ceil, exp, mp, mpf, nstr, quad, sqrt, tanh

mp.dps = 60


def digits(x):
    return nstr(x, 30)


def cap_mass(d, gamma):
    return betainc(mpf(d - 1) / 2, mpf(1) / 2, 0, 1 - gamma**2, regularized=True) / 2


def cap_moment(d, gamma):
    return (1 - gamma**2) ** (mpf(d - 1) / 2) / ((d - 1) * beta(mpf(1) / 2, mpf(d - 1) / 2))


def mean_height(d, epsilon, gamma):
    """E<v, u> of the two-level density, from the definition and not from the closed form of its maximum."""
    q, growth = cap_mass(d, gamma), exp(mpf(epsilon))
    inside = growth * q / (1 - q + growth * q)
    return inside * cap_moment(d, gamma) / q - (1 - inside) * cap_moment(d, gamma) / (1 - q)


def best_cap(d, epsilon):
    """Golden-section search on the mean height itself."""
    low, high = mpf(0), mpf(1)
    ratio = (sqrt(mpf(5)) - 1) / 2
    while high - low > mpf(10) ** -25:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if mean_height(d, epsilon, left) > mean_height(d, epsilon, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def caps():
    for d, gamma in [(2, 3.2e-7), (2, 0.01), (2, 0.3), (2, 0.75), (2, 0.9971), (3, 1e-6), (3, 0.3), (3, 0.99), (4, 1e-6), (4, 0.4), (4, 0.9), (10, 1e-6), (10, 0.6), (10, 0.95), (100, 0.05), (1000, 0.1), (13170, 0.0068), (13170, 0.05), (1000000, 0.002)]:
        exact = mpf(gamma)
        yield {"dimension": d, "threshold": gamma, "mass": digits(cap_mass(d, exact)), "moment": digits(cap_moment(d, exact))}


def best():
    for d, epsilon in [(2, 2.0), (5, 0.5), (5, 10.0), (50, 2.0), (1000, 4.0), (13170, 2.0)]:
        gamma = best_cap(d, epsilon)
        q = cap_mass(d, gamma)
        inside = exp(mpf(epsilon)) * q / (1 - q + exp(mpf(epsilon)) * q)
        yield {"dimension": d, "epsilon": epsilon, "threshold": digits(gamma), "capProbability": digits(inside), "meanHeight": digits(mean_height(d, epsilon, gamma))}


def hemispheres():
    """The mean height by quadrature of t against the density, upper half minus lower half."""
    for d, epsilon in [(3, 0.37), (4, 2.0), (25, 2.0)]:
        power = mpf(d - 3) / 2
        half = quad(lambda t: t * (1 - t * t) ** power, [0, 1]) / quad(lambda t: (1 - t * t) ** power, [0, 1])
        yield {"dimension": d, "epsilon": epsilon, "meanHeight": digits(half * tanh(mpf(epsilon) / 2))}


def discrete_gaussians():
    for sigma, sensitivity, epsilon in [(0.37, 1, 0.5), (0.37, 1, 12.0), (0.9, 1, 0.0), (1.1, 2, 1.5), (9.48, 1, 0.3), (9.48, 3, 4.0), (100.5, 1, 0.01)]:
        s2 = mpf(sigma) ** 2
        reach = int(ceil(40 * mpf(sigma))) + 10
        weight = {z: exp(-mpf(z) ** 2 / (2 * s2)) for z in range(-reach, reach + 1)}
        total = sum(weight.values())
        delta = sum(max(mpf(0), (w - exp(mpf(epsilon)) * exp(-mpf(z + sensitivity) ** 2 / (2 * s2))) / total) for z, w in weight.items())
        variance = sum(z * z * w for z, w in weight.items()) / total
        yield {"stdDev": sigma, "sensitivity": sensitivity, "epsilon": epsilon, "atZero": digits(weight[0] / total), "variance": digits(variance), "delta": digits(delta)}


print(
    json.dumps(
        {
            "source": "mpmath 1.3 at 60 digits, from the definitions",
            "command": "python3 generate.py > randomizers.json",
            "digits": 30,
            "odds": [{"epsilon": e, "value": nstr(exp(mpf(e)), 45)} for e in (1e-6, 3e-6, 1e-5, 1e-3, 0.1, 0.37, 1.5, 2.0, 5.3, 12.7, 30.0)],
            "caps": list(caps()),
            "bestCaps": list(best()),
            "hemispheres": list(hemispheres()),
            "discreteGaussians": list(discrete_gaussians()),
        },
        indent=1,
    )
)
