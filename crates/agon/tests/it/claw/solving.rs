//! Whole tasks, from the command line.

use super::{BRIEF, call, finish, sit};
use crate::models::{Table, player};
use agon_core::Limits;
use agon_testkit::standin::{Answer, Message, Script};
use serde_json::json;
use std::fs;

fn walker() -> Script {
    Script::new(|ask| match player::next_call(ask.last_text()) {
        (name, Some(direction)) => Answer::call(name, json!({"direction": direction})),
        (name, None) => Answer::call(name, json!({})),
    })
}

#[test]
fn mazes_are_solved_over_every_api_and_verified_without_it() {
    for provider in ["openai", "openai-responses", "anthropic", "gemini"] {
        let table = Table::new(walker());
        let agent = format!("claw:{provider}/player");
        let args = ["run", "gym/maze-2d/easy@0-2", "-a", &agent, "--set", "observation=text", "--out", "r", "--retries", "0"];
        let done = table.agon(&[&args[..], &["-M", "backoff_secs=0.01"]].concat());
        assert_eq!(done.code, 0, "{provider}: {}", done.err);
        assert_eq!(table.outcome(), (3, 0), "{provider}: {}", done.err);
        let done = table.agon(&["verify", "r"]);
        assert_eq!(done.code, 0, "{provider}: {}", done.out);
        let run = table.place.open("r");
        let settings = &run.manifest().agents[0].settings;
        assert_eq!((&settings["prompts"], &settings["effective"]["context_tokens"]), (&json!("claw-1"), &json!(128_000)));
        assert_eq!(settings["effective"]["sub_agents"], json!(["general", "explore"]));
    }
}

/// The same work as `harness/sit.py` does: files in, files out.
#[test]
fn a_task_with_files_is_solved_with_shell_and_files() {
    let table = Table::new(Script::new(|ask| {
        let text = ask.last_text();
        match ask.turn() {
            0 => {
                let steps =
                    json!([{"text": "add up the sales", "status": "in_progress"}, {"text": "check", "status": "pending"}]);
                let plan = Message::say("First a look.").calling("plan", json!({"steps": steps}));
                plan.calling("bash", json!({"command": "grep sold input/sales.csv"})).into()
            }
            1 => {
                let rows =
                    text.lines().filter(|line| line.matches(',').count() == 3).map(|line| line.split(',').collect::<Vec<_>>());
                let totals: String = rows.map(|row| format!("{},{}\n", row[1], row[2])).collect();
                call("write_file", json!({"path": "output/totals.csv", "content": format!("region,total\n{totals}")}))
            }
            2 => call("read_file", json!({"path": "output/totals.csv"})),
            _ => call("done", json!({})),
        }
    }));
    assert_eq!(table.agon(&["new", "suite", "mine", "--world", "workspace"]).code, 0);
    let done = table.agon(&["run", "./mine/reports/sales@0", "-a", "claw:openai/player", "--out", "r", "--retries", "0"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(table.outcome(), (1, 0), "{}", done.err);
    let requests = table.server.requests();
    let tools: Vec<&str> =
        requests[0].body["tools"].as_array().unwrap().iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
    assert!(tools.contains(&"bash") && tools.contains(&"plan") && !tools.contains(&"click"), "{tools:?}");
    let second = requests[1].body.to_string();
    assert!(second.contains("[>] add up the sales"), "{second}");
    let done = table.agon(&["verify", "r"]);
    assert_eq!(done.code, 0, "{}", done.out);
}

#[test]
fn settings_of_a_job_file_are_read_and_mistakes_named() {
    let table = Table::new(walker());
    let job = "tasks = [\"gym/maze-2d/easy\"]\ninstances = 1\nretries = 0\n[settings]\nobservation = \"text\"\n[[agents]]\nkind = \"claw\"\nlabel = \"ours\"\nmodel = \"openai/player\"\nmodules = [\"identity\", \"tools\"]\nsub_agents = []\n";
    fs::write(table.place.path("job.toml"), job).unwrap();
    let done = table.agon(&["run", "--job", "job.toml", "--out", "r"]);
    assert_eq!((done.code, table.outcome()), (0, (1, 0)), "{}", done.err);
    let body = &table.server.requests()[0].body;
    let system = body["messages"][0]["content"].to_string();
    assert!(
        system.contains("You are an agent") && !system.contains("Delegation") && !system.contains("Before you finish"),
        "{system}"
    );
    assert!(!body["tools"].to_string().contains("delegate"));
    let say = |more: &[&str]| {
        let done = table.agon(&[&["run", "gym/maze-2d/easy@0", "--out", "x"], more].concat());
        assert_eq!(done.code, 2, "{}", done.out);
        done.err
    };
    assert!(say(&["-a", "claw"]).contains("say which model: "), "{}", say(&["-a", "claw"]));
    assert!(say(&["-a", "claw:openai/x", "-M", "history=2"]).contains("there is no setting history; there are model, "));
    let blind = say(&["-a", "claw:openai/x", "-M", "gui={\"model\": \"nobody/eyes\"}"]);
    assert!(blind.contains("nobody"), "{blind}");
}

#[tokio::test]
async fn the_screen_is_worked_like_everything_else() {
    let sat = sit(json!({}), Limits::default(), |ask| match ask.turn() {
        0 => Message::default()
            .calling("note", json!({"line": "word-0"}))
            .calling("click", json!({"x": 12, "y": 12}))
            .calling("cursor_position", json!({}))
            .into(),
        turn => finish(turn),
    })
    .await;
    let row = sat.row();
    assert!(row.passed, "{row:?}");
    assert_eq!(sat.actions(), ["call", "click", "answer", "done"]);
    let bodies = sat.bodies();
    assert!(bodies.iter().all(|body| body.contains(BRIEF)));
    let pictures = |body: &str| body.matches("image_url\":{").count();
    assert_eq!(bodies.iter().map(|body| pictures(body)).collect::<Vec<_>>(), [1, 2, 2], "one for the reply, none for an answer");
    assert!(bodies[1].contains("The pointer is at (12, 12)."), "{}", bodies[1]);
    assert_eq!(row.totals.usage_by.keys().collect::<Vec<_>>(), ["main"]);
    sat.replays().await;
}
