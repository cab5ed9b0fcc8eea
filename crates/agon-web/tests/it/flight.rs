//! The Flight Analyser in an exam: what the page shows is what questions are computed from.

use crate::probe::act;
use crate::sitting::{open, state, suite};
use agon_core::{Action, Status};
use agon_flight::questions::{Look, Question, Right, kinds, pose};
use agon_flight::{Sample, airport, clock};
use agon_web::App as _;
use agon_web::apps::flight::FlightAnalyser;
use serde_json::{Value, json};

/// Three kinds; all with `AGON_WEB=1`.
fn asked() -> Vec<&'static str> {
    let all = std::env::var_os("AGON_WEB").is_some();
    kinds().filter(|kind| all || ["icons-on-screen", "inside-circle", "altitude-and-rate"].contains(kind)).collect()
}

/// What an expert does on a task of this kind, without the answer and the end.
fn solution(kind: &str, way: &str) -> Vec<Action> {
    let draw = toml::Table::from_iter([("kind".to_owned(), kind.into())]);
    let values = FlightAnalyser.draw(&draw, 0).unwrap();
    let key = FlightAnalyser.key(toml::Table::from_iter([("question".to_owned(), values["question"].clone())])).unwrap();
    let mut actions = key.solve(way).unwrap();
    actions.truncate(actions.len() - 2);
    actions
}

#[tokio::test]
async fn the_page_shows_what_questions_are_computed_from() {
    let (_folder, suite) = suite();
    for kind in asked() {
        let question = pose(kind, 0, agon_flight::day).unwrap();
        for way in ["expert", "keyboard"] {
            let (mut world, _) = open(&suite, &format!("web/flight/{kind}"), &[]).await;
            for action in solution(kind, way) {
                assert_eq!(act(&mut *world, action.clone()).await.status, Status::Executed, "{kind} {way}: {action:?}");
            }
            check(&question, &state(&mut *world).await, &format!("{kind} {way}"));
        }
    }
}

fn check(question: &Question, state: &Value, name: &str) {
    let day = agon_flight::day(question.day_seed);
    assert_eq!((&state["day"], &state["isPlaying"]), (&json!(question.day_seed.to_string()), &json!(false)), "{name}");
    let minute =
        question.looks.iter().rev().find_map(|look| if let Look::Time(minute) = look { Some(*minute) } else { None }).unwrap();
    assert_eq!(state["clock"], json!(format!("{}:00", clock(minute))), "{name}");
    assert_eq!(state["present"], json!(day.present(minute).count()), "{name}");
    let is_airborne_only = question.looks.contains(&Look::Airborne);
    let is_shown = |sample: &Sample| !is_airborne_only || !sample.on_ground;
    let selected = question.looks.iter().rev().find_map(|look| match look {
        Look::Flight(callsign) => Some(callsign),
        _ => None,
    });
    if let Some(callsign) = selected {
        assert_eq!(state["selected"]["callsign"], json!(callsign), "{name}");
        if let Some(sample) = day.flight(callsign).unwrap().at(minute) {
            check_panel(sample, &state["panel"], name);
        }
    }
    for look in &question.looks {
        match look {
            Look::Circle { iata, km } => {
                let centre = airport(iata).unwrap().place;
                let inside = day
                    .present(minute)
                    .filter(|(_, _, sample)| is_shown(sample) && centre.distance_km(sample.place) <= f64::from(*km));
                assert_eq!(
                    (&state["radius"], &state["inside"]),
                    (&json!({ "iata": iata, "km": km }), &json!(inside.count())),
                    "{name}"
                );
            }
            Look::ZoomIn(steps) => assert_eq!(state["view"]["zoom"], json!(5 + steps), "{name}"),
            _ => {}
        }
    }
    if let [field] = question.fields.as_slice()
        && let Right::Count(count) = field.right
        && name.starts_with("icons-on-screen")
    {
        assert_eq!(state["visible"], json!(count), "{name}");
    }
}

fn check_panel(sample: &Sample, panel: &Value, name: &str) {
    let expected = [
        ("geoAltitude", Right::Feet(sample.geo_feet()).answer()),
        ("altitude", Right::Feet(sample.baro_feet()).answer()),
        ("groundSpeed", Right::Knots(sample.knots()).answer()),
        ("verticalRate", Right::FeetPerMinute(sample.feet_per_minute()).answer()),
        ("status", json!(sample.status())),
        ("latitude", json!(format!("{:.4}", sample.place.lat_degrees()))),
        ("longitude", json!(format!("{:.4}", sample.place.lon_degrees()))),
        ("heading", json!(format!("{}°", sample.heading))),
    ];
    for (field, value) in expected {
        assert_eq!(panel[field], value, "{name}: {field}");
    }
}
