//! Whether a Lean file proves what it was to prove.
//!
//! Three files are compiled, each in a sandbox that the agent has no other file in: the agent's own, of which nothing is kept but the
//! compiled module; one of ours that states the theorem without the agent's module, so that nothing in it can change how it is
//! read; and one of ours that imports both, takes the agent's proof for the statement, and asks what it rests on.
//!
//! That last file is read with whatever syntax the agent's module brings along, so a file that brings any, or runs code while it is
//! compiled, is refused beforehand (`code.rs`). The module's terms are not checked again by a second kernel: `lean4checker` does
//! that where it is installed, and is not needed for files without such code.

use super::super::theorems::{Report, Theorem, cut};
use super::super::workbench::{self, Job, Outcome};
use super::code;
use agon_core::Fault;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

pub(super) const LIMIT: Duration = Duration::from_secs(120);
/// What Lean's own library rests on, and every proof may.
const STANDARD: [&str; 3] = ["propext", "Classical.choice", "Quot.sound"];
const STATEMENT: &str = "AgonStatement";
const PROOF: &str = "agonProof";
const COMPILE: &str = "export LEAN_PATH=/work; cat > \"$1.lean\"; lean -o \"$1.olean\" \"$1.lean\" >&2 && cat \"$1.olean\"";
const CHECK: &str = "export LEAN_PATH=/work; cat > \"$1.olean\"; printf '%s' \"$2\" > AgonStatement.lean; printf '%s' \"$3\" > AgonCheck.lean; \
     lean -o AgonStatement.olean AgonStatement.lean >&2 && lean AgonCheck.lean";

/// A file to be checked, and against what.
pub struct Work<'a> {
    pub module: &'a str,
    pub text: &'a str,
    /// Imports, and the definitions that the file begins with. Inductive types with the same text are two types: they cannot be here.
    pub given: &'a str,
    pub theorems: &'a [Theorem],
}

/// What was found of one theorem.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// The file has something of this name that proves our statement.
    pub proved: bool,
    /// Every axiom it rests on, the standard ones included.
    pub axioms: Vec<String>,
    /// What Lean said where it is not proved.
    pub problem: String,
}

impl Proof {
    fn holds(&self) -> bool {
        self.proved && self.axioms.iter().all(|axiom| STANDARD.contains(&axiom.as_str()))
    }
}

/// Checks it. `Err` means that no sandbox could be had.
pub async fn check(work: &Work<'_>) -> Result<Report<Proof>, Fault> {
    check_by(work, "").await
}

/// `before` comes before every script: tests put a stand-in for Lean there.
async fn check_by(work: &Work<'_>, before: &str) -> Result<Report<Proof>, Fault> {
    let forbidden = code::forbidden(work.text);
    let mut report = Report { holds: false, compiles: false, log: String::new(), forbidden, theorems: BTreeMap::new() };
    if !report.forbidden.is_empty() {
        report.theorems = work.theorems.iter().map(|theorem| (theorem.name.clone(), Proof::default())).collect();
        return Ok(report);
    }
    let compiled = run(&format!("{before}{COMPILE}"), vec![work.module], work.text.as_bytes()).await?;
    report.compiles = compiled.succeeded();
    report.log = cut(&compiled.messages);
    for theorem in work.theorems {
        let mut proof = Proof::default();
        if report.compiles {
            let (statement, checking) = files(work, theorem);
            let arguments = vec![work.module, &statement, &checking];
            proof = read(&run(&format!("{before}{CHECK}"), arguments, &compiled.output).await?);
        }
        report.theorems.insert(theorem.name.clone(), proof);
    }
    report.holds = report.compiles && report.theorems.values().all(Proof::holds);
    Ok(report)
}

async fn run(script: &str, arguments: Vec<&str>, input: &[u8]) -> Result<Outcome, Fault> {
    workbench::run(Job { script, arguments, input, limit: LIMIT }).await
}

/// The file that states the theorem, and the one that takes the agent's proof for it. What is given would clash with the same definitions in
/// the agent's file, so it stands in a name space of its own, below its imports.
fn files(work: &Work<'_>, theorem: &Theorem) -> (String, String) {
    let is_import = |line: &&str| line.trim_start().starts_with("import ");
    let imports: String = work.given.lines().filter(is_import).map(|line| format!("{line}\n")).collect();
    let rest: String = work.given.lines().filter(|line| !is_import(line)).map(|line| format!("{line}\n")).collect();
    let stated =
        format!("{imports}namespace {STATEMENT}\n{rest}def statement : Prop := {}\nend {STATEMENT}\n", theorem.statement);
    let checking = format!(
        "import {STATEMENT}\nimport {}\ntheorem {PROOF} : {STATEMENT}.statement := @_root_.{}\n#print axioms {PROOF}\n",
        work.module, theorem.name
    );
    (stated, checking)
}

fn read(outcome: &Outcome) -> Proof {
    let output = String::from_utf8_lossy(&outcome.output);
    match axioms(&output).filter(|_| outcome.succeeded()) {
        Some(axioms) => Proof { proved: true, axioms, problem: String::new() },
        None => Proof { problem: cut(&format!("{output}{}", outcome.messages)), ..Proof::default() },
    }
}

/// What `#print axioms` says, on one line or several. `None` where it says nothing of our proof.
fn axioms(output: &str) -> Option<Vec<String>> {
    let (_, said) = output.split_once(&format!("'{PROOF}' "))?;
    if said.starts_with("does not depend on any axioms") {
        return Some(Vec::new());
    }
    let (list, _) = said.strip_prefix("depends on axioms:")?.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(list.split(',').map(|name| name.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests;
