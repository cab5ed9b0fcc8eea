"""Holds the report's statistics to SciPy and statsmodels.

The Rust tests of agon-report read the same file. `python python/tests/test_statistics.py` writes it anew.
"""

import json
from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
statsmodels = pytest.importorskip("statsmodels.api")
proportion = pytest.importorskip("statsmodels.stats.proportion")

REFERENCE = Path(__file__).parents[2] / "crates" / "agon-report" / "tests" / "statistics.json"

# Passes and trials of instances.
RATES = [
    ([1, 1, 1, 0, 1, 1, 0, 1, 1, 1], [1] * 10),
    ([5, 5, 5, 0, 5, 5, 0, 5, 5, 5], [5] * 10),
    ([3, 5, 1, 0, 4, 2], [5] * 6),
    ([2, 1, 0, 4, 3], [3, 1, 2, 5, 3]),
    ([1, 1, 1, 1], [2, 2, 2, 2]),
    ([4, 4, 4], [4, 4, 4]),
    ([0, 0, 0, 0, 0], [3] * 5),
    ([2], [5]),
]

# For every instance, the pairs that the second side won less those it lost.
FLIPS = [
    [1, 1, 1, 1, 1, 1, -1, -1, 0, 0],
    [5, 5, 5, 5, 5, 5, -5, -5, 0, 0],
    [5, 5, 5, 5, 5, 0, 0],
    [3, -1, 2, 2, 5, 0, -2, 1],
    [1, 2, 3, 4, 5],
    [-4, -1, 2, -3, -3, -5, 1, 1, -2],
    [2, -2, 1, -1],
]


def rate(passed, trials):
    """The clustered rate: statsmodels' cluster-robust variance, and its Wilson interval for the effective number."""
    outcomes = numpy.concatenate([[1.0] * y + [0.0] * (m - y) for y, m in zip(passed, trials, strict=True)])
    instances = numpy.repeat(numpy.arange(len(trials)), trials)
    number = len(outcomes)
    mean = outcomes.mean()

    def variance(corrected):
        model = statsmodels.OLS(outcomes, numpy.ones(number))
        options = {"groups": instances, "use_correction": corrected, "df_correction": False}
        return float(model.fit(cov_type="cluster", cov_kwds=options).cov_params()[0, 0])

    if all(m == 1 for m in trials):
        effective = float(number)
    elif len(trials) < 2 or mean in (0.0, 1.0):
        effective = float(len(trials))
    else:
        robust = variance(False)
        effective = min(float(number), mean * (1 - mean) / robust) if robust > 0 else float(number)
    low, high = proportion.proportion_confint(mean * effective, effective, method="wilson")
    error = None
    if len(trials) > 1:
        # Instances may look alike by chance, so it is never less than that of as many independent trials.
        alone = outcomes.var(ddof=1) / number
        error = float(numpy.sqrt(max(variance(True), alone)))
    return {
        "passed": passed,
        "trials": trials,
        "effective": effective,
        "low": max(0.0, float(low)),
        "high": min(1.0, float(high)),
        "standard_error": error,
    }


def flips(balances):
    """The exact sign-flip test, which SciPy calls a permutation test of paired samples."""
    zeros = numpy.zeros(len(balances))
    test = stats.permutation_test(
        (numpy.array(balances, dtype=float), zeros),
        lambda a, b, axis: numpy.sum(a - b, axis=axis),
        permutation_type="samples",
        n_resamples=numpy.inf,
        vectorized=True,
    )
    return {"balances": balances, "p_value": float(test.pvalue)}


def computed():
    return {"rates": [rate(*case) for case in RATES], "flips": [flips(case) for case in FLIPS]}


def test_the_reference_values_are_those_of_scipy_and_statsmodels():
    written = json.loads(REFERENCE.read_text())
    for kind, cases in computed().items():
        assert len(cases) == len(written[kind])
        for case, reference in zip(cases, written[kind], strict=True):
            assert case.keys() == reference.keys()
            for key, value in case.items():
                assert value == pytest.approx(reference[key], abs=1e-9), (case, key)


def test_mcnemar_is_the_sign_flip_test_of_single_pairs():
    from statsmodels.stats.contingency_tables import mcnemar

    single = flips([1] * 6 + [-1] * 2)
    assert single["p_value"] == pytest.approx(mcnemar([[0, 2], [6, 0]], exact=True).pvalue)


if __name__ == "__main__":
    REFERENCE.write_text(json.dumps(computed(), indent=1) + "\n")
