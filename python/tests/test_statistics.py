"""Holds the statistics of agon-stats to SciPy, scikit-learn and statsmodels.

The Rust tests of agon-stats read the same file. `python python/tests/test_statistics.py` writes it anew.
"""

import json
from pathlib import Path

import pytest

numpy = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
statsmodels = pytest.importorskip("statsmodels.api")
proportion = pytest.importorskip("statsmodels.stats.proportion")
metrics = pytest.importorskip("sklearn.metrics")

REFERENCE = Path(__file__).parents[2] / "crates" / "agon-stats" / "tests" / "statistics.json"

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

# What two raters gave, and how many categories there are.
AGREEMENTS = [
    ([0, 1, 2, 3, 4, 4, 2, 1, 0, 3], [0, 1, 2, 4, 4, 3, 2, 0, 0, 3], 5),
    ([0, 0, 1, 1, 0, 1, 1, 0], [0, 1, 1, 1, 0, 0, 1, 0], 2),
    # A category that only one of them gave, and one that nobody did.
    ([0, 0, 2, 2, 2, 0, 2], [0, 1, 2, 2, 1, 0, 0], 4),
    ([4, 4, 3, 0, 0, 1, 2, 2, 2, 1, 0, 4], [0, 1, 1, 4, 3, 3, 2, 0, 4, 4, 2, 1], 5),
]

CORRELATIONS = [
    ([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]),
    ([1, 1, 2, 2, 3, 3, 5], [0.1, 0.2, 0.2, 0.2, 0.9, 0.4, 0.5]),
    ([0, 0, 0, 1, 1, 1], [0.3, 0.3, 0.9, 0.9, 0.1, 0.1]),
]

# Players, games (first, second, wins of the first, of the second, ties), and the prior.
GAMES = [
    (4, [(0, 1, 2, 3, 0), (0, 3, 1, 4, 0), (1, 2, 5, 3, 0), (2, 3, 1, 3, 0)], 0),
    (3, [(0, 1, 3, 3, 4), (1, 2, 6, 1, 3), (0, 2, 4, 2, 4)], 0),
    # The first has won everything: only the prior settles this.
    (3, [(0, 1, 5, 0, 0), (0, 2, 4, 0, 1), (1, 2, 2, 2, 0)], 0.5),
    (5, [(0, 1, 1, 0, 0), (3, 4, 0, 2, 1)], 0.5),
]

# Levels of the two factors, and observations.
CELLS = [
    ((2, 2), [(0, 0, 0.0), (0, 0, 2.0), (0, 1, 1.0), (0, 1, 3.0), (1, 0, 3.0), (1, 0, 5.0), (1, 1, 8.0), (1, 1, 10.0)]),
    # Not balanced, and without one of the combinations.
    (
        (3, 2),
        [
            (0, 0, 0.2),
            (0, 0, 0.4),
            (0, 1, 0.3),
            (1, 0, 0.9),
            (1, 1, 0.5),
            (1, 1, 0.7),
            (1, 1, 0.8),
            (2, 1, 0.1),
            (2, 1, 0.2),
        ],
    ),
]

