//! Stellarium in a desk.

use crate::{Bench, act, keys, state_with, text};
use agon_desktop::Desk;
use agon_desktop::programs::Program;
use agon_desktop::programs::stellarium::Stellarium;
use serde_json::json;
use std::time::Duration;

const SETUP: &str = r#"
time = "2024-04-08T18:20:00"
place = { name = "Dallas", latitude = 32.78, longitude = -96.8, altitude = 130 }
look = [90, 25]
properties = { "ConstellationMgr.linesDisplayed" = true }
"#;

async fn start(bench: &Bench) -> Desk {
    let setup = SETUP.parse().unwrap();
    let desk = bench.desk(Stellarium.launch(&setup).unwrap()).await;
    Stellarium.prepare(&desk, &setup).await.unwrap();
    desk
}

#[tokio::test]
async fn it_starts_the_same_twice() {
    let bench = Bench::new();
    let mut states = Vec::new();
    for _ in 0..2 {
        let desk = start(&bench).await;
        states.push(Stellarium.state(&desk).await.unwrap());
    }
    assert_eq!(states[0], states[1]);
    let state = &states[0];
    assert_eq!(state["time"]["utc"], "2024-04-08T18:20:00.000Z");
    assert_eq!(state["rate"], 0);
    assert_eq!(state["location"]["name"], "Dallas");
    assert_eq!(state["selected"], json!(null));
    assert!((state["view"]["azimuth"].as_f64().unwrap() - 90.0).abs() < 0.01, "{}", state["view"]);
    assert_eq!(state["flags"]["ConstellationMgr.linesDisplayed"], true);
    assert_eq!(state["flags"]["GridLinesMgr.equatorGridDisplayed"], false);
}

#[tokio::test]
async fn what_is_done_shows_in_its_state_and_the_shell_does_not_reach_it() {
    let bench = Bench::new();
    let desk = start(&bench).await;
    act(&desk, keys(&["e"])).await;
    let state = state_with(&Stellarium, &desk, |state| state["flags"]["GridLinesMgr.equatorGridDisplayed"] == true).await;
    assert_eq!(state["flags"]["GridLinesMgr.equatorGridDisplayed"], true);
    act(&desk, keys(&["f3"])).await;
    let state = state_with(&Stellarium, &desk, |state| state["windows"] == json!(["Search"])).await;
    assert_eq!(state["windows"], json!(["Search"]));
    act(&desk, text("Betelgeuse")).await;
    desk.display().settle(Duration::from_millis(1500), Duration::from_secs(10)).await.unwrap();
    act(&desk, keys(&["enter"])).await;
    let state = state_with(&Stellarium, &desk, |state| state["selected"]["localized-name"] == "Betelgeuse").await;
    assert_eq!(state["selected"]["localized-name"], "Betelgeuse");

    let run = desk.run().display();
    let script = format!(
        "test -e {run} && echo there; find / -name stellarium -type s 2>/dev/null
         bash -c 'exec 3<>/dev/tcp/127.0.0.1/8090' 2>/dev/null && echo open
         grep -rl password ~ 2>/dev/null"
    );
    let outcome = desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
}

#[test]
fn a_wrong_setup_is_refused() {
    assert!(Stellarium.launch(&toml::Table::new()).unwrap_err().contains("time"));
    assert!(Stellarium.launch(&"time = \"2000-01-01T12:00:00\"\nlok = [1, 2]".parse().unwrap()).unwrap_err().contains("lok"));
}
