//! A place and nothing else: for models that answer where something is. Whoever asks wants a click there.

use super::places::places;
use super::{clicked, clicks};
use crate::text::spoken;
use crate::{Dialect, Policy, Reading, Said, Space, View};
use agon_core::{Action, Brief};

/// Two numbers in brackets.
pub struct PointDialect {
    name: &'static str,
    about: &'static str,
    space: Space,
}

impl PointDialect {
    pub const UNIT: Self = Self { name: "point-unit", about: "a place (0.5, 0.25) in parts of the picture", space: Space::Unit };
    pub const THOUSAND: Self =
        Self { name: "point-thousand", about: "a place (500, 250) in thousandths of the picture", space: Space::Thousand };
    pub const PIXELS: Self =
        Self { name: "point-pixels", about: "a place (640, 180) in pixels of the picture", space: Space::Pixels };
    /// UGround answers with a place between 0 and 999 or 1000, by its version.
    pub const UGROUND: Self =
        Self { name: "uground", about: "UGround's: a place (500, 250) in thousandths", space: Space::Thousand };
}

impl Dialect for PointDialect {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn teach(&self, _: &Brief, view: &View) -> String {
        let (x, y) = match (self.space, self.space.extent(view)) {
            (Space::Unit, _) => (0.5, 0.25),
            (Space::Thousand, _) | (_, None) => (500.0, 250.0),
            (_, Some((width, height))) => ((width / 2.0).round(), (height / 4.0).round()),
        };
        format!(
            "Answer only with the place to click, as its centre in the form (x, y). Coordinates are {}. For example: ({x}, {y})",
            self.space.words(view)
        )
    }

    fn several(&self) -> Policy {
        Policy::Last
    }

    fn read(&self, said: &Said, view: &View) -> Reading {
        clicks(places(spoken(&said.text)), self.space, view, "it holds no place of the form (x, y)")
    }

    fn write(&self, actions: &[Action], view: &View) -> Option<Said> {
        let line = |action| self.space.write_target(clicked(action)?, view).map(|(x, y)| format!("({x}, {y})"));
        actions.iter().map(line).collect::<Option<Vec<String>>>().map(|lines| Said::text(lines.join("\n")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::click;
    use super::*;
    use agon_core::{Button, Point, Target};
    use proptest::prelude::*;

    #[test]
    fn a_place_is_a_click_in_its_own_space() {
        let view = View { sent: Some((1000, 500)), ..View::screen(2000, 1000) };
        let here = [click(Target::Point(Point { x: 1000.0, y: 250.0 }), Button::Left, 1)];
        for (dialect, text) in [
            (&PointDialect::UNIT, "(0.5, 0.25)"),
            (&PointDialect::THOUSAND, "<point>[[500, 250]]</point>"),
            (&PointDialect::PIXELS, "It is at [500, 125]."),
            (&PointDialect::UGROUND, "(500, 250)"),
        ] {
            assert_eq!(dialect.read(&Said::text(text), &view).actions, here, "{}", dialect.name);
            let far = dialect.read(&Said::text("(99999, 5)"), &view);
            assert!(far.actions.is_empty() && far.problem.unwrap().contains("outside"), "{}", dialect.name);
            assert!(dialect.read(&Said::text("The red button."), &view).problem.unwrap().contains("no place"));
        }
        assert_eq!(PointDialect::UNIT.read(&Said::text("(0.1, 0.1) (0.2, 0.2)"), &view).actions.len(), 2);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(x in 0_u16..1000, y in 0_u16..1000) {
            // On a screen of a thousand pixels every space can name every pixel.
            let view = View::screen(1000, 1000);
            let actions = vec![click(Target::Point(Point { x: x.into(), y: y.into() }), Button::Left, 1)];
            for dialect in [&PointDialect::UNIT, &PointDialect::THOUSAND, &PointDialect::PIXELS, &PointDialect::UGROUND] {
                let said = dialect.write(&actions, &view).unwrap();
                prop_assert_eq!(dialect.read(&said, &view), Reading::actions(actions.clone()));
            }
        }

        #[test]
        fn nothing_panics(text in "[()\\[\\]0-9.,e -]{0,60}") {
            let _ = PointDialect::UNIT.read(&Said::text(text), &View::screen(3, 3));
        }
    }
}
