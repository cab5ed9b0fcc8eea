//! A page to look at: `cargo test -p agon-report -- --ignored showcase` writes it below the target folder.

use crate::made::{Attempt, Book, scored, step_of, truncated, void};
use agon_core::{Action, Button, Call, Cause, Event, Image, Point, Rng, Status, Target};
use agon_record::Run;
use agon_report::{HtmlOptions, html};
use serde_json::json;
use std::path::Path;

const SIZE: u32 = 360;
const CELLS: u32 = 9;

#[test]
#[ignore = "for the eye"]
fn showcase() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("showcase");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let first = run("gym-august", 1).opened(&folder.join("first"));
    let second = run("gym-september", 2).opened(&folder.join("second"));
    let options = HtmlOptions::default();
    let hostile = crate::page::hostile().write();
    std::fs::write(folder.join("hostile.html"), html::page(&[&hostile.run], &options).unwrap()).unwrap();
    std::fs::write(folder.join("one.html"), html::page(&[&first], &options).unwrap()).unwrap();
    std::fs::write(folder.join("two.html"), html::page(&[&first, &second], &options).unwrap()).unwrap();
}

impl Book {
    fn opened(&self, folder: &Path) -> Run {
        self.write_to(folder);
        Run::open(folder).unwrap()
    }
}

fn run(name: &str, seed: u64) -> Book {
    let mut rng = Rng::new("showcase", seed);
    let agents = [("oracle", 1.0), ("atlas-large", 0.62), ("atlas-small", 0.34), ("random", 0.04)];
    let mut book = Book::new(name, &agents.map(|(agent, _)| agent));
    for repeat in 0..2 {
        for (world, ease) in [("maze-2d", 1.0), ("sokoban", 0.7), ("jigsaw", 0.85), ("matchstick", 0.5)] {
            for (preset, factor) in [("easy", 1.1), ("hard", 0.7)] {
                for instance in 0..5u64 {
                    for (agent, skill) in agents {
                        let passed = agent == "oracle" || rng.chance(skill * ease * factor);
                        let steps = 4 + rng.below(9) as u32;
                        let attempts = match rng.below(60) {
                            0 if agent.starts_with("atlas") => {
                                vec![
                                    void(Cause::Model, "429 too many requests"),
                                    void(Cause::Model, "503 service unavailable: upstream connect error"),
                                ]
                            }
                            1 => vec![void(Cause::World, "the display did not answer within 30 s")],
                            2 => vec![],
                            3 => vec![void(Cause::World, "the renderer died"), drawn(scored(passed, steps), instance, agent)],
                            _ if !passed && rng.chance(0.4) => vec![drawn(truncated(20), instance, agent)],
                            _ => vec![drawn(scored(passed, steps), instance, agent)],
                        };
                        book.trial(agent, &format!("gym/{world}/{preset}@{instance}"), repeat, attempts);
                    }
                }
            }
        }
    }
    book
}

/// Gives an attempt frames, notes and feedback.
fn drawn(mut attempt: Attempt, seed: u64, agent: &str) -> Attempt {
    let mut rng = Rng::new("maze", seed);
    let walls: Vec<bool> = (0..CELLS * CELLS).map(|_| rng.chance(0.3)).collect();
    let mut at = (0u32, 0u32);
    attempt.frames.push(picture(&walls, at));
    for step in 1..=attempt.totals.steps {
        let blocked = rng.chance(0.15);
        if !blocked {
            at = if rng.chance(0.5) { ((at.0 + 1) % CELLS, at.1) } else { (at.0, (at.1 + 1) % CELLS) };
        }
        if agent.starts_with("atlas") {
            let thought =
                format!("The dot is at ({}, {}). The goal is to the right and below, so I try to go there.", at.0, at.1);
            attempt.events.push(Event::Note { kind: "thought".into(), content: json!(thought) });
        }
        let pixel = |cell: u32| f64::from(cell * SIZE / CELLS + SIZE / CELLS / 2);
        let target = Target::Point(Point { x: pixel(at.0), y: pixel(at.1) });
        let action = match step {
            _ if step == attempt.totals.steps => Call::bare("stop").into(),
            _ if step % 4 == 3 => Action::Click { at: target, button: Button::Left, count: 1, holding: vec![] },
            _ => Action::from(Call::new("move", step % 4)),
        };
        let (status, feedback) = match blocked {
            true => (Status::Blocked, "There is a wall. You have not moved."),
            false => (Status::Executed, "The dot moved one field."),
        };
        attempt.events.push(Event::Step(step_of(step, action, status, feedback)));
        attempt.frames.push(picture(&walls, at));
    }
    attempt
}

fn picture(walls: &[bool], at: (u32, u32)) -> Image {
    let cell = SIZE / CELLS;
    let mut pixels = Vec::with_capacity((SIZE * SIZE * 3) as usize);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let (column, row) = (x / cell, y / cell);
            let (dx, dy) = (x as i32 - (at.0 * cell + cell / 2) as i32, y as i32 - (at.1 * cell + cell / 2) as i32);
            let color: [u8; 3] = match () {
                () if dx * dx + dy * dy < 160 => [214, 64, 69],
                () if (column, row) == (CELLS - 1, CELLS - 1) => [96, 180, 120],
                () if walls[(row * CELLS + column) as usize] && (column, row) != at => [52, 60, 72],
                () if x % cell == 0 || y % cell == 0 => [222, 226, 232],
                () => [248, 249, 251],
            };
            pixels.extend(color);
        }
    }
    Image::rgb8(SIZE, SIZE, pixels)
}
