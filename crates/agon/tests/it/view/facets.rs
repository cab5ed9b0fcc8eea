//! Trials by what their tasks are, and by what went wrong in them.

use super::{Viewed, trials};
use crate::support::TestFolder;
use serde_json::Value;

#[test]
fn trials_are_grouped_and_chosen_by_what_their_tasks_are() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "gym/maze-2d/hard@0", "gym/jigsaw/easy@0", "-a", "oracle", "-a", "noop"], "runs/r");
    let view = Viewed::of(&place, "runs");
    let page = view.json("/api/runs/r");
    let values = |facet: &str| -> Vec<String> {
        let facets = page["facets"].as_array().unwrap();
        let found = facets.iter().find(|choice| choice["facet"] == facet).unwrap();
        serde_json::from_value(found["values"].clone()).unwrap()
    };
    assert_eq!(values("difficulty"), ["easy", "hard"]);
    assert_eq!(values("domain"), ["jigsaw", "maze-2d"]);
    assert!(values("capability").contains(&"navigation".to_owned()) && values("capability").contains(&"puzzle".to_owned()));
    assert_eq!(values("surface"), ["calls"]);

    let total = |query: &str| view.json(&format!("/api/runs/r/trials?{query}"))["total"].as_u64().unwrap();
    assert_eq!([total("difficulty=easy"), total("difficulty=hard"), total("domain=jigsaw")], [4, 2, 2]);
    assert_eq!([total("capability=navigation&agent=oracle"), total("surface=calls"), total("surface=shell")], [2, 6, 0]);

    let table = view.json("/api/runs/r/facets/difficulty");
    let rows: Vec<(String, String, u64)> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&row["value"]), text(&row["share"]["name"]), row["share"]["counts"]["passed"].as_u64().unwrap())
        })
        .collect();
    let expected = [("easy", "oracle", 2), ("easy", "noop", 0), ("hard", "oracle", 1), ("hard", "noop", 0)];
    assert_eq!(rows, expected.map(|(value, agent, passed)| (value.to_owned(), agent.to_owned(), passed)));
    assert_eq!(view.get("/api/runs/r/facets/colour").0, 404);
}

#[test]
fn failure_modes_are_looked_for_when_somebody_asks() {
    let place = TestFolder::new();
    place.write("loop.py", "import sys\nfor line in sys.stdin:\n    print(\"('move', 9)\", flush=True)\n");
    let agents = ["-a", "process:python3 loop.py", "-a", "oracle", "--no-sandbox"];
    place.run(&[&["gym/maze-2d/easy@0", "--steps", "12"], &agents[..]].concat(), "runs/r");
    let view = Viewed::of(&place, "runs");
    let list = |query: &str| view.json(&format!("/api/runs/r/trials?{query}"));
    assert_eq!(list("mode=repeated_rejection")["total"], 0, "nobody has looked yet");
    let modes = || view.json("/api/runs/r/modes");
    crate::support::wait_until("the logs are read", || modes()["looked"] == 2);
    let found = list("mode=repeated_rejection");
    assert_eq!(trials(&found), [0], "{found}");
    assert!(!found["trials"][0]["modes"].as_array().unwrap().is_empty());
    let page = modes();
    let row = page["modes"].as_array().unwrap().iter().find(|row| row["mode"] == "repeated_rejection").unwrap();
    assert_eq!(row["agents"], serde_json::json!([1, 0]), "{page}");
    let trial = view.json("/api/runs/r/trials/0");
    let finding = &trial["findings"][0];
    assert!(finding["first_step"].as_u64().is_some() && !finding["detail"].as_str().unwrap().is_empty(), "{trial}");
}
