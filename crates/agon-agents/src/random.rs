//! Random, seeded actions over what the brief declares.

use agon_core::{
    Action, Agent, AgentError, AgentMaker, BoxFuture, Brief, Button, Fault, Placement, Point, Rng, Seat, Surface, Target, Turn,
};
use agon_seat::{Policy, stepwise};

/// Draws uniformly over the declared functions and, where there is a screen, over clicks, keys, scrolls and waits.
pub struct Random;

struct RandomAgent {
    rng: Rng,
}

impl AgentMaker for Random {
    fn make(&self, place: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(RandomAgent { rng: Rng::new("random-agent", place.seed) }))
    }
}

impl Agent for RandomAgent {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(stepwise(seat, self))
    }

    /// It looks at nothing but the screen's size, which does not need a drawn frame in worlds of functions.
    fn looks(&self) -> bool {
        false
    }
}

impl Policy for RandomAgent {
    fn next<'a>(&'a mut self, brief: &'a Brief, turn: &'a Turn) -> BoxFuture<'a, Result<Option<Action>, AgentError>> {
        let action = self.draw(brief, turn);
        Box::pin(async move { Ok(Some(action)) })
    }
}

impl RandomAgent {
    fn draw(&mut self, brief: &Brief, turn: &Turn) -> Action {
        let has = |surface| brief.surfaces.contains(&surface);
        let on_screen = has(Surface::Screen) && (brief.functions.is_empty() || self.rng.chance(0.5));
        if on_screen {
            return self.draw_on_screen(turn);
        }
        if let Some(function) = self.rng.choose(&brief.functions) {
            return function.sample(&mut self.rng).into();
        }
        if has(Surface::Shell) {
            let command = *self.rng.choose(&["ls", "pwd", "true", "date", "env"]).unwrap_or(&"true");
            return Action::Shell { command: command.into(), timeout_secs: None };
        }
        Action::Done
    }

    fn draw_on_screen(&mut self, turn: &Turn) -> Action {
        let (width, height) = turn.observation.screen().map_or((1280, 720), |f| (f.image.width, f.image.height));
        let at = Target::Point(Point { x: self.rng.below(width.into()) as f64, y: self.rng.below(height.into()) as f64 });
        match self.rng.below(8) {
            0..=3 => Action::Click { at, button: Button::Left, count: 1, holding: vec![] },
            4 => Action::Type { text: char::from(b'a' + self.rng.below(26) as u8).into() },
            5 => Action::Keys { keys: vec![(*self.rng.choose(&["enter", "tab", "escape"]).unwrap_or(&"tab")).into()] },
            6 => Action::Scroll { at, dx: 0.0, dy: self.rng.integer(-3, 3) as f64 },
            _ => Action::Wait { secs: 1.0 },
        }
    }
}
