//! `agon judge`: a model rates a recorded run, from the command line.

use crate::models::Table;
use agon_record::{Run, read_layer};
use agon_testkit::standin::{Answer, Ask, Script};
use serde_json::{Value, json};
use std::time::Duration;

fn judging(ask: &Ask) -> Answer {
    let named = |tool: &str| ask.request.body["tools"][0]["function"]["name"] == tool;
    if named("record_change") {
        let change = json!({
            "change": "the dot moved", "kind": "moved", "relevance": "high", "progress": "positive", "confidence": "high", "summary": "on its way",
        });
        return Answer::call("record_change", change);
    }
    if named("rate_progress") {
        return Answer::call("rate_progress", json!({"score": 4, "reason": "nearly there", "steps": [1]}));
    }
    if named("write_card") {
        let claim =
            json!({"claim": "It never reached the field.", "steps": [1], "checks": [], "findings": [], "certainty": "confirmed"});
        let card = json!({"conclusion": "It strayed.", "judgement": "failure", "main_problem": "strayed", "right": [], "wrong": [claim]});
        return Answer::call("write_card", card);
    }
    Answer::call(
        "name_cause",
        json!({"cause": "approach/wrong-strategy", "reason": "It walked at random.", "claims": [1], "confidence": "medium"}),
    )
}