# Differences of instances' repeats, the difference to be seen, its power, and the repeats.
POWERS = [
    ([[-0.5, 0.5], [0.5, 1.5], [1.5, 2.5]], 0.4, 0.8, 2),
    ([[0, 1, 0], [1, 1, 0], [0, 0, 0], [-1, 0, 1], [0, 1, 1]], 0.05, 0.8, 3),
    ([[0.0], [1.0], [0.0], [-1.0], [0.0], [1.0]], 0.1, 0.9, 1),
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


def agreement(first, second, categories):
    """Kappa and macro F1 as scikit-learn has them; the categories that nobody gave are left out of F1 by both."""
    labels = list(range(categories))
    given = sorted({*first, *second})

    def kappa(weights):
        return float(metrics.cohen_kappa_score(first, second, labels=labels, weights=weights))

    return {
        "first": first,
        "second": second,
        "categories": categories,
        "kappa": kappa(None),
        "linear": kappa("linear"),
        "quadratic": kappa("quadratic"),
        "macro_f1": float(metrics.f1_score(first, second, labels=given, average="macro", zero_division=0)),
        "accuracy": float(metrics.accuracy_score(first, second)),
        "confusion": metrics.confusion_matrix(first, second, labels=labels).tolist(),
    }


def correlation(first, second):
    return {
        "first": first,
        "second": second,
        "spearman": float(stats.spearmanr(first, second).statistic),
        "pearson": float(stats.pearsonr(first, second).statistic),
    }


def strengths(players, games, prior):
    """Bradley and Terry's model as a logistic regression without a constant; a tie is half a win for each."""
    rows, wins = [], []
    for first, second, won, lost, ties in games:
        row = numpy.zeros(players)
        row[first], row[second] = 1.0, -1.0
        rows.append(row)
        wins.append([won + ties / 2, lost + ties / 2])
    for player in range(players if prior else 0):
        rows.append(numpy.eye(players)[player])
        wins.append([prior, prior])
    # Without a prior only differences are settled: the first player is left out, at 0.
    design = numpy.array(rows) if prior else numpy.array(rows)[:, 1:]
    family = statsmodels.families.Binomial()
    fit = statsmodels.GLM(numpy.array(wins), design, family=family).fit(tol=1e-14, maxiter=200)
    found = fit.params if prior else numpy.concatenate([[0.0], fit.params])
    games = [list(game) for game in games]
    return {"players": players, "games": games, "prior": prior, "strengths": (found - found.mean()).tolist()}


def decomposition(levels, cells):
    """Ordinary least squares with effects that add up to 0, and the analysis of variance of type II."""
    values = numpy.array([value for _, _, value in cells])

    def effects(place, count):
        codes = numpy.vstack([numpy.eye(count - 1), -numpy.ones(count - 1)])
        return codes[[cell[place] for cell in cells]]

    ones, first, second = numpy.ones((len(cells), 1)), effects(0, levels[0]), effects(1, levels[1])
    fit = statsmodels.OLS(values, numpy.hstack([ones, first, second])).fit()
    alone = [statsmodels.OLS(values, numpy.hstack([ones, factor])).fit().ssr for factor in (first, second)]
    groups = sorted({(a, b) for a, b, _ in cells})
    means = numpy.array([[float((a, b) == group) for group in groups] for a, b, _ in cells])
    within = statsmodels.OLS(values, means).fit().ssr

    def whole(found):
        return [*map(float, found), -float(sum(found))]

    split = levels[0]
    return {
        "levels": list(levels),
        "cells": [list(cell) for cell in cells],
        "mean": float(fit.params[0]),
        "first": whole(fit.params[1:split]),
        "second": whole(fit.params[split:]),
        "first_squares": float(alone[1] - fit.ssr),
        "second_squares": float(alone[0] - fit.ssr),
        "interaction_squares": float(max(0.0, fit.ssr - within)),
        "within_squares": float(within),
    }


def power(differences, difference, wanted, repeats):
    """Variances by the analysis of variance; numbers by the power of a test of one mean, by the normal distribution."""
    from statsmodels.stats.power import NormalIndPower

    sizes = numpy.array([len(group) for group in differences], dtype=float)
    values = numpy.concatenate(differences)
    instances = numpy.repeat(numpy.arange(len(differences)), sizes.astype(int))
    means = numpy.array([numpy.mean(group) for group in differences])
    residual = statsmodels.OLS(values, numpy.eye(len(differences))[instances]).fit().ssr
    between = float(numpy.sum(sizes * (means - values.mean()) ** 2) / (len(sizes) - 1))
    within = 0.0
    if len(values) > len(sizes):
        within = float(residual / (len(values) - len(sizes)))
        usual = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(sizes) - 1)
        between = max(0.0, float((between - within) / usual))
    effect = difference / numpy.sqrt(between + within / repeats)
    test = NormalIndPower(ddof=0)
    number = test.solve_power(effect_size=effect, alpha=0.05, power=wanted, ratio=0, alternative="two-sided")
    half = max(1.0, numpy.floor(number / 2))
    return {
        "differences": differences,
        "between": between,
        "within": within,
        "difference": difference,
        "power": wanted,
        "repeats": repeats,
        "instances": float(number),
        "power_of_half": float(test.power(effect, half, 0.05, ratio=0, alternative="two-sided")),
    }


def computed():
    return {
        "rates": [rate(*case) for case in RATES],
        "flips": [flips(case) for case in FLIPS],
        "agreements": [agreement(*case) for case in AGREEMENTS],
        "correlations": [correlation(*case) for case in CORRELATIONS],
        "strengths": [strengths(*case) for case in GAMES],
        "decompositions": [decomposition(*case) for case in CELLS],
        "powers": [power(*case) for case in POWERS],
    }


def close(value, reference, where):
    """Numbers in lists of any depth."""
    if isinstance(value, (list, tuple)):
        assert len(value) == len(reference), where
        for one, other in zip(value, reference, strict=True):
            close(one, other, where)
    else:
        assert value == pytest.approx(reference, abs=1e-6), where


def test_the_reference_values_are_those_of_scipy_and_statsmodels():
    written = json.loads(REFERENCE.read_text())
    for kind, cases in computed().items():
        assert len(cases) == len(written[kind])
        for case, reference in zip(cases, written[kind], strict=True):
            assert case.keys() == reference.keys()
            for key, value in case.items():
                close(value, reference[key], f"{kind}: {case}, {key}")


def test_mcnemar_is_the_sign_flip_test_of_single_pairs():
    from statsmodels.stats.contingency_tables import mcnemar

    single = flips([1] * 6 + [-1] * 2)
    assert single["p_value"] == pytest.approx(mcnemar([[0, 2], [6, 0]], exact=True).pvalue)


if __name__ == "__main__":
    REFERENCE.write_text(json.dumps(computed(), indent=1) + "\n")
