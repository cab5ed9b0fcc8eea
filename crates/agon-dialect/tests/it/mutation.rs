//! A fuzzer that any machine can run: the corpus, changed in small ways by a fixed sequence of chances.
//!
//! `fuzz/` holds the real one, which learns from what the code does; see CONTRIBUTING.md.

use crate::corpus::replies;
use crate::support::{read, say_again, view};
use agon_core::Rng;
use agon_dialect::{DIALECTS, View};
use serde_json::{Value, json};

const MUTATIONS_PER_REPLY: usize = 300;

#[test]
fn changed_replies_are_read_or_refused() {
    for dialect in DIALECTS {
        let replies = replies(dialect.name());
        let texts: Vec<&str> = replies.iter().map(|(_, said)| said.text.as_str()).collect();
        let mut rng = Rng::new(dialect.name(), 5);
        for (_, said) in &replies {
            for _ in 0..MUTATIONS_PER_REPLY {
                let mut said = said.clone();
                for _ in 0..=rng.index(4) {
                    change_text(&mut said.text, &texts, &mut rng);
                    for call in &mut said.calls {
                        change_value(&mut call.args, &mut rng);
                    }
                }
                let view = if rng.chance(0.1) { View::default() } else { view() };
                let reading = read(*dialect, &said, &view);
                say_again(*dialect, &reading, &view);
            }
        }
    }
}

/// Pieces of every grammar.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "\\",
    "```",
    "\n",
    ",",
    ":",
    "=",
    "-",
    "1e999",
    "NaN",
    "None",
    "é",
    "🙂",
    "\0",
    "<think>",
    "</think>",
    "tag_3",
    "*",
    "Action:",
    "DONE",
    "<point>",
    "</point>",
    "99999999999999999999",
];

fn change_text(text: &mut String, others: &[&str], rng: &mut Rng) {
    let mut chars: Vec<char> = text.chars().collect();
    let mut range = || {
        let start = rng.index(chars.len() + 1);
        start..(start + rng.index(9)).min(chars.len())
    };
    let (range, other) = (range(), range());
    match rng.index(6) {
        0 => drop(chars.drain(range)),
        1 => chars.truncate(range.start),
        2 => {
            let piece: Vec<char> = PIECES[rng.index(PIECES.len())].chars().collect();
            chars.splice(range.start..range.start, piece);
        }
        3 => {
            let copied = chars[range].to_vec();
            chars.splice(other.start..other.start, copied);
        }
        4 => chars[range]
            .iter_mut()
            .for_each(|c| *c = if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }),
        _ => {
            let tail = others.get(rng.index(others.len().max(1))).copied().unwrap_or_default();
            let from = tail.ceil_char_boundary(rng.index(tail.len() + 1));
            chars.truncate(range.start);
            chars.extend(tail[from..].chars());
        }
    }
    *text = chars.into_iter().collect();
}

/// Replaces a value somewhere within, or takes it away.
fn change_value(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(map) if !map.is_empty() && rng.chance(0.9) => {
            let key = map.keys().nth(rng.index(map.len())).cloned().unwrap_or_default();
            if rng.chance(0.1) {
                map.remove(&key);
            } else if let Some(inner) = map.get_mut(&key) {
                change_value(inner, rng);
            }
        }
        Value::Array(items) if !items.is_empty() && rng.chance(0.8) => {
            let index = rng.index(items.len());
            match rng.index(6) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => change_value(&mut items[index], rng),
            }
        }
        other => {
            let values =
                [json!(null), json!(-1), json!(1e308), json!("x"), json!(""), json!([]), json!({}), json!("up"), json!([1, 2])];
            *other = values[rng.index(values.len())].clone();
        }
    }
}

#[test]
fn the_same_chances_come_every_time() {
    let mut texts = [String::from("('move', 0)"), String::from("('move', 0)")];
    for text in &mut texts {
        let mut rng = Rng::new("mutation", 1);
        for _ in 0..20 {
            change_text(text, &["abc"], &mut rng);
        }
    }
    assert_eq!(texts[0], texts[1]);
}
