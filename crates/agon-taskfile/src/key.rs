//! What only the examiner knows of one variant of a task: how it is marked, and attempts whose outcome is known.

use crate::Probe;
use crate::expression::Facts;
use crate::handed_in::{HandedIn, Reference};
use crate::script::{Changes, Script, Scripted};
use crate::templates::{Check, StartFiles};
use agon_core::{Action, Agent, Case, Cause, Ending, Fault, Marks, Question};
use agon_grade::{CheckBuilder, all_of, check, gate, weighted};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use toml::Table;

/// The check that every feasible task has, and the one that infeasible ones have instead.
pub(crate) const HANDED_IN: &str = "handed_in";
const DECLARED_INFEASIBLE: &str = "declared_infeasible";
/// The strategy that every key of checks has.
const SOLUTION: &str = "solution";

/// What only the grader knows of one variant of a task.
pub trait AnswerKey: Send + Sync {
    fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault>;

    /// What a judge is to be asked about a case.
    fn questions(&self, _case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        Ok(Vec::new())
    }

    /// The checks that are questions to a judge.
    fn judged(&self) -> Vec<String> {
        Vec::new()
    }

    /// Ways to solve it, the default first.
    fn strategies(&self) -> Vec<String>;

    /// The agent that solves it in this way.
    fn solve(&self, strategy: &str) -> Option<Box<dyn Agent>>;

    /// Attempts that must fail, each on the check it names.
    fn near_misses(&self) -> Vec<agon_core::NearMiss>;

    /// The agent that makes a near-miss which is no list of actions.
    fn attempt(&self, _near_miss: &str) -> Option<Box<dyn Agent>> {
        None
    }

    /// Other valid ways that are no strategies, which must pass.
    fn alternatives(&self) -> Vec<(String, Vec<Action>)> {
        Vec::new()
    }

    /// Texts that must not leak to the agent.
    fn secrets(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A key of checks and scripts.
pub(crate) struct CheckKey {
    feasible: bool,
    pub(crate) probes: Vec<Probe>,
    /// Files whose content marking looks at.
    pub(crate) keep: Vec<String>,
    checks: Vec<Check>,
    pub(crate) handed_in: HandedIn,
    variant: Value,
    solution: Script,
    alternatives: Vec<(String, Script)>,
    near_misses: Vec<NearMiss>,
    secrets: Vec<String>,
}

struct NearMiss {
    name: String,
    fails: String,
    script: Script,
}

/// The `key` table of a task file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    keep: Vec<String>,
    #[serde(default)]
    probe: Vec<Table>,
    #[serde(default)]
    check: Vec<Table>,
    #[serde(default)]
    compare: Vec<Table>,
    #[serde(default)]
    verify: Vec<Table>,
    #[serde(default)]
    judge: Vec<Table>,
    solution: Solution,
    #[serde(default)]
    alternative: Vec<Table>,
    #[serde(default)]
    near_miss: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solution {
    steps: Vec<Table>,
}

/// What a key needs to know of the rest of its file.
pub(crate) struct About<'a> {
    pub(crate) feasible: bool,
    pub(crate) variant: &'a Table,
    pub(crate) start: &'a StartFiles,
    pub(crate) reference: Reference,
    pub(crate) secrets: Vec<String>,
}

impl CheckKey {
    pub(crate) fn read(table: Table, about: About<'_>) -> Result<Self, String> {
        let file: File =
            toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
        let checks: Vec<Check> = file.check.into_iter().map(|check| Check::read(check, about.start)).collect::<Result<_, _>>()?;
        let solution = Script::read(&file.solution.steps).map_err(|problem| format!("solution: {problem}"))?;
        let mut alternatives = Vec::new();
        for mut table in file.alternative {
            let name = name(&mut table, "alternative")?;
            let script = changed(&solution, table).map_err(|problem| format!("alternative {name:?}: {problem}"))?;
            alternatives.push((name, script));
        }
        let mut near_misses = Vec::new();
        for mut table in file.near_miss {
            let name = name(&mut table, "near_miss")?;
            let wrong = |problem: String| format!("near_miss {name:?}: {problem}");
            let Some(toml::Value::String(fails)) = table.remove("fails") else {
                return Err(wrong("it does not say which check it `fails`".into()));
            };
            let script = changed(&solution, table).map_err(wrong)?;
            near_misses.push(NearMiss { name, fails, script });
        }
        let mut probes = file.probe.into_iter().map(Probe::read).collect::<Result<Vec<_>, _>>()?;
        let handed_in = HandedIn::read(file.compare, file.verify, file.judge, about.reference, &mut probes)?;
        let keep: BTreeSet<String> = checks.iter().flat_map(|check| check.files()).map(str::to_owned).chain(file.keep).collect();
        let key = Self {
            feasible: about.feasible,
            probes,
            keep: keep.into_iter().collect(),
            checks,
            handed_in,
            variant: toml::Value::Table(about.variant.clone()).try_into().map_err(|error: toml::de::Error| error.to_string())?,
            solution,
            alternatives,
            near_misses,
            secrets: about.secrets,
        };
        key.sound()?;
        key.proven()?;
        Ok(key)
    }

