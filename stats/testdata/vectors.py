"""Writes vectors.json, which the tests of package stats are held against.

Made with SciPy 1.10.1 (Debian 12's python3-scipy): python3 vectors.py > vectors.json
"""
import itertools
import json

import numpy
from scipy import stats

rng = numpy.random.default_rng(20260218)
samples = {
    "normal": rng.normal(5, 2, 40),
    "exponential": rng.exponential(1, 60),
    "two modes": numpy.where(rng.random(80) < 0.2, rng.normal(0.2, 0.05, 80), rng.normal(0.9, 0.02, 80)),
    "counts": rng.poisson(2, 30).astype(float),
}

intervals = []
for name, values in samples.items():
    bca = stats.bootstrap((values,), numpy.mean, n_resamples=200_000, batch=1000,
                          method="BCa", random_state=numpy.random.default_rng(1)).confidence_interval
    t = stats.t.interval(0.95, len(values) - 1, loc=values.mean(), scale=stats.sem(values))
    intervals.append({"name": name, "values": values.tolist(), "mean": values.mean(), "deviation": values.std(ddof=1),
                      "bca": [bca.low, bca.high], "t": [t[0], t[1]]})

wilson = []
for some, of in [(0, 20), (1, 20), (10, 20), (20, 20), (37, 200), (1, 10_000)]:
    i = stats.binomtest(some, of).proportion_ci(0.95, method="wilson")
    wilson.append({"some": some, "of": of, "low": i.low, "high": i.high})


def counted(differences):
    """p of the signed-rank test, counted out over all signs with midranks."""
    d = differences[differences != 0]
    ranks = stats.rankdata(abs(d))
    plus = ranks[d > 0].sum()
    sums = numpy.array([numpy.dot(signs, ranks) for signs in itertools.product([0, 1], repeat=len(d))])
    return min(1, 2 * min((sums <= plus + 1e-9).mean(), (sums >= plus - 1e-9).mean()))


signed = []
for n in [5, 12, 30, 50]:  # without ties: SciPy's own exact distribution
    d = rng.normal(0.3, 1, n)
    signed.append({"name": f"{n} without ties", "differences": d.tolist(), "exact": True,
                   "p": stats.wilcoxon(d, mode="exact").pvalue})
for n in [6, 11, 16]:  # with ties and zeros: counted out
    d = rng.integers(-3, 5, n).astype(float)
    signed.append({"name": f"{n} with ties", "differences": d.tolist(), "exact": True, "p": counted(d)})
for n in [60, 200]:
    d = rng.integers(-5, 7, n).astype(float)
    signed.append({"name": f"{n} with ties, normal", "differences": d.tolist(), "exact": False,
                   "p": stats.wilcoxon(d, zero_method="wilcox", correction=True, mode="approx").pvalue})

json.dump({"intervals": intervals, "wilson": wilson, "signed": signed}, open(1, "w"), indent=1)
