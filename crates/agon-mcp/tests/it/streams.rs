//! One client over two streams, as on standard input and output.

use crate::support::{Trial, call, solution, text, tool_call, try_call};
use agon_core::{Action, Button, Ending, Event, Limit, Limits, Point, Suite, Target};
use agon_gym::GymSuite;
use agon_mcp::{Coordinates, ServeSettings};
use agon_testkit::{FakeSuite, ToySuite};
use rmcp::ServiceExt as _;
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, ReadResourceRequestParams};
use rmcp::service::PeerRequestOptions;
use serde_json::{Value, json};
use std::sync::Arc;

const MAZE: &str = "gym/maze-2d/easy@3";

#[tokio::test]
async fn a_gym_task_is_solved_by_its_functions() {
    let suite: Arc<dyn Suite> = Arc::new(GymSuite::new().unwrap());
    let plan = solution(suite.clone(), MAZE).await;
    let trial = Trial::open(suite, MAZE);
    let client = trial.client().await;
    let names: Vec<String> = client.list_all_tools().await.unwrap().into_iter().map(|tool| tool.name.into_owned()).collect();
    assert_eq!(names, ["brief", "observe", "move", "stop", "done"]);
    let info = client.peer_info().unwrap();
    let instructions = info.instructions.clone().unwrap();
    assert!(instructions.contains(&trial.brief.instruction) && instructions.contains("calling exactly one of the tools"));
    let first = call(&client, "observe", json!({})).await;
    assert!(first.content[0].as_text().is_some(), "the text comes first");
    let picture = first.content.last().unwrap().as_image().unwrap();
    assert_eq!(picture.mime_type, "image/png");
    assert!(text(&first).contains("Pictures: screen ("), "{}", text(&first));
    for action in &plan {
        client.call_tool(tool_call(&trial.brief, action)).await.unwrap();
    }
    let performed: Vec<&str> = trial.actions().iter().map(|action| action.kind()).collect::<Vec<_>>();
    assert_eq!(performed.len(), plan.len());
    let (ending, marks, _) = trial.result().await;
    assert_eq!((ending, marks.passed), (Ending::Stopped, true), "{:?}", marks.checks);
}

#[tokio::test]
async fn a_world_with_every_surface_is_worked_through_every_kind_of_tool() {
    for strategy in 0..3 {
        let trial = Trial::toy();
        let client = trial.client().await;
        let (name, args) = [
            ("note", json!({"line": "word-3"})),
            ("bash", json!({"command": "note word-3"})),
            ("write_file", json!({"path": "note.txt", "content": "word-3\n"})),
        ][strategy]
            .clone();
        let noted = call(&client, name, args).await;
        assert_eq!(noted.is_error, Some(false), "{}", text(&noted));
        let read = call(&client, "read_file", json!({"path": "note.txt"})).await;
        assert!(text(&read).starts_with("word-3"), "{}", text(&read));
        let clicked = call(&client, "click", json!({"x": 10, "y": 10})).await;
        assert!(text(&clicked).contains("The accessibility tree:\nbutton \"Press\""), "{}", text(&clicked));
        assert!(text(&clicked).contains("Coordinates are in pixels of the picture"), "{}", text(&clicked));
        call(&client, "answer", json!({"value": 1})).await;
        let done = call(&client, "done", json!({})).await;
        assert!(text(&done).contains("The trial has ended: the agent is done."), "{}", text(&done));
        let (ending, marks, events) = trial.result().await;
        assert_eq!((ending, marks.passed), (Ending::Done, true), "{:?}", marks.checks);
        let introduced = events.iter().find_map(|event| match event {
            Event::Note { kind, content } if kind == "mcp" => Some(content.clone()),
            _ => None,
        });
        assert!(introduced.unwrap()["client"]["name"].is_string(), "the record says who sat");
    }
}

