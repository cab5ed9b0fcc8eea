use super::*;
use crate::{Host, Manifest, PlannedTrial, Run, RunWriter, SuiteEntry};
use agon_core::FORMAT_VERSION;
use serde_json::json;
use std::fs;

fn run() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let plan: Vec<PlannedTrial> = (0..3)
        .map(|trial| PlannedTrial {
            trial,
            agent: "a".into(),
            instance: format!("gym/maze_2d@{trial}").parse().unwrap(),
            repeat: 0,
            variant: None,
        })
        .collect();
    let manifest = Manifest {
        format: FORMAT_VERSION,
        name: "r".into(),
        created: "2026-08-01T09:00:00Z".into(),
        agon_version: "0.1.0".into(),
        commit: String::new(),
        host: Host::default(),
        suites: vec![SuiteEntry { name: "gym".into(), version: "1".into(), source: None }],
        agents: Vec::new(),
        trials: 3,
        config: json!({}),
        config_hash: String::new(),
    };
    drop(RunWriter::create(folder.path(), &manifest, &plan).unwrap());
    folder
}

fn head(run: &Path, name: &str) -> LayerHead {
    let rater = Rater { kind: RaterKind::Model, name: "openai/gpt-x".into() };
    let mut head = LayerHead::new(run, name, "progress", rater, RatingScale::Points { low: 1.0, high: 5.0 }).unwrap();
    head.more.insert("prompts".into(), json!("progress-1"));
    head
}

fn three(trial: u32, repeat: u32) -> Rating {
    Rating { reason: "half of it".into(), steps: vec![2, 5], ..Rating::new(trial, 1, repeat, 3.0.into()) }
}

