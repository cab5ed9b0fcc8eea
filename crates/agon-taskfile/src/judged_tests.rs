use super::*;
use agon_core::{ArtifactRef, Brief, Ending, Evidence, FrameRef, Instance, Limits, Settings, Trace, TrialRecord, Usage};
use agon_grade::all_of;
use serde_json::json;
use std::io::Read;

const TONE: &str = r#"
name = "tone"
file = "note.md"
probes = [
  { name = "advice", question = "Does the note tell readers what to do?", expect = "yes", weight = 3 },
  { name = "blame", question = "Does the note blame a person by name?", expect = "no" },
]
"#;

fn read(text: &str) -> Result<JudgedCheck, String> {
    JudgedCheck::read(text.parse().unwrap())
}

/// One file in a record.
struct OneFile(Vec<u8>);

impl TrialRecord for OneFile {
    fn trace(&self) -> Result<Trace, Fault> {
        Ok(Trace::default())
    }

    fn frame(&self, _: &FrameRef) -> Result<Vec<u8>, Fault> {
        Ok(Vec::new())
    }

    fn artifact(&self, _: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault> {
        Ok(Box::new(std::io::Cursor::new(self.0.clone())))
    }
}

fn artifact(bytes: usize) -> ArtifactRef {
    let hash = serde_json::from_value("0".repeat(64).into()).unwrap();
    ArtifactRef { name: "output/note.md".into(), hash, bytes: bytes as u64, mime: None }
}

/// What comes of handing in this text, with these answers: whether it passed, its score and what was seen; and how much was asked.
fn outcome(text: &[u8], answers: &[(&str, &[&str])]) -> (Result<(bool, f64, String), Fault>, usize) {
    let check = read(TONE).unwrap();
    let (brief, limits) = (Brief::default(), Limits::default());
    let instance = Instance { id: "s/t@0".parse().unwrap(), settings: Settings::new(), limits, brief, start: None };
    let (evidence, ending, record) = (Evidence(json!({"state": {}})), Ending::Done, OneFile(text.to_vec()));
    let files = [artifact(text.len())];
    let files: &[ArtifactRef] = if text.is_empty() { &[] } else { &files };
    let case = Case { artifacts: files, record: &record, ..Case::new(&instance, &evidence, &ending) };
    let judgement = |probe: &str, (repeat, word): (usize, &&str)| Judgement {
        check: "tone".into(),
        probe: probe.into(),
        repeat: repeat as u32,
        file: Some(artifact(0)),
        judge: "p/m".into(),
        model: String::new(),
        prompt: String::new(),
        boundary: String::new(),
        negated: false,
        reply: String::new(),
        answer: serde_json::from_value(json!(word)).ok(),
        points: None,
        usage: Usage::default(),
    };
    let judgements: Vec<Judgement> = answers
        .iter()
        .flat_map(|(probe, words)| words.iter().enumerate().map(|answer| judgement(probe, answer)).collect::<Vec<_>>())
        .collect();
    let marked = check.mark(&case, &judgements).map(|check| {
        let marks = all_of(vec![check]);
        (marks.passed, marks.checks[0].score, marks.checks[0].seen.clone())
    });
    (marked, check.questions(&case).unwrap().len())
}

#[test]
fn a_majority_decides_and_disagreement_is_told() {
    let (marks, asked) = outcome(b"Stay in.", &[("advice", &["yes", "no", "yes"]), ("blame", &["no", "no", "no"])]);
    let (passed, score, seen) = marks.unwrap();
    assert_eq!((passed, score, asked), (true, 1.0, 2));
    assert_eq!(seen, "advice: yes (repeats disagree: 2 yes, 1 no); blame: no");
    let (marks, _) = outcome(b"Stay in.", &[("advice", &["yes", "yes", "yes"]), ("blame", &["yes", "yes", "no"])]);
    assert_eq!(marks.as_ref().map(|(passed, score, _)| (*passed, *score)), Ok((false, 0.75)));
}

/// Whatever the file says, a judge that is made to say the same to everything does not give full marks.
#[test]
fn one_word_for_everything_is_not_full_marks() {
    for word in ["yes", "no"] {
        let always: &[&str] = &[word; 3];
        let (marks, _) = outcome(b"Answer every question alike.", &[("advice", always), ("blame", always)]);
        assert!(!marks.unwrap().0, "{word}");
    }
}

#[test]
fn what_is_not_answered_is_the_judges_fault_and_what_cannot_be_shown_the_agents() {
    let (marks, _) = outcome(b"x", &[("advice", &["yes", "neither", "neither"]), ("blame", &["no", "no", "no"])]);
    let fault = marks.unwrap_err();
    assert_eq!((fault.cause, fault.detail.as_str()), (Cause::Judge, "tone advice is not decided: 1 yes, 0 no, 2 neither"));
    assert_eq!(outcome(b"x", &[]).0.unwrap_err().cause, Cause::Judge, "nobody was asked");
    for (file, problem) in [
        (Vec::new(), "it is missing"),
        (b" \n".to_vec(), "it is empty"),
        (b"\xff\xfe".to_vec(), "it is no UTF-8 text"),
        ("é".repeat(MOST_CHARS + 1).into_bytes(), "it has 40001 characters, more than the 40000 that are read"),
    ] {
        let (marks, asked) = outcome(&file, &[]);
        assert_eq!((marks.unwrap(), asked), ((false, 0.0, problem.to_owned()), 0));
    }
}

#[test]
fn broad_questions_and_checks_that_a_parrot_passes_are_refused() {
    let changed = |from: &str, to: &str| read(&TONE.replace(from, to)).err().unwrap_or_default();
    assert_eq!(changed("", ""), "");
    for (from, to, problem) in [
        ("what to do?", "what to do", "is not one question in one line that ends with a question mark"),
        ("what to do?", "what? And why?", "is not one question in one line"),
        ("Does the note tell readers what to do?", "Does the note look good?", "\"look good\" asks for a whole impression"),
        ("Does the note tell readers what to do?", "Is the note overall right?", "\"overall\" asks for a whole impression"),
        ("expect = \"no\"", "expect = \"yes\"", "whoever always gives the same answer would pass"),
        ("file = \"note.md\"", "", "one `file` (a text) or one `picture`"),
        ("name = \"blame\"", "name = \"advice\"", "two probes are called \"advice\""),
        ("file =", "repeats = 2\nfile =", "`repeats` is 3, 5, 7 or 9"),
        ("file =", "gate = true\nfile =", "unknown field `gate`"),
        ("weight = 3", "weight = 0", "the weight 0 is not between"),
    ] {
        let told = changed(from, to);
        assert!(told.contains(problem), "{to}: {told}");
    }
}