/// Three mazes, solved and strayed in.
fn table(script: Script) -> Table {
    let table = Table::new(script);
    let done = table.agon(&["run", "gym/maze-2d/easy@0-2", "-a", "oracle", "-a", "random", "--steps", "30", "--out", "r"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    table
}

#[test]
fn layers_are_made_shown_and_verified() {
    let table = table(Script::new(judging));
    let digest = Run::open(&table.place.path("r")).unwrap().digest();
    let judge = |more: &[&str]| table.agon(&[&["judge", "r", "-m", "openai/judge"][..], more].concat());
    let done = judge(&["--metric", "progress", "--json"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let told: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!((&told["rated"], &told["void"], &told["missing"]), (&json!(6), &json!(0), &json!(0)));
    assert_eq!(told["layer"], "progress-openai-judge");
    let causes = judge(&["--metric", "causes", "--name", "why", "--cache", "cache", "-j", "2"]);
    assert_eq!(causes.code, 0, "{}{}", causes.out, causes.err);
    assert!(causes.out.contains("approach/wrong-strategy"), "{}", causes.out);
    let asked = table.server.count();
    assert_eq!(judge(&["--metric", "progress"]).code, 0);
    assert_eq!(table.server.count(), asked, "what is there is not asked again");
    let report = table.agon(&["report", "r"]);
    assert!(report.out.contains("ratings beside the verdict") && report.out.contains("4.00"), "{}", report.out);
    let data: Value = serde_json::from_str(&table.agon(&["report", "r", "--json"]).out).unwrap();
    assert_eq!(data["layers"]["layers"][0]["agents"][0]["mean"], 4.0);
    let csv = table.agon(&["report", "r", "--csv"]).out;
    assert!(csv.lines().next().unwrap().ends_with(",rating_progress-openai-judge,rating_why"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().ends_with(",4,"), "who passed has no cause of failure: {csv}");
    assert_eq!(table.agon(&["report", "r", "--html", "page.html"]).code, 0);
    let page = std::fs::read_to_string(table.place.path("page.html")).unwrap();
    assert!(
        page.contains("why: approach/wrong-strategy (") && page.contains("It walked at random."),
        "trials are listed by cause"
    );
    let verified = table.agon(&["verify", "r"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("6 ratings of the layer progress-openai-judge verified"), "{}", verified.out);
    assert_eq!(table.agon(&["grade", "r"]).code, 0);
    assert_eq!(table.agon(&["resume", "r"]).code, 0);
    assert_eq!(Run::open(&table.place.path("r")).unwrap().digest(), digest);
    let path = table.place.path("r/layers/why/ratings.jsonl");
    let text = std::fs::read_to_string(&path).unwrap().replacen("wrong-strategy", "incomplete", 1);
    std::fs::write(path, text).unwrap();
    let altered = table.agon(&["verify", "r"]);
    assert_eq!(altered.code, 1);
    assert!(
        altered.out.contains("layers/why: trial ") && altered.out.contains("ratings.jsonl says something else"),
        "{}",
        altered.out
    );
    assert_eq!(table.server.count(), asked);
}

/// A kill that nothing can catch, in the middle of a trial.
#[test]
fn a_killed_judging_goes_on() {
    let table = table(Script::new(|ask| if ask.number < 8 { judging(ask) } else { judging(ask).slow(Duration::from_secs(600)) }));
    let mut command = table.command(&["judge", "r", "--metric", "progress", "-m", "openai/judge", "-n", "2"]);
    let mut child = command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(table.server.wait_for(10));
    child.kill().unwrap();
    child.wait().unwrap();
    let table = table.with(Script::new(judging));
    let done = table.agon(&["judge", "r", "--metric", "progress", "-m", "openai/judge"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let calls = |folder: &std::path::Path| -> usize {
        let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        files.filter(|text| text.contains("\"event\":\"rated\"")).map(|text| text.matches("\"event\":\"call\"").count()).sum()
    };
    let all = calls(&table.place.path("r/layers/progress-openai-judge/calls/0000"));
    assert_eq!(table.server.count(), all - 8, "eight were answered before");
    assert_eq!(read_layer(&table.place.path("r"), "progress-openai-judge").unwrap().ratings.len(), 6);
    assert_eq!(table.agon(&["verify", "r"]).code, 0);
}

#[test]
fn bad_requests_get_a_sentence() {
    let table = table(Script::always(Answer::status(500)));
    let judge = |more: &[&str]| table.agon(&[&["judge", "r", "-m", "openai/judge"][..], more].concat());
    std::fs::write(table.place.path("rubric.toml"), "[[criterion]]\nname = \"a\"\n").unwrap();
    for (args, part) in [
        (&["--metric", "luck"][..], "it is one of progress, causes, answer, rubric"),
        (&["--metric", "rubric"], "--metric rubric needs --rubric FILE"),
        (&["--metric", "rubric", "--rubric", "rubric.toml"], "rubric.toml: missing field `question`"),
        (&["--metric", "progress", "--rubric", "rubric.toml"], "--rubric is for --metric rubric"),
        (&["--metric", "progress", "--answers", "rubric.toml"], "--answers is for --metric answer"),
        (&["--metric", "answer", "--answers", "rubric.toml"], "is not an object of texts by task or instance"),
        (&["--metric", "progress", "--name", "../up"], "is no name for a layer"),
        (
            &["--metric", "progress", "--judge-setting", "history=4"],
            "the setting history is for a model that sits a task, not for a judge",
        ),
        (&["--metric", "progress", "--judge-setting", "cache=x"], "give the cache as --cache"),
        (&["--metric", "progress", "--max-cost-usd", "1"], "the price of the judge openai/judge is not known"),
        (&["--metric", "progress", "--repeats", "0"], "0 is not in 1..=100"),
    ] {
        let refused = judge(args);
        assert!(refused.code == 2 && refused.err.contains(part), "{args:?}: {}{}", refused.out, refused.err);
    }
    assert!(!table.place.path("r/layers").exists(), "nothing was begun");
    // A service that failed five calls rests for longer than this.
    let away = judge(&["--metric", "progress", "--judge-setting", "retries=0", "--judge-setting", "give_up_secs=1"]);
    assert_eq!(away.code, 3, "{}{}", away.out, away.err);
    assert!(away.err.contains("0 of 6 ratings in the layer progress-openai-judge, 6 void, 0 missing"), "{}", away.err);
}
