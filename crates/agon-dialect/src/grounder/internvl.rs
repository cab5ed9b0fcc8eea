//! InternVL's grounding: boxes and points in tags, in thousandths. A box is clicked in its centre.

use super::places::places;
use super::{clicked, clicks};
use crate::text::spoken;
use crate::{Dialect, Policy, Reading, Said, Space, View};
use agon_core::{Action, Brief};

/// `<box>[[x1, y1, x2, y2]]</box>` and `<point>[[x, y]]</point>`.
pub struct InternVl;

impl Dialect for InternVl {
    fn name(&self) -> &'static str {
        "internvl"
    }

    fn about(&self) -> &'static str {
        "InternVL's: <box>[[x1, y1, x2, y2]]</box> or <point>[[x, y]]</point> in thousandths"
    }

    fn teach(&self, _: &Brief, view: &View) -> String {
        format!(
            "Answer only with the element to click: its bounding box as <box>[[x1, y1, x2, y2]]</box>, or a point on it as \
             <point>[[x, y]]</point>. Coordinates are {}.",
            Space::Thousand.words(view)
        )
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        let none = "it holds no box <box>[[x1, y1, x2, y2]]</box> and no point <point>[[x, y]]</point>";
        clicks(places(spoken(&said.text)), Space::Thousand, view, none)
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let line = |action| {
            let (x, y) = Space::Thousand.write_target(clicked(action)?, view)?;
            Some(format!("<point>[[{x}, {y}]]</point>"))
        };
        actions.iter().map(line).collect::<Option<Vec<String>>>().map(|lines| Said::text(lines.join("\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::click;
    use super::*;
    use agon_core::{Button, Point, Target};
    use proptest::prelude::*;

    fn read(text: &str) -> Reading {
        InternVl.read(&Said::text(text), &View::screen(2000, 1000))
    }

    #[test]
    fn boxes_are_clicked_in_their_centre() {
        let here = [click(Target::Point(Point { x: 300.0, y: 200.0 }), Button::Left, 1)];
        for text in [
            "<ref>the OK button</ref><box>[[100, 150, 200, 250]]</box>",
            "<box>[100, 150, 200, 250]</box>",
            "Sure! The element is at <point>[[150, 200]]</point>.",
            "[[100, 150, 200, 250]]",
            "<think><box>[[1, 1, 2, 2]]</box></think>[[150, 200]]",
        ] {
            assert_eq!(read(text).actions, here, "{text}");
        }
        assert!(read("<box>[[100, 150, 2000, 2500]]</box>").problem.unwrap().contains("outside"));
        assert!(read("<ref>the OK button</ref>").problem.unwrap().contains("no box"));
        assert_eq!(read("<box>[[1, 1, 3, 3]]</box> <box>[[5, 5, 7, 7]]</box>").actions.len(), 2);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000) {
            let view = View::screen(1000, 1000);
            let actions = vec![click(Target::Point(Point { x: x.into(), y: y.into() }), Button::Left, 1)];
            let said = InternVl.write(&actions, &view).unwrap();
            prop_assert_eq!(InternVl.read(&said, &view), Reading::actions(actions));
        }

        #[test]
        fn nothing_panics(text in "(<box>|</box>|<ref>|\\[\\[|\\]\\]|[0-9., ])*") {
            let _ = read(&text);
        }
    }
}
