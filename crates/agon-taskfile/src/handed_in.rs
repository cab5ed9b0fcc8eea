//! Marks files that were handed in: `[[key.compare]]` holds them against references, `[[key.verify]]` asks a program of ours,
//! `[[key.judge]]` a model (`judged.rs`).
//!
//! Comparisons read the files from the trial's record, so marking again needs no world. A verifier has run before, as a probe that sees
//! the reference, and its outcome is in the evidence.

use crate::Probe;
use crate::fill::Fill;
use crate::judged::JudgedCheck;
use crate::templates::shortened;
use agon_artifact::{Comparison, Files, Marked, NotRead};
use agon_core::{ArtifactRef, Case, Cause, Fault, Question};
use agon_grade::{CheckBuilder, partial};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Read;
use toml::Table;

/// Longer files are not looked at.
const LONGEST: u64 = 64 << 20;
/// The largest part of the score that judged checks may make up.
const MOST_JUDGED: f64 = 0.25;
/// So many parts of a comparison are told.
const MOST_PARTS: usize = 6;
/// What a path to something that a probe has left begins with.
const OF_PROBE: &str = "probe:";

/// A reference file's bytes by its path.
pub(crate) type Reference = BTreeMap<String, Vec<u8>>;

/// How files are marked.
#[derive(Default)]
pub(crate) struct HandedIn {
    pub(crate) reference: Reference,
    comparisons: Vec<Compared>,
    verifiers: Vec<Verifier>,
    judged: Vec<JudgedCheck>,
}

/// A `[[key.compare]]`: one check.
struct Compared {
    name: String,
    weight: f64,
    gate: bool,
    /// One for each pair of files.
    comparisons: Vec<Comparison>,
}

/// A `[[key.verify]]`: a check for each that it declares.
struct Verifier {
    probe: String,
    checks: BTreeMap<String, f64>,
    gates: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verifying {
    checks: BTreeMap<String, f64>,
    #[serde(default)]
    gates: Vec<String>,
}

/// What a verifier prints on standard output.
#[derive(Deserialize)]
struct Printed {
    checks: BTreeMap<String, PrintedCheck>,
}

#[derive(Deserialize)]
struct PrintedCheck {
    score: f64,
    #[serde(default)]
    expected: String,
    #[serde(default)]
    seen: String,
}

/// A check with what it weighs; `None` for a gate, which earns nothing.
pub(crate) type Weighed = (Option<f64>, CheckBuilder);

impl HandedIn {
    /// Reads the tables, and adds a probe for every verifier.
    pub(crate) fn read(
        compare: Vec<Table>,
        verify: Vec<Table>,
        judge: Vec<Table>,
        reference: Reference,
        probes: &mut Vec<Probe>,
    ) -> Result<Self, String> {
        let comparisons = compare.into_iter().map(|table| Compared::read(table, &reference)).collect::<Result<_, _>>()?;
        let mut verifiers = Vec::new();
        for table in verify {
            let (verifier, probe) = Verifier::read(table)?;
            verifiers.push(verifier);
            probes.push(probe);
        }
        let judged = judge.into_iter().map(JudgedCheck::read).collect::<Result<_, _>>()?;
        Ok(Self { reference, comparisons, verifiers, judged })
    }

    /// The checks that are questions to a judge.
    pub(crate) fn judged(&self) -> impl Iterator<Item = &str> {
        self.judged.iter().map(|judged| judged.name.as_str())
    }

    /// Judges may decide a part of the score, never the whole. `others` is what checks outside of here weigh.
    pub(crate) fn sound_share_of_judges(&self, others: f64) -> Result<(), String> {
        let compared = self.comparisons.iter().filter(|compared| !compared.gate).map(|compared| compared.weight);
        let of_verifier = |verifier: &Verifier| -> f64 {
            let earning = verifier.checks.iter().filter(|(name, _)| !verifier.gates.contains(name));
            earning.map(|(_, weight)| weight).sum()
        };
        let mechanical = others + compared.sum::<f64>() + self.verifiers.iter().map(of_verifier).sum::<f64>();
        let judged: f64 = self.judged.iter().map(|judged| judged.weight).sum();
        if judged <= MOST_JUDGED * (judged + mechanical) + 1e-9 {
            return Ok(());
        }
        Err(format!(
            "its judged checks weigh {judged} of {} in all: a judge may decide at most a quarter of the score",
            judged + mechanical
        ))
    }