#[test]
fn a_layer_comes_back_as_it_was_and_disturbs_nothing() {
    let run = run();
    let run = run.path();
    let before = Run::open(run).unwrap().digest();
    assert_eq!(layer_names(run).unwrap(), Vec::<String>::new());
    let mut writer = LayerWriter::create(run, head(run, "gpt")).unwrap();
    writer.add(three(2, 0)).unwrap();
    writer.add(Rating::void(0, 1, 0, "the service was away")).unwrap();
    let twice = writer.add(three(2, 0)).unwrap_err().to_string();
    assert!(twice.ends_with("trial 2, attempt 1, repeat 0 is rated already"), "{twice}");
    assert!(matches!(LayerWriter::open(run, "gpt").unwrap_err(), RecordError::Locked { .. }));
    drop(writer);
    let mut writer = LayerWriter::open(run, "gpt").unwrap();
    writer.add(three(1, 1)).unwrap();
    let layer = read_layer(run, "gpt").unwrap();
    assert_eq!(layer.head, head_with(&layer.head));
    assert_eq!(layer.ratings.iter().map(Rating::place).collect::<Vec<_>>(), [(0, 1, 0), (1, 1, 1), (2, 1, 0)]);
    let line = fs::read_to_string(run.join("layers/gpt/ratings.jsonl")).unwrap();
    assert!(line.starts_with(r#"{"trial":2,"attempt":1,"repeat":0,"value":3,"reason":"half of it","steps":[2,5]}"#), "{line}");
    writer.replace(vec![three(1, 0), three(0, 0)]).unwrap();
    writer.add(three(2, 0)).unwrap();
    assert_eq!(read_layer(run, "gpt").unwrap(), *writer.layer());
    assert_eq!(read_layers(run).unwrap().0.len(), 1);
    let after = Run::open(run).unwrap();
    assert_eq!((after.digest(), after.problems().len()), (before, 0));
    drop(writer);
    RunWriter::resume(run).unwrap();
}

fn head_with(read: &LayerHead) -> LayerHead {
    LayerHead { more: [("prompts".to_owned(), json!("progress-1"))].into_iter().collect(), ..read.clone() }
}

#[test]
fn labels_and_parts_are_kept() {
    let run = run();
    let run = run.path();
    let scale = RatingScale::Labels { labels: vec!["wrong_strategy".into(), "timeout".into()] };
    let head = LayerHead { metric: "causes".into(), scale, ..head(run, "causes") };
    let mut writer = LayerWriter::create(run, head).unwrap();
    let parts = [("confidence".to_owned(), json!("high"))].into();
    writer.add(Rating { parts, ..Rating::new(0, 1, 0, "timeout".into()) }).unwrap();
    let problem = writer.add(Rating::new(1, 1, 0, "bad luck".into())).unwrap_err().to_string();
    assert!(problem.ends_with("bad luck is not on the scale of this layer: wrong_strategy, timeout"), "{problem}");
    assert_eq!(read_layer(run, "causes").unwrap(), *writer.layer());
}

#[test]
fn bad_files_are_named_in_one_sentence() {
    let run = run();
    let run = run.path();
    let good = r#"{"trial":0,"attempt":1,"value":3}"#;
    for (lines, part) in [
        (format!("{good}\n{good}\n"), "rating 2: trial 0, attempt 1, repeat 0 is rated twice"),
        ("{\"trial\":0,\"attempt\":1,\"value\":6}\n".into(), "rating 1: 6 is not on the scale of this layer: 1 to 5"),
        ("{\"trial\":0,\"attempt\":1,\"value\":\"x\"}\n".into(), "rating 1: x is not on the scale"),
        ("{\"trial\":7,\"attempt\":1,\"value\":3}\n".into(), "the run has 3 trials, this is a rating of trial 7"),
        ("{\"trial\":0,\"attempt\":0,\"value\":3}\n".into(), "attempts are counted from 1"),
        ("{\"trial\":0,\"attempt\":1}\n".into(), "neither a value nor says why it is void"),
        ("{\"trial\":0,\"attempt\":1,\"value\":3,\"void\":\"x\"}\n".into(), "it has a value and is void as well"),
        ("{\"trial\":0,\"attempt\":1,\"vale\":3}\n".into(), "line 1 of "),
    ] {
        let _ = fs::remove_dir_all(run.join("layers"));
        drop(LayerWriter::create(run, head(run, "gpt")).unwrap());
        fs::write(run.join("layers/gpt/ratings.jsonl"), lines).unwrap();
        let (layers, problems) = read_layers(run).unwrap();
        assert!(layers.is_empty() && problems.len() == 1);
        assert!(problems[0].to_string().starts_with("layers/gpt: ") && problems[0].what.contains(part), "{}", problems[0]);
    }
    for name in ["", "../x", ".x", "a/b", "ä"] {
        assert!(read_layer(run, name).unwrap_err().to_string().contains("is no name for a layer"), "{name}");
    }
    assert!(LayerWriter::create(run, head(run, "gpt")).unwrap_err().to_string().contains("choose another --name"));
    let text = fs::read_to_string(run.join("layers/gpt/layer.json")).unwrap();
    let path = run.join("layers/gpt/layer.json");
    fs::write(&path, text.replace("\"format\": 1", "\"format\": 2")).unwrap();
    assert!(matches!(read_layer(run, "gpt").unwrap_err(), RecordError::Future { found: 2, known: 1, .. }));
    fs::write(&path, text.replace("\"run\": \"", "\"run\": \"0")).unwrap();
    assert!(read_layer(run, "gpt").unwrap_err().to_string().ends_with("it is a layer of another run"));
}

#[test]
fn calls_are_bound_to_their_layer_and_a_changed_one_is_found() {
    let run = run();
    let run = run.path();
    drop(LayerWriter::create(run, head(run, "gpt")).unwrap());
    let logs = CallLogs::of(run, "gpt").unwrap();
    let place = (2, 1, 0);
    let mut first = logs.create(place, "seal").unwrap();
    first.call(&json!({"reply": "a"})).unwrap();
    drop(first);
    let mut second = logs.create(place, "seal").unwrap();
    second.call(&json!({"reply": "a"})).unwrap();
    second.call(&json!({"reply": "b"})).unwrap();
    second.close(&three(2, 0)).unwrap();
    let sessions = logs.sessions(place).unwrap();
    assert_eq!(sessions.iter().map(|log| (log.session, log.calls.len())).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
    assert_eq!((sessions[0].rating.as_ref(), sessions[1].rating.as_ref()), (None, Some(&three(2, 0))));
    assert_eq!(logs.places().unwrap(), [place]);
    let path = run.join("layers/gpt/calls/0000/000002-1-0-2.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to, part) in [
        (r#""reply":"b""#, r#""reply":"c""#, "line 3 was changed"),
        (r#""value":3"#, r#""value":4"#, "line 4 was changed"),
        (r#""seal":"seal""#, r#""seal":"lies""#, "line 1 was changed"),
        (r#""session":2"#, r#""session":3"#, "it is session 3 of trial 2"),
    ] {
        fs::write(&path, text.replace(from, to)).unwrap();
        let problem = logs.sessions(place).unwrap_err();
        assert_eq!((problem.file.as_str(), problem.trial), ("layers/gpt/calls/0000/000002-1-0-2.jsonl", Some(2)));
        assert!(problem.what.contains(part), "{problem}");
    }
    fs::write(&path, text).unwrap();
    let head = run.join("layers/gpt/layer.json");
    fs::write(&head, fs::read_to_string(&head).unwrap().replace("progress-1", "progress-9")).unwrap();
    let problem = CallLogs::of(run, "gpt").unwrap().sessions(place).unwrap_err();
    assert!(problem.what.contains("another layer.json"), "{problem}");
}
