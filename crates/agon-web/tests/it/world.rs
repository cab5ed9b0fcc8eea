//! What an agent can do and see.

use crate::probe::{Bench, act, at, click, keys, seen, state};
use agon_core::{Action, Button, Destination, Frame, Region, Status, Suite};
use serde_json::json;

#[tokio::test]
async fn mouse_and_keyboard_reach_the_page() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, Action::Click { at: at(100.0, 40.0), button: Button::Left, count: 2, holding: vec!["shift".into()] }).await;
    act(world, Action::Click { at: at(400.0, 250.0), button: Button::Right, count: 1, holding: vec![] }).await;
    act(world, Action::Drag { path: vec![at(500.0, 200.0), at(560.0, 240.0)], button: Button::Left, holding: vec![] }).await;
    act(world, Action::Scroll { at: at(500.0, 200.0), dx: 0.0, dy: 2.0 }).await;
    act(world, keys(&["ctrl", "k"])).await;
    let lines = seen(world).await;
    for line in [
        "click 1 shift=true",
        "click 2 shift=true",
        "contextmenu 400,250 2 ",
        "mousedown 500,200 0 ",
        "mouseup 560,240 0 ",
        "wheel 500,200 0 200",
        "keydown k KeyK ctrl=true",
    ] {
        assert!(lines.iter().any(|seen| seen == line), "{line:?} is not among {lines:#?}");
    }
}

#[tokio::test]
async fn typing_is_what_a_person_would_see_in_the_field() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, click(100.0, 95.0)).await;
    act(world, Action::Type { text: "Grüße 10 µF <b>\"x\" — 日本🦀".into() }).await;
    assert_eq!(state(world).await["name"], "Grüße 10 µF <b>\"x\" — 日本🦀");
    act(world, keys(&["ctrl", "a"])).await;
    act(world, keys(&["ctrl", "c"])).await;
    act(world, keys(&["end"])).await;
    act(world, keys(&["ctrl", "v"])).await;
    assert_eq!(state(world).await["name"], "Grüße 10 µF <b>\"x\" — 日本🦀".repeat(2));
    act(world, Action::KeyDown { key: "shift".into() }).await;
    act(world, keys(&["home"])).await;
    act(world, Action::KeyUp { key: "shift".into() }).await;
    act(world, keys(&["ctrl", "x"])).await;
    assert_eq!(state(world).await["name"], "");
    // The clipboard is the trial's own.
    let other = &mut *bench.world(&[]).await;
    act(other, click(100.0, 95.0)).await;
    act(other, keys(&["ctrl", "v"])).await;
    assert_eq!(state(other).await["name"], "");
}

#[tokio::test]
async fn chords_type_and_edit_as_on_a_us_keyboard() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, click(100.0, 95.0)).await;
    for chord in [["shift", "v"], ["shift", "1"], ["shift", "V"], ["shift", "/"], ["shift", "?"], ["shift", "="]] {
        act(world, keys(&chord)).await;
    }
    assert_eq!(state(world).await["name"], "V!V??+");
    let pressed: Vec<String> =
        seen(world).await.into_iter().filter(|line| line.contains("KeyV") || line.contains("Digit1")).collect();
    assert_eq!(pressed, ["keydown V KeyV ctrl=false", "keydown ! Digit1 ctrl=false", "keydown V KeyV ctrl=false"]);
    // A capital with ctrl is the letter: everything is selected and replaced, and that is undone.
    act(world, keys(&["ctrl", "A"])).await;
    act(world, Action::Type { text: "x".into() }).await;
    assert_eq!(state(world).await["name"], "x");
    act(world, keys(&["ctrl", "Z"])).await;
    assert_eq!(state(world).await["name"], "V!V??+");
    act(world, keys(&["ctrl", "shift", "z"])).await;
    assert_eq!(state(world).await["name"], "x");
    assert!(seen(world).await.contains(&"keydown a KeyA ctrl=true".to_owned()));
}

