//! A document or a proof that must be built without complaint.

use super::output::ended;
use super::{Facts, Finding, StartFiles, Template, shortened, sound};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Compile {
    probe: String,
    /// What the log, both outputs of the command, must have and must lack.
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    /// A file that the probe keeps and that must have been made.
    produces: Option<String>,
}

impl Template for Compile {
    fn mark(&self, facts: &Facts<'_>) -> Finding {
        let outcome = &facts.root("probes")[self.probe.as_str()];
        let log = ["stdout", "stderr"].map(|name| outcome[name].as_str().unwrap_or_default()).join("\n");
        let made = |name: &String| outcome["files"][name.as_str()]["size"].as_u64().is_some_and(|size| size > 0);
        let problem = if outcome["exit"].as_i64() != Some(0) {
            Some(ended(outcome))
        } else if let Some(missing) = self.has.iter().find(|part| !log.contains(part.as_str())) {
            Some(format!("the log has no {missing:?}"))
        } else if let Some(line) = log.lines().find(|line| self.lacks.iter().any(|part| line.contains(part.as_str()))) {
            Some(format!("the log says {:?}", shortened(line)))
        } else {
            self.produces.as_ref().filter(|name| !made(name)).map(|name| format!("{name} was not made"))
        };
        let seen = problem.clone().unwrap_or_else(|| "it was built".into());
        Finding::new(problem.is_none(), self.expected(), seen, format!("/probes/{}", self.probe))
    }

    fn settle(&mut self, _: &StartFiles) -> Result<(), String> {
        let one_line = |part: &String| !part.is_empty() && !part.contains('\n');
        sound(self.has.iter().chain(&self.lacks).all(one_line), "`has` and `lacks` are texts within one line")
    }

    fn probe(&self) -> Option<&str> {
        Some(&self.probe)
    }
}

impl Compile {
    fn expected(&self) -> String {
        let mut wishes = vec!["it is built".to_owned()];
        wishes.extend(self.has.iter().map(|part| format!("the log has {part:?}")));
        wishes.extend(self.lacks.iter().map(|part| format!("the log lacks {part:?}")));
        wishes.extend(self.produces.iter().map(|name| format!("{name} is made")));
        shortened(&wishes.join(", ")).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use serde_json::{Value, json};

    const TEX: &str =
        "kind = 'compile'\nprobe = 'tex'\nhas = ['Output written']\nlacks = ['undefined', 'Error']\nproduces = 'report.pdf'";

    fn built(exit: i64, log: &str, size: u64) -> Value {
        json!({"tex": {"exit": exit, "stdout": log, "stderr": "", "files": {"report.pdf": {"size": size}}}})
    }

    #[test]
    fn exit_log_and_product_all_count() {
        let log = "This is pdfTeX\nOutput written on report.pdf";
        holds(TEX, "probes", built(0, log, 900));
        fails(TEX, "probes", built(1, log, 900));
        fails(TEX, "probes", built(0, "This is pdfTeX", 900));
        fails(TEX, "probes", built(0, log, 0));
        fails(TEX, "probes", json!({"tex": {"exit": 0, "stdout": log}}));
        fails(TEX, "probes", json!({}));
        let warned = built(0, &format!("LaTeX Warning: Reference `a' undefined\n{log}"), 900);
        let finding = finds(TEX, "probes", &warned);
        assert_eq!(finding.seen, "the log says \"LaTeX Warning: Reference `a' undefined\"");
        assert_eq!(finding.score, 0.0);
        assert!(refused("kind = 'compile'\nprobe = 'x'\nlacks = ['']").contains("within one line"));
    }
}