    /// What expressions see. Evidence that lacks what the world should have put there is a fault, not a wrong answer.
    fn facts<'a>(&'a self, evidence: &'a Value, answer: Option<&'a Value>) -> Result<Facts<'a>, String> {
        let missing = |what: &str| format!("the evidence has no {what}");
        let state = evidence.get("state").ok_or_else(|| missing("state"))?;
        let mut probes = Map::new();
        for Probe { name, .. } in &self.probes {
            let outcome =
                evidence["probes"].get(name).and_then(Value::as_object).ok_or_else(|| missing(&format!("probe {name:?}")))?;
            let mut outcome = outcome.clone();
            let json = outcome.get("stdout").and_then(Value::as_str).and_then(|text| serde_json::from_str(text).ok());
            outcome.insert("json".into(), json.unwrap_or(Value::Null));
            probes.insert(name.clone(), Value::Object(outcome));
        }
        for path in &self.keep {
            evidence["files"].get(path).ok_or_else(|| missing(&format!("file {path:?}, not even as absent")))?;
        }
        let facts = Facts::none()
            .with("state", Cow::Borrowed(state))
            .with("beside", Cow::Borrowed(&evidence["beside"]))
            .with("probes", Cow::<Value>::Owned(Value::Object(probes)))
            .with("files", Cow::Borrowed(&evidence["files"]))
            .with("variant", Cow::Borrowed(&self.variant));
        Ok(match answer {
            Some(answer) => facts.with("answer", Cow::Borrowed(answer)),
            None => facts,
        })
    }

    /// All that can be seen to be wrong without looking at the program.
    fn sound(&self) -> Result<(), String> {
        let own = if self.feasible { HANDED_IN } else { DECLARED_INFEASIBLE };
        let mut names: BTreeSet<&str> = [HANDED_IN, DECLARED_INFEASIBLE].into();
        if let Some(name) = self.check_names().find(|name| !names.insert(name)) {
            return Err(format!("two checks are called {name:?}"));
        }
        for check in &self.checks {
            for probe in check.probes() {
                if !self.probes.iter().any(|known| known.name == probe) {
                    return Err(format!("check {:?}: there is no probe {probe:?}", check.name));
                }
            }
        }
        for (i, probe) in self.probes.iter().enumerate() {
            if self.probes[..i].iter().any(|other| other.name == probe.name) {
                return Err(format!("two probes are called {:?}", probe.name));
            }
        }
        for (probe, file) in self.handed_in.of_probes() {
            let is_kept = |known: &Probe| known.name == probe && (file == "stdout" || known.keep.iter().any(|kept| kept == file));
            if !self.probes.iter().any(is_kept) {
                return Err(format!("no probe {probe:?} keeps {file:?}, which a `compare` looks at"));
            }
        }
        let earns = self.checks.iter().map(|check| !check.gate).chain(self.handed_in.checks().map(|(_, gate)| !gate));
        if self.feasible && !earns.into_iter().any(|earns| earns) {
            return Err("no check earns anything".into());
        }
        if self.feasible {
            let of_checks: f64 = self.checks.iter().filter(|check| !check.gate).map(|check| check.weight).sum();
            self.handed_in.sound_share_of_judges(of_checks)?;
        } else if self.handed_in.judged().next().is_some() {
            return Err("a task that cannot be done has nothing to `judge`".into());
        }
        if self.solution.declares_fail() == self.feasible {
            return Err(match self.feasible {
                true => "the solution ends in `fail`; a task that cannot be done says `feasible = false`".into(),
                false => "the task is not feasible, but the solution does not end in `fail`".into(),
            });
        }
        if self.near_misses.is_empty() {
            return Err("it has no near_miss".into());
        }
        for NearMiss { name, fails, .. } in &self.near_misses {
            if fails != own && !self.check_names().any(|check| check == fails) {
                return Err(format!("near_miss {name:?}: there is no check {fails:?}"));
            }
        }
        let attempts = self.alternatives.iter().map(|(name, _)| name).chain(self.near_misses.iter().map(|miss| &miss.name));
        let mut names = BTreeSet::new();
        match attempts.into_iter().find(|name| !names.insert(name.as_str()) || name.as_str() == SOLUTION) {
            Some(name) => Err(format!("two attempts are called {name:?}")),
            None => Ok(()),
        }
    }

    fn check_names(&self) -> impl Iterator<Item = &str> {
        self.checks.iter().map(|check| check.name.as_str()).chain(self.handed_in.checks().map(|(name, _)| name))
    }

    /// Answers can be marked without the program: those of right attempts pass, and near-misses fail where they say so.
    fn proven(&self) -> Result<(), String> {
        for check in self.checks.iter().filter(|check| check.marks_answer) {
            let passes = |script: &Script| {
                let answer = script.answer().unwrap_or(&Value::Null);
                let marks = all_of(vec![check.mark(&Facts::none().with("answer", Cow::Borrowed(answer)))]);
                (marks.passed, marks.checks.first().map(|check| format!("expected {}, seen {}", check.expected, check.seen)))
            };
            let right = std::iter::once((SOLUTION, &self.solution));
            for (name, script) in right.chain(self.alternatives.iter().map(|(name, script)| (name.as_str(), script))) {
                if let (false, problem) = passes(script) {
                    return Err(format!("{name}: its answer fails {:?}: {}", check.name, problem.unwrap_or_default()));
                }
            }
            for miss in self.near_misses.iter().filter(|miss| miss.fails == check.name) {
                if passes(&miss.script).0 {
                    return Err(format!("near_miss {:?}: its answer passes {:?}", miss.name, check.name));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn scripts(&self) -> impl Iterator<Item = (&str, &Script)> {
        let alternatives = self.alternatives.iter().map(|(name, script)| (name.as_str(), script));
        let near_misses = self.near_misses.iter().map(|miss| (miss.name.as_str(), &miss.script));
        std::iter::once((SOLUTION, &self.solution)).chain(alternatives).chain(near_misses)
    }

    pub(crate) fn asks_for_answer(&self) -> bool {
        self.checks.iter().any(|check| check.marks_answer)
    }
}

impl AnswerKey for CheckKey {
    fn mark(&self, case: &Case<'_>) -> Result<Marks, Fault> {
        let facts = self.facts(&case.evidence.0, case.answer).map_err(|problem| Fault::new(Cause::Grader, problem))?;
        let marks = |check: &Check| (check.weight, check.mark(&facts));
        let (gates, earning): (Vec<&Check>, Vec<&Check>) = self.checks.iter().partition(|check| check.gate);
        let mut gates: Vec<CheckBuilder> = gates.into_iter().map(|check| check.mark(&facts)).collect();
        let mut earning: Vec<(f64, CheckBuilder)> = earning.into_iter().map(marks).collect();
        for (weight, check) in self.handed_in.mark(case)? {
            match weight {
                Some(weight) => earning.push((weight, check)),
                None => gates.push(check),
            }
        }
        let declared = matches!(case.ending, Ending::Failed { .. });
        if !self.feasible {
            let infeasible = check(DECLARED_INFEASIBLE, declared).expected("the agent declared the task infeasible");
            gates.insert(0, infeasible.seen(case.ending).at(""));
            gates.extend(earning.into_iter().map(|(_, check)| check));
            return Ok(all_of(gates));
        }
        let is_handed_in = matches!(case.ending, Ending::Done | Ending::Stopped);
        let handed_in = check(HANDED_IN, is_handed_in).expected("the agent said that it was done").seen(case.ending).at("");
        // Handing in earns nothing. Not to do so costs, but keeps partial credit; whoever says that it cannot be done has none.
        if declared {
            gates.insert(0, handed_in);
        } else {
            earning.insert(0, (if is_handed_in { 0.0 } else { 1.0 }, handed_in));
        }
        Ok(if gates.is_empty() { weighted(earning) } else { gate(gates, weighted(earning)) })
    }

    fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        self.handed_in.questions(case)
    }

    fn judged(&self) -> Vec<String> {
        self.handed_in.judged().map(str::to_owned).collect()
    }

    fn strategies(&self) -> Vec<String> {
        std::iter::once(SOLUTION.to_owned()).chain(self.alternatives.iter().map(|(name, _)| name.clone())).collect()
    }

    fn solve(&self, strategy: &str) -> Option<Box<dyn Agent>> {
        let script = match strategy {
            SOLUTION => Some(&self.solution),
            other => self.alternatives.iter().find(|(name, _)| name == other).map(|(_, script)| script),
        };
        script.map(played)
    }

    fn near_misses(&self) -> Vec<agon_core::NearMiss> {
        let near_miss =
            |miss: &NearMiss| agon_core::NearMiss { name: miss.name.clone(), actions: Vec::new(), fails: miss.fails.clone() };
        self.near_misses.iter().map(near_miss).collect()
    }

    fn attempt(&self, near_miss: &str) -> Option<Box<dyn Agent>> {
        self.near_misses.iter().find(|miss| miss.name == near_miss).map(|miss| played(&miss.script))
    }

    fn secrets(&self) -> Vec<String> {
        self.secrets.clone()
    }
}

fn played(script: &Script) -> Box<dyn Agent> {
    Box::new(Scripted::new(script.clone()))
}

fn name(table: &mut Table, what: &str) -> Result<String, String> {
    match table.remove("name") {
        Some(toml::Value::String(name)) if !name.trim().is_empty() => Ok(name),
        _ => Err(format!("every {what} has a `name`")),
    }
}

fn changed(solution: &Script, table: Table) -> Result<Script, String> {
    let changes: Changes =
        toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())?;
    solution.changed(&changes)
}
