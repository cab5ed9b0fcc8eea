//! Compiles a copy of what an agent has written.

use super::super::workbench::{self, Job};
use super::pages;
use agon_core::Fault;
use serde::Serialize;
use std::time::Duration;

pub(super) const LIMIT: Duration = Duration::from_secs(60);
const MAX_LOG: usize = 60_000;
const MAX_TEXT: usize = 60_000;
const MAX_LISTED: usize = 50;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Build {
    /// All runs of pdflatex ended well and made a PDF.
    pub(super) compiles: bool,
    pub(super) pages: u32,
    /// What the last log calls errors, one entry each.
    pub(super) problems: Vec<String>,
    /// What the last log warns of: undefined references, citations, overfull boxes.
    pub(super) warnings: Vec<String>,
    /// The words on its pages, between single spaces: as they are printed, so without commands and comments, with numbers for references.
    pub(super) text: String,
    /// The last log.
    pub(super) log: String,
}

/// Compiles a document from its sources alone, a tar of HOME: what an earlier run has left is removed first.
pub(super) async fn build(copy: Option<Vec<u8>>, root: &str) -> Result<Build, Fault> {
    let Some(copy) = copy else {
        return Ok(Build { problems: vec!["there is too much in HOME".into()], ..Build::default() });
    };
    let (folder, name) = root.rsplit_once('/').unwrap_or((".", root));
    let stem = name.strip_suffix(".tex").unwrap_or(name);
    let outcome = workbench::run(Job { script: SCRIPT, arguments: vec![folder, stem], input: &copy, limit: LIMIT }).await?;
    let (printed, log) = split(&outcome.output);
    let (log, text) = pages::read(&log);
    // A document can write what it likes into its log, so the log is believed as far as the pages say the same.
    let is_true = pages::letters(&text) == pages::letters(&printed);
    let text = if is_true { text } else { String::new() };
    let (log, text): (String, String) = (log.chars().take(MAX_LOG).collect(), text.chars().take(MAX_TEXT).collect());
    let compiles = outcome.succeeded();
    let mut build = Build { compiles, pages: pages(&log), problems: problems(&log), warnings: warnings(&log), text, log };
    if compiles && !is_true {
        build.problems.push("the log tells other words than the pages".into());
    }
    if build.log.is_empty() {
        build.problems.push(outcome.messages.trim().to_owned());
    }
    Ok(build)
}

/// What the script prints: how many bytes the words of the pages take, these, and the log.
fn split(output: &[u8]) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let Some(end) = output.iter().position(|byte| *byte == b'\n') else { return (String::new(), text(output)) };
    let (count, rest) = (text(&output[..end]), &output[end + 1..]);
    let (printed, log) = rest.split_at(count.trim().parse().unwrap_or(0).min(rest.len()));
    (text(printed), text(log))
}

/// Prints the words of the pages, and the log of the last run, which tells every box of them. The bibliography is made where the
/// document asks for one.
const SCRIPT: &str = r#"
tar --extract --no-same-owner --no-same-permissions && cd "$1" || exit 1
rm -f "$2.aux" "$2.toc" "$2.lof" "$2.lot" "$2.out" "$2.log" "$2.pdf"
latex() { pdflatex -interaction=nonstopmode -no-shell-escape -jobname="$2" "$3\\input{$2.tex}" >/dev/null </dev/null; }
boxes='\tracingoutput=1 \showboxbreadth=10000000 \showboxdepth=10000 '
latex "$@"; code=$?
if [ $code = 0 ] && grep -q '\\bibdata' "$2.aux"; then bibtex "$2" >&2; latex "$@" || code=$?; fi
if [ $code = 0 ]; then latex "$@" "$boxes" || code=$?; fi
[ ! -s "$2.pdf" ] || pdftotext -q -raw -enc UTF-8 "$2.pdf" /tmp/pages.txt >&2
touch /tmp/pages.txt; wc -c </tmp/pages.txt; cat /tmp/pages.txt "$2.log"
[ -s "$2.pdf" ] && exit $code
exit 1
"#;