    /// What a judge is to be asked about a case.
    pub(crate) fn questions(&self, case: &Case<'_>) -> Result<Vec<Question>, Fault> {
        let mut questions = Vec::new();
        for judged in &self.judged {
            questions.extend(judged.questions(case)?);
        }
        Ok(questions)
    }

    /// Every check by its name, and whether it is a gate.
    pub(crate) fn checks(&self) -> impl Iterator<Item = (&str, bool)> {
        let compared = self.comparisons.iter().map(|compared| (compared.name.as_str(), compared.gate));
        let verified = self
            .verifiers
            .iter()
            .flat_map(|verifier| verifier.checks.keys().map(move |name| (name.as_str(), verifier.gates.contains(name))));
        let judged = self.judged.iter().map(|judged| (judged.name.as_str(), false));
        compared.chain(verified).chain(judged)
    }

    /// Whether it reads files of the trial's record. A verifier has read its own.
    pub(crate) fn needs_artifacts(&self) -> bool {
        !self.comparisons.is_empty() || !self.judged.is_empty()
    }

    /// What probes have to keep so that comparisons can look at it.
    pub(crate) fn of_probes(&self) -> impl Iterator<Item = (&str, &str)> {
        let paths = self.comparisons.iter().flat_map(|compared| &compared.comparisons).flat_map(Comparison::artifacts);
        paths.filter_map(|path| path.strip_prefix(OF_PROBE)?.split_once('/'))
    }

    /// Marks what a case holds.
    pub(crate) fn mark(&self, case: &Case<'_>) -> Result<Vec<Weighed>, Fault> {
        let mut checks = Vec::new();
        for compared in &self.comparisons {
            checks.push(compared.mark(case, &self.reference)?);
        }
        for verifier in &self.verifiers {
            checks.extend(verifier.mark(&case.evidence.0["probes"][&verifier.probe]));
        }
        // Without a judge its checks are left out: only proofs and replays go without one.
        if let Some(judgements) = case.judgements {
            for judged in &self.judged {
                checks.push((Some(judged.weight), judged.mark(case, judgements)?));
            }
        }
        Ok(checks)
    }
}

impl Compared {
    fn read(mut table: Table, reference: &Reference) -> Result<Self, String> {
        let name = match table.remove("name") {
            Some(toml::Value::String(name)) if is_plain(&name) => name,
            _ => return Err("a `compare` has a `name` of small letters, digits and _".into()),
        };
        let about = |problem: String| format!("compare {name:?}: {problem}");
        let weight = table
            .remove("weight")
            .map_or(Ok(1.0), |weight| weight.try_into())
            .map_err(|_| about("its weight is no number".into()))?;
        sound_weight(weight).map_err(about)?;
        let gate = match table.remove("gate") {
            None => false,
            Some(toml::Value::Boolean(gate)) => gate,
            Some(_) => return Err(about("`gate` is true or false".into())),
        };
        let tables = match table.remove("each") {
            None => vec![table],
            Some(toml::Value::Array(each)) if !each.is_empty() => {
                let one = |each: toml::Value| Fill::new(&Table::from_iter([("each".to_owned(), each)])).table(&table);
                each.into_iter().map(one).collect::<Result<_, _>>().map_err(about)?
            }
            Some(_) => return Err(about("`each` is a list of names that stand for {each} in the rest".into())),
        };
        let read = |table| Comparison::read(table).map_err(|problem| about(problem.to_string()));
        let comparisons = tables.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let needed = comparisons.iter().flat_map(Comparison::references);
        if let Some(missing) = needed.into_iter().find(|path| !reference.contains_key(*path)) {
            return Err(about(format!("there is no {missing:?} in [key.reference]")));
        }
        Ok(Self { name, weight, gate, comparisons })
    }

