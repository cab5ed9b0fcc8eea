use super::*;
use crate::apps::script_tests::files;
use agon_grade::all_of;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write as _;

fn tasks() -> Vec<(String, Table)> {
    files(&FlightAnalyser).into_iter().map(|(name, text)| (name, toml::from_str(&text).unwrap())).collect()
}

/// A drawn task: its values, and its key filled in as the task file has it.
fn drawn(file: &Table, seed: u64) -> (Table, Box<dyn AnswerKey>) {
    let values = FlightAnalyser.draw(file["draw"].as_table().unwrap(), seed).unwrap();
    assert_eq!(file["key"]["question"].as_str(), Some("{question}"));
    let key = Table::from_iter([("question".to_owned(), values["question"].clone())]);
    let key = FlightAnalyser.key(key).unwrap_or_else(|problem| panic!("{problem}"));
    (values, key)
}

#[test]
fn there_is_a_task_for_every_kind_of_question() {
    let mut difficulties: BTreeMap<String, usize> = BTreeMap::new();
    let tasks = tasks();
    for (name, file) in &tasks {
        FlightAnalyser.can_draw(file["draw"].as_table().unwrap()).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        assert_eq!(file["draw"]["kind"].as_str(), Some(name.as_str()), "a task is called as its kind");
        *difficulties.entry(file["difficulty"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!(tasks.len(), kinds().count());
    assert_eq!(difficulties.into_values().collect::<Vec<_>>(), [9, 9, 9]);
    let core = tasks.iter().filter(|(_, file)| file["tags"].as_array().unwrap().contains(&"core".into())).count();
    assert_eq!(core, 3);
}

#[test]
fn briefs_say_all_that_is_drawn_and_ask_for_all_that_is_marked() {
    for (name, file) in tasks() {
        let (values, key) = drawn(&file, 1);
        let brief = toml::to_string(&Table::from_iter(
            ["goal", "steps_text", "result", "start"].map(|part| (part.to_owned(), file[part].clone())),
        ));
        let brief = brief.unwrap();
        for value in values.keys().filter(|value| *value != "question") {
            assert!(brief.contains(&format!("{{{value}}}")), "{name}: {{{value}}} is not in its brief");
        }
        let format: Value =
            serde_json::from_str(&asked(file["result"].as_str().unwrap())).unwrap_or_else(|error| panic!("{name}: {error}"));
        let Some(Action::Answer { value }) = key.solve("expert").unwrap().into_iter().rev().nth(1) else {
            panic!("{name}: no answer")
        };
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&format), fields(&value), "{name}");
    }
}

/// The result's format as JSON.
fn asked(format: &str) -> String {
    format.replace("<number>", "0").replace(", ...", "")
}

#[test]
fn right_answers_pass_and_near_misses_fail_where_they_should() {
    let state = json!({ "app": "flight" });
    let answer = |actions: &[Action]| {
        actions.iter().find_map(|action| match action {
            Action::Answer { value } => Some(value.clone()),
            _ => None,
        })
    };
    for (name, file) in tasks() {
        let (_, key) = drawn(&file, 1);
        let failed = |actions: &[Action]| {
            let marks = all_of(key.mark(&state, answer(actions).as_ref()).unwrap());
            marks.checks.into_iter().filter(|check| !check.passed).map(|check| check.name).collect::<Vec<_>>()
        };
        for strategy in key.strategies() {
            assert_eq!(failed(&key.solve(&strategy).unwrap()), Vec::<String>::new(), "{name}: {strategy}");
        }
        for (way, actions) in key.alternatives() {
            assert_eq!(failed(&actions), Vec::<String>::new(), "{name}: {way}");
        }
        for near_miss in key.near_misses() {
            assert_eq!(failed(&near_miss.actions), [near_miss.fails], "{name}: {}", near_miss.name);
        }
        assert!(key.mark(&json!({ "app": "video" }), None).is_none(), "another page's state is a fault");
        assert!(!failed(&[]).is_empty(), "{name}: no answer is no right answer");
    }
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let told = |text: &str| FlightAnalyser.can_draw(&toml::from_str(text).unwrap()).unwrap_err().to_string();
    assert!(told("kind = 'weather'").starts_with("there is no kind of question called \"weather\"; there are icons-on-screen, "));
    assert!(told("").contains("kind"));
    assert!(told("kind = 'route'\nmore = 1").contains("more"));
}

#[test]
fn days_are_made_for_the_page() {
    let file = FlightAnalyser.made("data/day-3.bin").unwrap();
    assert!(agon_flight::decode(&file).is_some_and(|day| day == *agon_flight::day(3)));
    for path in [
        "data/day-.bin",
        "data/day-+3.bin",
        "data/day-03.bin",
        "data/day-3",
        "day-3.bin",
        "data/day-99999999999999999999.bin",
        "data/day-../3.bin",
    ] {
        assert!(FlightAnalyser.made(path).is_none(), "{path}");
    }
}

#[test]
fn questions_are_asked_about_a_table_of_real_states() {
    let mut table = tempfile::NamedTempFile::new().unwrap();
    let head = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,squawk,baroaltitude,geoaltitude";
    writeln!(table, "{head}").unwrap();
    for (aircraft, minute) in (0..40).flat_map(|aircraft| (0..600).map(move |minute| (aircraft, minute))) {
        let (time, east) = (1_700_028_000 + minute * 60, f64::from(minute) * 0.02);
        let north = 44.0 + f64::from(aircraft) * 0.25;
        let height = 8000 + aircraft * 37 + minute;
        writeln!(table, "{time},3c6{aircraft:03x},{north},{east},210,90,0,TST{aircraft:03},false,,{height},{height}").unwrap();
    }
    table.flush().unwrap();
    let draw = Table::from_iter([
        ("kind".to_owned(), "altitude-and-speed".into()),
        ("table".to_owned(), table.path().to_str().unwrap().into()),
    ]);
    let values = FlightAnalyser.draw(&draw, 3).unwrap();
    let day = values["day"].as_str().unwrap();
    assert!(FlightAnalyser.made(&format!("data/day-{day}.bin")).is_some(), "{day}");
    assert!(values.values().any(|value| value.as_str().is_some_and(|text| text.contains("TST"))), "{values:?}");
    let missing = Table::from_iter([("kind".to_owned(), "route".into()), ("table".to_owned(), "no/such.csv".into())]);
    assert!(FlightAnalyser.draw(&missing, 3).unwrap_err().to_string().starts_with("no/such.csv: the table cannot be read"));
}
