//! Stellarium in a seat.desk.

use crate::program::{self, Seat};
use crate::{keys, text};
use agon_desktop::RUN;
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

async fn start() -> Seat<'static> {
    program::start(&Stellarium, SETUP.parse().unwrap(), &[]).await
}

#[tokio::test]
async fn it_starts_the_same_twice() {
    let mut states = Vec::new();
    for _ in 0..2 {
        let seat = start().await;
        states.push(seat.state().await);
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
    let seat = start().await;
    seat.act(keys(&["e"])).await;
    seat.until("the grid", |state| state["flags"]["GridLinesMgr.equatorGridDisplayed"] == true).await;
    seat.act(keys(&["f3"])).await;
    seat.until("the search window", |state| state["windows"] == json!(["Search"])).await;
    seat.act(text("Betelgeuse")).await;
    seat.desk.display().settle(Duration::from_millis(1500), Duration::from_secs(10)).await.unwrap();
    seat.act(keys(&["enter"])).await;
    seat.until("Betelgeuse", |state| state["selected"]["localized-name"] == "Betelgeuse").await;

    let script = format!(
        "test -e {RUN} && echo there; find / -name stellarium -type s 2>/dev/null
         bash -c 'exec 3<>/dev/tcp/127.0.0.1/8090' 2>/dev/null && echo open
         grep -rl password ~ 2>/dev/null"
    );
    let outcome = seat.desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
}

#[test]
fn a_wrong_setup_is_refused() {
    assert!(Stellarium.launch(&toml::Table::new()).unwrap_err().to_string().contains("time"));
    assert!(
        Stellarium
            .launch(&"time = \"2000-01-01T12:00:00\"\nlok = [1, 2]".parse().unwrap())
            .unwrap_err()
            .to_string()
            .contains("lok")
    );
}