#[tokio::test]
async fn each_of_the_fourteen_is_a_step_or_free() {
    let trial = Trial::with_limits(Arc::new(ToySuite::default()), "toy/notebook@3", Some(Limits::steps(100)));
    let client = trial.client().await;
    for (name, args, steps) in [
        ("cursor_position", json!({}), 0),
        ("key", json!({"keys": ["ctrl", "c"]}), 1),
        ("key_down", json!({"keys": ["shift"]}), 1),
        ("key_up", json!({"keys": ["shift"]}), 1),
        ("type", json!({"text": "hello"}), 1),
        ("hold_key", json!({"keys": ["a"], "secs": 0.1}), 3),
        ("mouse_move", json!({"x": 5, "y": 6}), 1),
        ("click", json!({"x": 5, "y": 6, "count": 3, "button": "middle"}), 1),
        ("drag", json!({"x": 5, "y": 6, "to_x": 7, "to_y": 8}), 1),
        ("mouse_down", json!({}), 1),
        ("mouse_up", json!({"x": 9, "y": 9}), 1),
        ("scroll", json!({"direction": "down", "amount": 2}), 1),
        ("screenshot", json!({}), 1),
        ("wait", json!({"secs": 0.1}), 1),
        ("brief", json!({}), 0),
        ("observe", json!({}), 0),
    ] {
        let before = trial.actions().len();
        let result = call(&client, name, args).await;
        assert_eq!(result.is_error, Some(false), "{name}: {}", text(&result));
        assert_eq!(trial.actions().len() - before, steps, "{name}");
    }
    let at = call(&client, "cursor_position", json!({})).await;
    assert_eq!(text(&at), "The pointer is at (9, 9).");
    let here = |x, y| Target::Point(Point { x, y });
    let actions = trial.actions();
    assert!(actions.contains(&Action::Press { at: here(7.0, 8.0), button: Button::Left }), "where the drag left it: {actions:?}");
    assert!(actions.contains(&Action::Scroll { at: here(9.0, 9.0), dx: 0.0, dy: 2.0 }));
}

#[tokio::test]
async fn places_can_be_in_thousandths() {
    let trial = Trial::toy();
    let settings = ServeSettings { coordinates: Coordinates::Thousand, ..ServeSettings::default() };
    let client = ().serve(trial.streams(settings)).await.unwrap();
    let moved = call(&client, "mouse_move", json!({"x": 500, "y": 500})).await;
    assert!(text(&moved).contains("from 0 at the left and top to 1000"), "{}", text(&moved));
    assert_eq!(trial.actions(), [Action::Move { to: Target::Point(Point { x: 32.0, y: 24.0 }) }]);
}

#[tokio::test]
async fn the_brief_is_a_tool_and_a_resource() {
    let trial = Trial::toy();
    let client = trial.client().await;
    let told = text(&call(&client, "brief", json!({})).await);
    assert!(told.contains("word-3") && told.contains("Each action is one step."), "{told}");
    assert!(!told.contains("('name', 'argument')"), "nobody writes pairs here: {told}");
    let resources = client.list_all_resources().await.unwrap();
    let read = client.read_resource(ReadResourceRequestParams::new(&resources[0].uri)).await.unwrap();
    assert_eq!(serde_json::to_value(read).unwrap()["contents"][0]["text"], told);
    assert!(client.read_resource(ReadResourceRequestParams::new("file:///etc/passwd")).await.is_err());
}

#[tokio::test]
async fn the_seat_refuses_in_its_own_words_and_counts() {
    let trial = Trial::toy();
    let client = trial.client().await;
    for (name, args, sentence) in [
        ("click", json!({"x": 1}), "'y' is missing"),
        ("click", json!({"x": 5000, "y": 1}), "outside of the picture"),
        ("key", json!({"keys": ["hyperdrive"]}), "There is no key \"hyperdrive\"."),
        ("note", json!({"line": 7}), "'line' must be a string"),
        ("note", json!({"text": "x"}), "has no parameter 'text'"),
        ("wait", json!({"secs": 31}), "A wait takes from 0 to 30 seconds."),
    ] {
        let before = trial.actions().len();
        let result = call(&client, name, args).await;
        assert_eq!(result.is_error, Some(true), "{name}");
        assert!(text(&result).contains(sentence), "{name}: {}", text(&result));
        assert!(text(&result).contains("steps left"), "{name}: {}", text(&result));
        assert_eq!(trial.actions().len() - before, 1, "{name} is a step");
    }
}

#[tokio::test]
async fn after_the_end_every_call_says_so() {
    let trial = Trial::toy();
    let client = trial.client().await;
    call(&client, "done", json!({})).await;
    for (name, args) in [("click", json!({"x": 1, "y": 1})), ("observe", json!({})), ("done", json!({})), ("note", json!({}))] {
        let result = call(&client, name, args).await;
        assert_eq!((text(&result).as_str(), result.is_error), ("The trial has ended: the agent is done.", Some(true)), "{name}");
    }
    assert_eq!(trial.actions(), [Action::Done]);
    assert_eq!(trial.ending().await, Ending::Done);
}

