"""Writes reference values as JSON to the standard output."""
import json
import sys

from mpmath import mp


def write_vectors(name, cases):
    """`cases`: (function, parameters, value) each."""
    json.dump(
        {
            "source": "generate.py, mpmath 1.3",
            "command": f"python3 generate.py {name} > {name}.json",
            "digits": 20,
            "cases": [{"name": n, "params": p, "value": mp.nstr(v, 20)} for n, p, v in cases],
        },
        sys.stdout,
        indent=1,
    )