/// `Output written on main.pdf (2 pages, 12677 bytes).`
fn pages(log: &str) -> u32 {
    let line = log.lines().rev().find(|line| line.starts_with("Output written on "));
    let count = line.and_then(|line| line.rsplit_once('(')).and_then(|(_, rest)| rest.split_once(' '));
    count.and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
}

fn problems(log: &str) -> Vec<String> {
    log.lines().filter(|line| line.starts_with("! ")).map(|line| line[2..].to_owned()).take(MAX_LISTED).collect()
}

fn warnings(log: &str) -> Vec<String> {
    let is_warning = |line: &&str| line.contains("Warning: ") || line.starts_with("Overfull ") || line.starts_with("Underfull ");
    log.lines().filter(is_warning).map(str::to_owned).take(MAX_LISTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn built(files: &[(&str, &str)]) -> Build {
        let home = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = home.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let tar = std::process::Command::new("tar").args(["--create", "--directory"]).arg(home.path()).arg(".").output();
        build(Some(tar.unwrap().stdout), "paper/main.tex")
            .await
            .unwrap_or_else(|fault| panic!("install texlive-latex-base and bubblewrap: {fault}"))
    }

    fn article(body: &str) -> String {
        format!("\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n")
    }

    #[tokio::test]
    async fn references_and_citations_are_resolved() {
        let text = article(
            "\\section{One}\\label{a} See \\ref{a} and \\cite{k}. \\newpage Two. \\bibliographystyle{plain}\\bibliography{own}",
        );
        let entry = "@book{k, title={T}, author={A}, year={2000}, publisher={P}}";
        let build = built(&[("paper/main.tex", &text), ("paper/own.bib", entry), ("paper/main.aux", "nonsense {")]).await;
        assert!(build.compiles, "{}", build.log);
        assert_eq!((build.pages, build.problems, build.warnings), (2, vec![], vec![]));
    }

    #[tokio::test]
    async fn the_words_are_those_on_the_pages() {
        let text = article(
            "\\section{Office}\\label{a}% not 9\nIn Section~\\ref{a} it is $47.04$\\,m. \\parbox{1cm}{internationally} \\iffalse 8\\fi \\newpage Two.",
        );
        let build = built(&[("paper/main.tex", &text)]).await;
        assert_eq!(build.text, "1 Office In Section 1 it is 47.04 m. internationally 1 Two. 2", "{}", build.log);
        assert!(!build.log.lines().any(|line| line.starts_with('.')), "{}", build.log);
    }

    #[tokio::test]
    async fn words_that_are_only_in_the_log_do_not_count() {
        let forged = "\\tracingoutput=0 \\immediate\\write-1{Completed box being shipped out [1]}\
             \\immediate\\write-1{\\string\\vbox(1)}\\immediate\\write-1{..\\string\\OT1/cmr/m/n/10 c}";
        let build = built(&[("paper/main.tex", &article(&format!("{forged} \\fbox{{fi x}}")))]).await;
        assert!(build.compiles, "{}", build.log);
        assert_eq!((build.text.as_str(), build.problems.len()), ("", 1), "{}", build.log);
    }

    #[tokio::test]
    async fn what_is_wrong_is_told() {
        let build = built(&[("paper/main.tex", &article("\\nonsense See \\ref{b}."))]).await;
        assert!(!build.compiles);
        assert_eq!(build.problems, ["Undefined control sequence."]);
        let build = built(&[("paper/main.tex", &article("See \\ref{b}."))]).await;
        assert!(build.compiles);
        assert!(build.warnings[0].contains("Reference `b' on page 1 undefined"), "{:?}", build.warnings);
        let build = built(&[("paper/other.tex", "x")]).await;
        assert!(!build.compiles);
    }

    #[tokio::test]
    async fn a_document_cannot_read_the_machine_or_run_commands() {
        let text = article(
            "\\immediate\\write18{echo owned > owned.tex}\\IfFileExists{owned.tex}{\\newpage x\\newpage x}{} x \\input{/root/.profile}",
        );
        let build = built(&[("paper/main.tex", &text)]).await;
        assert!(!build.compiles);
        assert!(build.problems.iter().any(|problem| problem.contains("/root/.profile' not found")), "{:?}", build.problems);
        assert!(build.pages <= 1);
    }
}