#[tokio::test]
async fn time_is_the_agents_and_the_same_actions_give_the_same_bytes() {
    let bench = Bench::new();
    let mut traces = Vec::new();
    for _ in 0..2 {
        let mut world = bench.suite.open(&bench.instance(&[("observation", "screen")])).await.unwrap();
        let mut trace = vec![world.observe().await.unwrap()];
        assert_eq!(state(&mut *world).await["frames"], 6, "a tenth of a second has passed");
        for action in [click(100.0, 40.0), Action::Wait { secs: 1.5 }, click(100.0, 95.0), Action::Type { text: "abc".into() }] {
            // However long an agent thinks.
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
            trace.push(act(&mut *world, action).await.observation);
        }
        let state = state(&mut *world).await;
        assert_eq!(state["frames"], 114, "1.9 seconds of sixty frames");
        assert_eq!(state["seen"].as_array().unwrap().iter().filter(|line| **line == "second").count(), 1);
        traces.push(trace);
    }
    assert_ne!(traces[0][0], traces[0][1], "the page changes");
    assert!(traces[0] == traces[1], "two sittings differ");
}

/// Workers, sound, animations, stamps of events and chance: whatever could tell two sittings apart.
#[tokio::test]
async fn every_clock_and_every_chance_is_the_same_in_two_sittings() {
    let bench = Bench::new();
    let mut told = Vec::new();
    for thinking_ms in [0, 150] {
        let world = &mut *bench.world(&[]).await;
        act(world, click(625.0, 45.0)).await;
        tokio::time::sleep(std::time::Duration::from_millis(thinking_ms)).await;
        act(world, Action::Wait { secs: 1.0 }).await;
        tokio::time::sleep(std::time::Duration::from_millis(thinking_ms)).await;
        let before_its_end = state(world).await;
        act(world, Action::Wait { secs: 6.0 }).await;
        assert!(seen(world).await.contains(&"sound ended".to_owned()));
        told.push((before_its_end["clocks"].clone(), state(world).await["clocks"].clone()));
    }
    assert_eq!(told[0], told[1]);
    let clocks = &told[0].0;
    // A tenth of a second before the click, one with it, a second with the wait.
    assert_eq!(clocks["now"].as_f64(), Some(1200.0));
    assert_eq!(clocks["timeline"], clocks["now"]);
    assert_eq!(clocks["stamp"].as_f64(), Some(100.0));
    assert_eq!(clocks["origin"], 1_767_258_000_000_u64);
    assert_eq!((&clocks["audio"], &clocks["sound"]), (&json!(1.1), &json!([1.1, false])));
    assert_eq!(clocks["animation"], "finished");
    assert_eq!(clocks["formatted"].as_str().map(|text| text.replace('\u{202f}', " ")), Some("9:00:01 AM".into()));
    let lines: Vec<&str> = clocks["workers"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert!(lines[0].starts_with("classic heard hello with its part 2026-01-01T09:00:00.100Z"), "{lines:#?}");
    assert!(lines.contains(&"inline 150") && lines.contains(&"module heard hello 200.0 200"), "{lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("classic tick")).count(), 27, "1.1 seconds, every 40 ms");
}

#[tokio::test]
async fn a_task_may_ask_for_real_time() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[("clock", "real")]).await;
    let before = state(world).await["frames"].as_u64().unwrap();
    act(world, Action::Wait { secs: 1.2 }).await;
    let state = state(world).await;
    assert!(state["frames"].as_u64().unwrap() > before + 5, "{state}");
    assert!(state["seen"].as_array().unwrap().iter().any(|line| line == "second"), "{state}");
}

#[tokio::test]
async fn a_step_waits_for_what_it_loads() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    act(world, keys(&["f8"])).await;
    assert!(seen(world).await.contains(&"fetched 200".to_owned()));
}

