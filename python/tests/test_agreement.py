"""Holds `agon agree` and `agon study` to scikit-learn, SciPy and statsmodels, through the command line."""

import json
import random
import subprocess

import pytest
from serving import AGON

numpy = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
metrics = pytest.importorskip("sklearn.metrics")
statsmodels = pytest.importorskip("statsmodels.api")


def told(*arguments):
    done = subprocess.run([*AGON, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def generated(seed):
    """Two raters of 80 items on a scale of five, the second near the first."""
    draw = random.Random(seed)
    first = [draw.randint(1, 5) for _ in range(80)]
    second = [min(5, max(1, value + draw.choice([-2, -1, 0, 0, 0, 1]))) for value in first]
    return first, second


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_agreement_is_that_of_scikit_learn_and_scipy(tmp_path, seed):
    first, second = generated(seed)
    lines = ["item,rater,value,application"]
    for item, values in enumerate(zip(first, second, strict=True)):
        application = "ab"[item % 2]
        lines += [
            f"{item},{rater},{value},{application}" for rater, value in zip(("people", "judge"), values, strict=True)
        ]
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("\n".join(lines) + "\n")
    pairs = told("agree", ratings)["pairs"]
    assert [pair.get("application") for pair in pairs] == [None, "a", "b"]
    for pair, part in zip(pairs, (slice(None), slice(0, None, 2), slice(1, None, 2)), strict=True):
        one, other = first[part], second[part]
        labels = [int(category) for category in pair["categories"]]
        assert pair["kappa"]["value"] == pytest.approx(
            metrics.cohen_kappa_score(one, other, labels=labels, weights="linear")
        )
        assert pair["macro_f1"]["value"] == pytest.approx(metrics.f1_score(one, other, average="macro"))
        assert pair["accuracy"]["value"] == pytest.approx(metrics.accuracy_score(one, other))
        assert pair["spearman"]["value"] == pytest.approx(stats.spearmanr(one, other).statistic)
        assert pair["confusion"] == metrics.confusion_matrix(one, other, labels=labels).tolist()


def test_bootstrap_intervals_are_near_those_of_scipy(tmp_path):
    first, second = generated(4)
    lines = ["item,rater,value"]
    lines += [f"{item},people,{value}" for item, value in enumerate(first)]
    lines += [f"{item},judge,{value}" for item, value in enumerate(second)]
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("\n".join(lines) + "\n")
    (pair,) = told("agree", ratings)["pairs"]

    def kappa(one, other):
        return metrics.cohen_kappa_score(one, other, labels=[1, 2, 3, 4, 5], weights="linear")

    options = {"paired": True, "vectorized": False, "n_resamples": 2000, "method": "percentile", "random_state": 0}
    reference = stats.bootstrap((numpy.array(first), numpy.array(second)), kappa, **options).confidence_interval
    interval = pair["kappa"]["interval"]
    assert interval["low"] == pytest.approx(reference.low, abs=0.02)
    assert interval["high"] == pytest.approx(reference.high, abs=0.02)


def test_a_study_of_real_runs_is_that_of_statsmodels(tmp_path):
    run = tmp_path / "run"
    tasks = ["gym/maze-2d/easy", "gym/sliding-block/easy", "gym/jigsaw/easy"]
    agents = ["oracle", "oracle:*~0.3", "oracle:*~0.6", "random"]
    command = ["run", *tasks, "--instances", "6", "-k", "2", "--frames", "none", "-o", run]
    for agent in agents:
        command += ["-a", agent]
    subprocess.run([*AGON, *map(str, command)], check=True, capture_output=True, timeout=600)
    # Two models in two harnesses, by decree.
    facts = tmp_path / "agents.toml"
    made_of = {"oracle": ("m", "x"), "oracle:*~0.3": ("m", "y"), "oracle:*~0.6": ("n", "x"), "random": ("n", "y")}
    entries = [
        f'[agents."{agent}"]\nmodel = "{model}"\nharness = "{harness}"\n' for agent, (model, harness) in made_of.items()
    ]
    facts.write_text("".join(entries))
    tables = {table["name"]: table["rows"] for table in told("study", run, "--agents", facts)["tables"]}
    lines = [json.loads(line) for line in (run / "results.jsonl").read_text().splitlines()]
    passed = {line["trial"]: float(line["passed"]) for line in lines}
    plan = [json.loads(line) for line in (run / "plan.jsonl").read_text().splitlines()]
    by_agent = {agent: {} for agent in agents}
    for trial in plan:
        by_agent[trial["agent"]][trial["instance"], trial["repeat"]] = passed[trial["trial"]]

    # Bradley and Terry's model as a logistic regression; half a win and half a loss against nobody for each.
    rows, wins = [], []
    for first in range(4):
        for second in range(first + 1, 4):
            one, other = by_agent[agents[first]], by_agent[agents[second]]
            won = sum(0.5 + (one[key] - other[key]) / 2 for key in one)
            row = numpy.zeros(4)
            row[first], row[second] = 1.0, -1.0
            rows.append(row)
            wins.append([won, len(one) - won])
        rows.append(numpy.eye(4)[first])
        wins.append([0.5, 0.5])
    fit = statsmodels.GLM(numpy.array(wins), numpy.array(rows), family=statsmodels.families.Binomial()).fit(tol=1e-12)
    strengths = dict(zip(agents, fit.params - fit.params.mean(), strict=True))
    for row in tables["ranking"]:
        assert row["strength"] == pytest.approx(strengths[row["agent"]], abs=1e-6)

    # The additive model as ordinary least squares over all trials.
    values = numpy.array([passed[trial["trial"]] for trial in plan])
    model = numpy.array([1.0 if made_of[trial["agent"]][0] == "m" else -1.0 for trial in plan])
    harness = numpy.array([1.0 if made_of[trial["agent"]][1] == "x" else -1.0 for trial in plan])
    least = statsmodels.OLS(values, numpy.column_stack([numpy.ones(len(plan)), model, harness])).fit()
    effects = {(row["factor"], row["level"]): row["effect"] for row in tables["effects"]}
    assert effects["model", "m"] == pytest.approx(least.params[1])
    assert effects["harness", "x"] == pytest.approx(least.params[2])

    # The power of a paired test by the normal distribution.
    from statsmodels.stats.power import NormalIndPower

    for row in tables["power"]:
        deviation = numpy.sqrt(row["between"] ** 2 + row["within"] ** 2 / row["repeats"])
        if deviation > 0:
            expected = NormalIndPower(ddof=0).power(0.05 / deviation, row["instances"], 0.05, ratio=0)
            assert row["power"] == pytest.approx(expected, abs=1e-6)
