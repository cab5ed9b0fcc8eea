//! Whether a file proves what it was to prove.
//!
//! The agent's file is compiled in one sandbox, and nothing leaves it but the compiled library. In a second one, which holds none of the
//! agent's other files, a file of our own states the theorem in our words before that library is loaded, so that nothing in it
//! can change how they are read, and takes the agent's proof for it. A third file, in which nothing of the agent's is read any more,
//! prints what the proof rests on: a name that stands for a tactic is run where it is read, and may print whatever it likes. `coqchk`,
//! which shares no code with plug-ins, then checks the library's terms again: a library that was not made by Coq's kernel does not pass.
//!
//! So a changed statement, a shadowed name, a notation or a statement in a comment ends in "not proved"; an admitted goal, an axiom, a
//! parameter or a rule of the kernel switched off is listed among what the proof rests on.

use super::super::theorems::{Report, Theorem, cut};
use super::super::workbench::{self, Job, Outcome};
use super::code;
use agon_core::Fault;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

const COMPILE_LIMIT: Duration = Duration::from_secs(60);
const CHECK_LIMIT: Duration = Duration::from_secs(60);
/// For compiling a file and checking so many theorems.
pub(super) fn limit(theorems: usize) -> Duration {
    COMPILE_LIMIT + CHECK_LIMIT * u32::try_from(theorems).unwrap_or(u32::MAX)
}

/// What our own names begin with.
const OWN: &str = "agon_";
/// What the script prints once Coq has taken the proof.
const PROVED: &str = "proved";
/// What Coq prints of a proof that rests on nothing.
const CLOSED: &str = "Closed under the global context";

/// A file to be checked, and against what.
pub struct Work<'a> {
    /// The library's name: `proof` for `proof.v`.
    pub library: &'a str,
    pub text: &'a str,
    /// What the statements are read after: imports, and the definitions that the file begins with. Inductive types must be in
    /// `given_libraries` instead, because two with the same text are two types.
    pub given: &'a str,
    /// Libraries of the task that files may require: name and text.
    pub given_libraries: &'a BTreeMap<String, String>,
    pub theorems: &'a [Theorem],
}

/// What was found of one theorem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The file has something of this name that proves our statement.
    pub proved: bool,
    /// What it rests on beyond Coq's logic, one entry a line. Empty where it stands alone.
    pub assumptions: Vec<String>,
    /// The terms pass the independent checker.
    pub verified: bool,
    /// What Coq said where it is not proved.
    pub problem: String,
}

impl Proof {
    fn holds(&self) -> bool {
        self.proved && self.assumptions.is_empty() && self.verified
    }
}

/// Checks it. `Err` means that no sandbox could be had, or that what the task gives does not compile.
pub async fn check(work: &Work<'_>) -> Result<Report<Proof>, Fault> {
    let forbidden = code::forbidden(work.text);
    let compiled = compile(work).await?;
    let mut report = Report {
        holds: false,
        compiles: compiled.succeeded(),
        log: cut(&compiled.messages),
        forbidden,
        theorems: BTreeMap::new(),
    };
    for theorem in work.theorems {
        let proof = if report.compiles { prove(work, theorem, &compiled.output).await? } else { Proof::default() };
        report.theorems.insert(theorem.name.clone(), proof);
    }
    report.holds = report.compiles && report.forbidden.is_empty() && report.theorems.values().all(Proof::holds);
    Ok(report)
}

/// Compiles a task's library, for the agent's folder.
pub async fn compile_given(name: &str, text: &str) -> Result<Vec<u8>, Fault> {
    let given = BTreeMap::new();
    let work = Work { library: name, text, given: "", given_libraries: &given, theorems: &[] };
    let compiled = compile(&work).await?;
    if compiled.succeeded() {
        return Ok(compiled.output);
    }
    Err(Fault::new(agon_core::Cause::World, format!("the library {name} does not compile: {}", cut(&compiled.messages))))
}

/// The compiled library is the output.
async fn compile(work: &Work<'_>) -> Result<Outcome, Fault> {
    let script = format!("{}cat > \"$1.v\"; coqc -q \"$1.v\" >&2 && cat \"$1.vo\"", libraries(work));
    run(work, &script, &[], work.text.as_bytes(), COMPILE_LIMIT).await
}

async fn prove(work: &Work<'_>, theorem: &Theorem, compiled: &[u8]) -> Result<Proof, Fault> {
    let (library, name) = (work.library, &theorem.name);
    let own = format!(
        "{}\nDefinition {OWN}statement : Type := {}.\nRequire {library}.\nDefinition {OWN}proof : {OWN}statement := @{library}.{name}.\n",
        work.given, theorem.statement
    );
    let script = format!(
        "{}cat > \"$1.vo\"; printf '%s' \"$2\" > {OWN}check.v; coqc -q {OWN}check.v >&2 || exit 1; echo {PROVED}; \
         echo 'Require {OWN}check. Print Assumptions {OWN}check.{OWN}proof.' > {OWN}print.v; coqc -q {OWN}print.v && \
         coqchk -silent -norec {OWN}check -norec \"$1\" >&2",
        libraries(work)
    );
    let outcome = run(work, &script, &[&own], compiled, CHECK_LIMIT).await?;
    let output = String::from_utf8_lossy(&outcome.output);
    let mut lines = output.lines().map(|line| line.trim_end().to_owned());
    let proved = lines.next().is_some_and(|line| line == PROVED);
    let assumptions = if proved { rests_on(lines.collect()) } else { Vec::new() };
    Ok(Proof { proved, assumptions, verified: outcome.succeeded(), problem: cut(&outcome.messages) })
}

/// What Coq printed of a proof's assumptions. Where it printed nothing, which a library can bring about, it may rest on anything.
fn rests_on(printed: Vec<String>) -> Vec<String> {
    match printed.as_slice() {
        [only] if only == CLOSED => Vec::new(),
        [] => vec!["Coq did not say".to_owned()],
        _ => printed,
    }
}

/// Runs a script with the library's name, further arguments, and the task's libraries in pairs after them.
async fn run(work: &Work<'_>, script: &str, further: &[&str], input: &[u8], limit: Duration) -> Result<Outcome, Fault> {
    let mut arguments = vec![work.library];
    arguments.push(further.first().copied().unwrap_or_default());
    arguments.extend(work.given_libraries.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
    workbench::run(Job { script, arguments, input, limit }).await
}

/// The part of a script that writes and compiles the task's libraries.
fn libraries(work: &Work<'_>) -> String {
    let compile = |place: usize| {
        let (name, text) = (3 + 2 * place, 4 + 2 * place);
        format!("printf '%s' \"${{{text}}}\" > \"${{{name}}}.v\" && coqc -q \"${{{name}}}.v\" >&2 || exit 1; ")
    };
    (0..work.given_libraries.len()).map(compile).collect()
}