    fn mark(&self, case: &Case<'_>, reference: &Reference) -> Result<Weighed, Fault> {
        let (files, reference) = (HandedInFiles { case, fault: RefCell::default() }, ReferenceFiles(reference));
        let mut marked = Marked { score: 0.0, parts: Vec::new() };
        for comparison in &self.comparisons {
            let one = comparison.mark(&files, &reference).map_err(|error| Fault::new(Cause::Grader, error.to_string()))?;
            marked.score += one.score / self.comparisons.len() as f64;
            marked.parts.extend(one.parts);
        }
        if let Some(fault) = files.fault.take() {
            return Err(fault);
        }
        let failed: Vec<_> = marked.parts.iter().filter(|part| !part.passed).collect();
        let score = if failed.is_empty() { 1.0 } else { marked.score.clamp(0.0, 1.0 - f64::EPSILON) };
        let told = |of: fn(&agon_artifact::Part) -> &str| {
            let list = if failed.is_empty() { marked.parts.iter().collect::<Vec<_>>() } else { failed.clone() };
            let mut lines: Vec<String> =
                list.iter().take(MOST_PARTS).map(|part| format!("{}: {}", part.name, of(part))).collect();
            lines.extend((list.len() > MOST_PARTS).then(|| format!("and {} more", list.len() - MOST_PARTS)));
            lines.join("; ")
        };
        let (expected, seen) = (told(|part| &part.expected), told(|part| &part.seen));
        let at = self.comparisons.iter().flat_map(Comparison::artifacts).next().unwrap_or_default();
        let check = partial(&self.name, score).expected(expected).seen(seen).at(format!("output/{at}"));
        Ok(((!self.gate).then_some(self.weight), check))
    }
}

impl Verifier {
    fn read(mut table: Table) -> Result<(Self, Probe), String> {
        let mut own = Table::new();
        for key in ["checks", "gates"] {
            own.extend(table.remove(key).map(|value| (key.to_owned(), value)));
        }
        let mut probe = Probe::read(table).map_err(|problem| format!("verify: {problem}"))?;
        let about = |problem: String| format!("verify {:?}: {problem}", probe.name);
        probe.sees_reference = true;
        let Verifying { checks, gates } =
            toml::Value::Table(own).try_into().map_err(|error: toml::de::Error| about(error.message().trim().to_owned()))?;
        if checks.is_empty() {
            return Err(about("`checks` names no check, as in checks = { totals = 1 }".into()));
        }
        for (name, weight) in &checks {
            if !is_plain(name) {
                return Err(about(format!("the check {name:?} should be made of small letters, digits and _")));
            }
            sound_weight(*weight).map_err(about)?;
        }
        if let Some(unknown) = gates.iter().find(|gate| !checks.contains_key(*gate)) {
            return Err(about(format!("`gates` names {unknown:?}, which is none of its checks")));
        }
        Ok((Self { probe: probe.name.clone(), checks, gates }, probe))
    }

