//! Studies over made-up runs.

use crate::made::{Book, Written, scored, truncated, void};
use agon_core::{Cause, Difficulty, TaskCard, TaskId};
use agon_report::facts::Catalogue;
use agon_report::html::study_page;
use agon_report::study::{AgentFacts, AgentsFile, Entry, csv, text};
use agon_report::{Study, StudyOptions, TableOptions};
use serde_json::Value;

/// Two models in two harnesses: the second model passes 12 more of 40 instances, the second harness 4 more.
fn grid() -> Book {
    let mut book = Book::new("grid", &["a-x", "a-y", "b-x", "b-y<script>"]);
    for seed in 0..40 {
        for (agent, passed) in [("a-x", 10), ("a-y", 14), ("b-x", 22), ("b-y<script>", 26)] {
            let task = if seed % 2 == 0 { "gym/maze-2d/easy" } else { "web/circuit/adder" };
            let attempt = match () {
                () if seed < passed => scored(true, 5),
                () if seed == 39 => truncated(20),
                () => scored(false, 9),
            };
            book.trial(agent, &format!("{task}@{seed}"), 0, vec![attempt]);
        }
    }
    book
}

fn study(written: &[&Written]) -> Study {
    let card = TaskCard {
        id: TaskId::new("gym/maze-2d/easy"),
        title: String::new(),
        about: String::new(),
        difficulty: Difficulty::Easy,
        tags: vec!["navigation".into()],
        limits: Default::default(),
    };
    let facts = |model: &str, harness: &str, size: f64| AgentFacts {
        model: Some(model.into()),
        harness: Some(harness.into()),
        family: Some("llm".into()),
        size: Some(size),
        effort: None,
    };
    let agents = [("a-x", "a", "x", 1.0), ("a-y", "a", "y", 1.0), ("b-x", "b", "x", 7.0), ("b-y<script>", "b", "y", 7.0)];
    let agents =
        agents.into_iter().map(|(label, model, harness, size)| (label.to_owned(), facts(model, harness, size))).collect();
    let runs: Vec<_> = written.iter().map(|written| &written.run).collect();
    let catalogue = Catalogue::of([card]);
    Study::of(
        &runs,
        &StudyOptions { catalogue: &catalogue, distance: &|_, _| None, agents: AgentsFile { agents }, difference: 0.05 },
    )
}

fn rows(study: &Study, name: &str) -> Vec<Value> {
    let table = serde_json::to_value(study.table(name).unwrap()).unwrap();
    assert!(!table["how"].as_str().unwrap().is_empty());
    table["rows"].as_array().unwrap().clone()
}

fn row<'a>(rows: &'a [Value], keys: &[(&str, &str)]) -> &'a Value {
    rows.iter().find(|row| keys.iter().all(|(key, value)| row[key] == *value)).unwrap()
}

#[test]
fn success_goes_by_what_tasks_are() {
    let study = study(&[&grid().write()]);
    let rows = rows(&study, "success");
    let easy = row(&rows, &[("facet", "difficulty"), ("value", "easy"), ("agent", "b-x")]);
    assert_eq!((&easy["planned"], &easy["passed"], &easy["success"]), (&20.into(), &11.into(), &0.55.into()));
    assert!(easy["interval"]["low"].as_f64().unwrap() < 0.55);
    for (facet, value) in [("suite", "web"), ("domain", "circuit"), ("capability", "navigation"), ("surface", "screen")] {
        row(&rows, &[("facet", facet), ("value", value), ("agent", "a-x")]);
    }
}

#[test]
fn models_and_harnesses_are_told_apart() {
    let study = study(&[&grid().write()]);
    let effects = rows(&study, "effects");
    let effect = |factor, level| row(&effects, &[("factor", factor), ("level", level)])["effect"].as_f64().unwrap();
    assert!((effect("model", "b") - 0.15).abs() < 1e-9 && (effect("harness", "y") - 0.05).abs() < 1e-9);
    assert!((effect("model", "spread") - 0.3).abs() < 1e-9);
    let interval = &row(&effects, &[("factor", "model"), ("level", "b")])["interval"];
    assert!(interval["low"].as_f64().unwrap() > 0.0, "{interval}");
    let shares: f64 = rows(&study, "variance").iter().map(|row| row["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    let steps = rows(&study, "steps");
    assert_eq!(steps.len(), 2, "each size against the smaller one, in each harness");
    assert!((steps[0]["difference"].as_f64().unwrap() - 0.3).abs() < 1e-9);
}

#[test]
fn agents_are_ranked_in_groups_that_cannot_be_told_apart() {
    let study = study(&[&grid().write()]);
    let ranking = rows(&study, "ranking");
    let order: Vec<&str> = ranking.iter().map(|row| row["agent"].as_str().unwrap()).collect();
    assert_eq!(order, ["b-y<script>", "b-x", "a-y", "a-x"]);
    let groups: Vec<&str> = ranking.iter().map(|row| row["group"].as_str().unwrap()).collect();
    assert_eq!(groups, ["a", "a", "b", "b"]);
    let power = rows(&study, "power");
    assert!(power.iter().all(|row| row["instances_needed"].as_u64().unwrap() > 40), "{power:?}");
    assert!(study.table("power").unwrap().notes[0].contains("not repeated"));
}

#[test]
fn limits_costs_tasks_and_tools_have_tables() {
    let mut book = grid();
    book.trial("a-x", "gym/maze-2d/easy@99", 0, vec![void(Cause::Model, "overloaded")]);
    let study = study(&[&book.write()]);
    let limits = rows(&study, "limits");
    let all = row(&limits, &[("by", "all")]);
    assert_eq!((&all["scored"], &all["cut_off"], &all["limit"]), (&160.into(), &4.into(), &"steps 4".into()));
    let frontier = rows(&study, "frontier");
    assert_eq!(row(&frontier, &[("agent", "b-y<script>")])["time_frontier"], true);
    let levels = rows(&study, "levels");
    assert_eq!((levels.len(), &levels[0]["level"]), (2, &1.into()));
    let heat = study.table("heat").unwrap();
    assert_eq!(heat.columns.len(), 2 + 4);
    assert!(heat.rows.iter().all(|row| matches!(row[1], Entry::Number(mean) if mean > 0.2)));
    let tools = rows(&study, "tools");
    let total: f64 =
        ["bash", "file", "gui", "web", "planning", "other"].iter().map(|kind| tools[0][kind].as_f64().unwrap()).sum();
    assert!((total - 1.0).abs() < 1e-9, "{tools:?}");
}

#[test]
fn tables_are_written_as_text_csv_and_a_page() {
    let study = study(&[&grid().write(), &grid().write()]);
    assert_eq!(study.trials, 320, "the same trials in another run are repeats");
    let page = study_page(&study);
    assert!(page.contains("b-y&lt;script&gt;") && !page.contains("b-y<script>"), "agents' names are text");
    for table in &study.tables {
        assert!(page.contains(&format!("<section id=\"{}\">", table.name)), "{}", table.name);
        let lines: Vec<String> = csv(table).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), table.rows.len() + 1, "{}", table.name);
        let shown = text(table, &TableOptions { width: None, ..TableOptions::default() });
        assert!(shown.starts_with(table.title), "{shown}");
    }
    let ranking = csv(study.table("ranking").unwrap());
    let head = "rank,agent,trials,success,interval_low,interval_high,strength,strength_interval_low,strength_interval_high,group";
    assert_eq!(ranking.lines().next().unwrap(), head);
}
