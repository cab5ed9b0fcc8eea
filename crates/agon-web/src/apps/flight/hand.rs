//! How an expert looks at things on the page: where to press is in `web/flight/README.md`.

use crate::hand::{chord, left, typed};
use agon_core::Action;
use agon_flight::clock;
use agon_flight::questions::Look;

/// What the expert works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Clicks; only texts are typed.
    Mouse,
    Keys,
}

const SEARCH: (f64, f64) = (132.0, 24.0);
const CLOCK: (f64, f64) = (426.0, 24.0);
const CIRCLE: (f64, f64) = (1112.0, 24.0);
const ZOOM_IN: (f64, f64) = (52.0, 704.0);
const LIST: (f64, f64) = (1051.0, 66.0);
const AIRBORNE: (f64, f64) = (1120.0, 197.0);

pub(super) fn act(looks: &[Look], way: Way) -> Vec<Action> {
    looks.iter().flat_map(|look| one(look, way)).collect()
}

fn one(look: &Look, way: Way) -> Vec<Action> {
    let open = |place: (f64, f64), key: &str| match way {
        Way::Mouse => left(place),
        Way::Keys => chord(&[key]),
    };
    match look {
        Look::Time(minute) => filled(open(CLOCK, "t"), &clock(*minute)),
        Look::Flight(name) | Look::Airport(name) => filled(open(SEARCH, "/"), name),
        Look::ZoomIn(steps) => (0..*steps).map(|_| open(ZOOM_IN, "=")).collect(),
        Look::Circle { iata, km } => {
            let mut actions = vec![open(CIRCLE, "r"), chord(&["ctrl", "a"]), typed(iata), chord(&["tab"]), chord(&["ctrl", "a"])];
            actions.extend([typed(&km.to_string()), chord(&["enter"])]);
            actions
        }
        Look::Airborne => match way {
            Way::Mouse => vec![left(LIST), left(AIRBORNE)],
            // Status is behind the text; Airborne is behind All.
            Way::Keys => [&["f"][..], &["tab"], &["down"], &["escape"]].map(chord).to_vec(),
        },
    }
}

/// Opens a field and types over what it holds.
fn filled(open: Action, text: &str) -> Vec<Action> {
    vec![open, chord(&["ctrl", "a"]), typed(text), chord(&["enter"])]
}
