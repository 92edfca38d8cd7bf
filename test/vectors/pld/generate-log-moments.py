"""log E[S^order] by quadrature, S the mean of one or two i.i.d. lognormals with mean one and log-variance 1 / s^2."""
import json
from mpmath import mp, mpf, exp, log, quad, npdf, linspace

mp.dps = 30

def log_moment(users, s, order):
    s, order = mpf(s), mpf(order)
    ratio = lambda z: exp(z / s - 1 / (2 * s * s))
    if users == 1:
        return log(quad(lambda z: npdf(z) * ratio(z) ** order, linspace(-30, 30, 31)))
    # Sum and difference of two normals: u = (z1 + z2) / sqrt 2 factors out exactly.
    root = mp.sqrt(2)
    outer = order * order / (4 * s * s) - order / (2 * s * s)
    inner = quad(lambda v: 2 * npdf(v) * mp.cosh(v / (root * s)) ** order, [0, 2, 4, 8, 16, 30, 60])
    return outer + log(inner)

cases = []
for users, s, order in [(1, 1.3, -3.7), (1, 2.1, 0.5), (1, 0.6, 2.5), (2, 1, 2), (2, 1, 2.5), (2, 0.7, -1.3), (2, 1.7, 0.35),
                        (2, 3, 11.25), (2, 0.8, 1.01), (2, 1.1, -0.05), (2, 2.5, -8.5)]:
    cases.append({"params": {"users": users, "noiseMultiplier": s, "order": order}, "value": mp.nstr(log_moment(users, s, order), 18)})
print(json.dumps({"source": "generate-log-moments.py (mpmath quadrature)", "command": "python3 generate-log-moments.py > log-moments.json", "digits": 15, "cases": cases}, indent=1))