#[tokio::test]
async fn trials_have_storage_of_their_own_which_lasts_over_a_reload() {
    let bench = Bench::new();
    let first = &mut *bench.world(&[]).await;
    act(first, Action::Navigate { to: Destination::Reload }).await;
    assert_eq!(state(first).await["kept"], 1);
    let second = &mut *bench.world(&[]).await;
    assert_eq!(state(second).await["kept"], 0);
}

#[tokio::test]
async fn the_tree_tells_roles_names_values_and_places() {
    let bench = Bench::new();
    let mut world = bench.suite.open(&bench.instance(&[("observation", "tree")])).await.unwrap();
    let first = world.observe().await.unwrap();
    assert!(first.frames.is_empty());
    act(&mut *world, click(100.0, 95.0)).await;
    let tree = act(&mut *world, Action::Type { text: "Ada".into() }).await.observation.tree.unwrap();
    let button = tree.nodes.iter().find(|node| node.role == "button" && node.name == "Press me").expect("the button");
    assert_eq!(button.bounds, Some(Region { x: 20.0, y: 20.0, width: 200.0, height: 40.0 }));
    let field = tree.nodes.iter().find(|node| node.role == "textbox").expect("the field");
    assert_eq!((field.name.as_str(), field.value.as_str()), ("Your name", "Ada"));
    assert!(tree.nodes.iter().any(|node| node.name == "elsewhere" && node.role == "link"));
    assert!(tree.nodes.iter().skip(1).all(|node| node.parent.is_some_and(|parent| (parent as usize) < tree.nodes.len())));
}

#[tokio::test]
async fn the_screen_has_the_size_that_was_asked_for() {
    let bench = Bench::new();
    let mut world = bench.suite.open(&bench.instance(&[("screen", "1024x600")])).await.unwrap();
    let seen = world.observe().await.unwrap();
    let image = &seen.screen().unwrap().image;
    let agon_core::Pixels::Png(file) = &image.pixels else { panic!("not a PNG") };
    let decoded = agon_image::decode(file).unwrap();
    assert_eq!((decoded.width, decoded.height), (1024, 600));
    assert_eq!(state(&mut *world).await["inner"], json!([1024, 600]));
    let region = Region { x: 20.0, y: 20.0, width: 200.0, height: 40.0 };
    let step = act(&mut *world, Action::Zoom { region }).await;
    let zoomed = step.observation.frames.iter().find(|frame| frame.name == "zoom").expect("a closer look");
    let agon_core::Pixels::Png(file) = &zoomed.image.pixels else { panic!("not a PNG") };
    let decoded = agon_image::decode(file).unwrap();
    assert_eq!((decoded.width, decoded.height), (400, 80));
    assert!(step.observation.frames.iter().any(|frame| frame.name == Frame::SCREEN));
}

#[tokio::test]
async fn what_cannot_be_done_is_a_step_that_says_why() {
    let bench = Bench::new();
    let world = &mut *bench.world(&[]).await;
    for (action, status, part) in [
        (click(5000.0, 10.0), Status::OutOfRange, "not on the screen"),
        (keys(&["no-such-key"]), Status::BadArguments, "no key"),
        (Action::Wait { secs: 3600.0 }, Status::BadArguments, "from 0 to 30"),
        (Action::Wait { secs: f64::NAN }, Status::BadArguments, "from 0 to 30"),
        (Action::Navigate { to: Destination::Back }, Status::Blocked, "no page"),
        (Action::Navigate { to: Destination::Url("http://probe.localhost/no-such-page".into()) }, Status::Blocked, "only pages"),
    ] {
        let step = act(world, action.clone()).await;
        assert_eq!(step.status, status, "{}", action.summary());
        assert!(step.feedback.as_deref().unwrap_or_default().to_lowercase().contains(part), "{:?}", step.feedback);
    }
    assert_eq!(state(world).await["at"], "/");
}

#[tokio::test]
async fn it_behaves_as_every_world_must() {
    let bench = Bench::new();
    let findings = agon_testkit::conformance::check(bench.suite.as_ref(), &bench.instance(&[])).await;
    assert_eq!(findings, Vec::<String>::new());
}