    /// A verifier that breaks down over a file tells that it is not what was asked for.
    fn mark(&self, outcome: &Value) -> Vec<Weighed> {
        let printed = printed(outcome);
        let check = |(name, weight): (&String, &f64)| {
            let found = printed.as_ref().map(|printed| printed.checks.get(name));
            let check = match found {
                Ok(Some(found)) => {
                    let score = if found.score.is_finite() { found.score.clamp(0.0, 1.0) } else { 0.0 };
                    partial(name, score).expected(shortened(&found.expected)).seen(shortened(&found.seen))
                }
                Ok(None) => partial(name, 0.0).expected("a result of this check").seen("the verifier did not come so far"),
                Err(problem) => partial(name, 0.0).expected("files that can be verified").seen(problem),
            };
            ((!self.gates.contains(name)).then_some(*weight), check.at(format!("/probes/{}", self.probe)))
        };
        self.checks.iter().map(check).collect()
    }
}

fn printed(outcome: &Value) -> Result<Printed, String> {
    let text = |stream: &str| outcome[stream].as_str().unwrap_or_default();
    let last = |stream| shortened(text(stream).trim().lines().last().unwrap_or_default()).into_owned();
    match outcome["exit"].as_i64() {
        Some(0) => serde_json::from_str(text("stdout")).map_err(|error| format!("the verifier printed no result: {error}")),
        Some(status) => Err(format!("the verifier ended with status {status}: {}", last("stderr"))),
        None => Err("the verifier did not come to an end in its time".into()),
    }
}

pub(crate) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

pub(crate) fn sound_weight(weight: f64) -> Result<(), String> {
    if weight > 0.0 && weight <= 1000.0 { Ok(()) } else { Err(format!("the weight {weight} is not between 0 and 1000")) }
}

/// A file that was handed in, or why there is none.
pub(crate) fn handed_in_file<'a>(case: &'a Case<'_>, path: &str) -> Result<Result<(&'a ArtifactRef, Vec<u8>), String>, Fault> {
    let files = HandedInFiles { case, fault: RefCell::default() };
    let kept = case.artifacts.iter().find(|kept| kept.name == format!("output/{path}"));
    match (files.read(path), files.fault.take()) {
        (_, Some(fault)) => Err(fault),
        (Err(NotRead(problem)), None) => Ok(Err(problem)),
        (Ok(bytes), None) => Ok(kept.map(|kept| (kept, bytes.into())).ok_or_else(|| "is missing".into())),
    }
}

/// The files of a case as comparisons read them: by path below `output/`, or `probe:NAME/PATH` for what a probe has left, with
/// `probe:NAME/stdout` for what it printed.
struct HandedInFiles<'a> {
    case: &'a Case<'a>,
    /// The record could not be read, which is not the fault of whoever handed in.
    fault: RefCell<Option<Fault>>,
}

impl Files for HandedInFiles<'_> {
    fn read(&self, path: &str) -> Result<Bytes, NotRead> {
        let name = match path.strip_prefix(OF_PROBE) {
            Some(of_probe) => {
                if let Some(probe) = of_probe.strip_suffix("/stdout") {
                    return self.printed(probe);
                }
                format!("probe/{of_probe}")
            }
            None => format!("output/{path}"),
        };
        let Some(kept) = self.case.artifacts.iter().find(|kept| kept.name == name) else {
            let odd = self.case.evidence.0["state"]["not_read"][&name].as_str();
            return Err(NotRead(odd.unwrap_or("is missing").into()));
        };
        if kept.bytes > LONGEST {
            return Err(NotRead(format!("is larger than {} MiB", LONGEST >> 20)));
        }
        self.recorded(kept).map(Bytes::from).map_err(|fault| {
            let problem = NotRead(fault.detail.clone());
            self.fault.replace(Some(fault));
            problem
        })
    }
}

impl HandedInFiles<'_> {
    fn recorded(&self, kept: &ArtifactRef) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let read = self.case.record.artifact(kept)?.read_to_end(&mut bytes);
        read.map_err(|error| Fault::new(Cause::Grader, format!("{} cannot be read: {error}", kept.name)))?;
        Ok(bytes)
    }

    fn printed(&self, probe: &str) -> Result<Bytes, NotRead> {
        let outcome = &self.case.evidence.0["probes"][probe];
        let problem = match outcome["exit"].as_i64() {
            Some(0) => return Ok(outcome["stdout"].as_str().unwrap_or_default().as_bytes().to_vec().into()),
            Some(status) => format!("the program ended with status {status}"),
            None => "the program did not come to an end in its time".into(),
        };
        Err(NotRead(problem))
    }
}

struct ReferenceFiles<'a>(&'a Reference);

impl Files for ReferenceFiles<'_> {
    fn read(&self, path: &str) -> Result<Bytes, NotRead> {
        self.0.get(path).map(|bytes| bytes.clone().into()).ok_or_else(|| NotRead("is missing".into()))
    }
}