#[tokio::test]
async fn the_last_answer_can_wait_for_the_record() {
    let trial = Trial::toy();
    let patient = ServeSettings { waits_for_record: true, ..ServeSettings::default() };
    let client = ().serve(trial.streams(patient)).await.unwrap();
    let (other, seat) = (trial.client().await, trial.seat.clone());
    let noted = call(&client, "note", json!({"line": "word-3"})).await;
    assert_eq!(noted.is_error, Some(false), "nothing waits before the end: {}", text(&noted));
    let peer = client.peer().clone();
    let done = tokio::spawn(async move { peer.call_tool(CallToolRequestParams::new("done")).await });
    assert_eq!(trial.ending().await, Ending::Done);
    // A round trip on the other connection: time enough for an answer that does not wait.
    assert!(text(&call(&other, "observe", json!({})).await).starts_with("The trial has ended"));
    assert!(!done.is_finished(), "it is marked, but nobody has said that it is recorded");
    seat.recorded();
    assert!(text(&done.await.unwrap().unwrap()).contains("The trial has ended: the agent is done."));
    assert!(text(&call(&client, "observe", json!({})).await).starts_with("The trial has ended"), "it goes on answering");
}

#[tokio::test]
async fn the_limit_on_steps_ends_it() {
    let trial = Trial::with_limits(Arc::new(ToySuite::default()), "toy/notebook@3", Some(Limits::steps(2)));
    let client = trial.client().await;
    assert!(text(&call(&client, "wait", json!({"secs": 0})).await).contains("1 step left"));
    let unknown = try_call(&client, "teleport", json!({})).await.unwrap_err().to_string();
    assert!(unknown.contains("there is no tool 'teleport'; there are: brief, observe,"), "{unknown}");
    let over = call(&client, "wait", json!({"secs": 0})).await;
    assert_eq!(text(&over), "The trial has ended: the limit on steps was reached.");
    assert_eq!(trial.ending().await, Ending::Truncated { limit: Limit::Steps });
}

#[tokio::test]
async fn a_client_that_hangs_up_has_left() {
    let trial = Trial::toy();
    let client = trial.client().await;
    call(&client, "note", json!({"line": "word-3"})).await;
    client.cancel().await.unwrap();
    let (ending, marks, _) = trial.result().await;
    assert_eq!(ending, Ending::Left);
    assert!(!marks.passed, "it is marked as it stands");
}

#[tokio::test]
async fn a_cancelled_call_does_not_lose_the_world() {
    let trial = Trial::toy();
    let client = trial.client().await;
    let params = CallToolRequestParams::new("note").with_arguments(json!({"line": "word-3"}).as_object().cloned().unwrap());
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let handle = client.send_cancellable_request(request, PeerRequestOptions::no_options()).await.unwrap();
    handle.cancel(Some("changed my mind".into())).await.unwrap();
    // Whether the step was taken or not, the next one is, and the world is whole.
    let listed = call(&client, "list_files", json!({"path": "."})).await;
    let was_taken = text(&listed).starts_with("note.txt");
    let steps = trial.actions().iter().filter(|action| action.kind() == "call").count();
    assert_eq!(steps, usize::from(was_taken), "what was done was recorded");
    call(&client, "done", json!({})).await;
    assert_eq!(trial.ending().await, Ending::Done);
}

#[tokio::test]
async fn calls_that_come_together_are_done_one_after_another() {
    let trial = Trial::with_limits(Arc::new(ToySuite::default()), "toy/notebook@3", Some(Limits::steps(200)));
    let client = trial.client().await;
    let peer = client.peer().clone();
    let calls: Vec<_> = (0..50)
        .map(|n| {
            let peer = peer.clone();
            let args = json!({"line": format!("line {n}")}).as_object().cloned().unwrap();
            tokio::spawn(async move { peer.call_tool(CallToolRequestParams::new("note").with_arguments(args)).await })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap().is_error, Some(false));
    }
    let read = call(&client, "read_file", json!({"path": "note.txt"})).await;
    assert_eq!(text(&read).lines().filter(|line| line.starts_with("line ")).count(), 50);
}

#[tokio::test]
async fn a_world_that_breaks_is_told_and_makes_the_trial_void() {
    let trial = Trial::open(Arc::new(FakeSuite::default()), "fake/act-error@0");
    let client = trial.client().await;
    let broken = call(&client, "tick", Value::Null).await;
    assert!(text(&broken).starts_with("The trial was broken off, which is not your doing:"), "{}", text(&broken));
    let again = call(&client, "tick", Value::Null).await;
    assert_eq!(text(&again), text(&broken));
}
