//! A circuit as an exam writer writes it, one part or wire on a line:
//!
//! ```text
//! logic-input A 10,6 -> 6,6               kind, name, where the drag begins and ends
//! nand N1 16,6 -> 20,6 inputs=3           parameters that differ from the default
//! logic-output Y N1.out -> +3,0           begins at a pin, which it touches; ends three squares to the right
//! timer-555 U1 30,10                      chips have one place
//! A -> N1.in1                             a wire between two pins (`A` alone: its only pin)
//! A -> 12,9 -> N1.in2                     with a bend: two wires
//! ```
//!
//! A line may name what stands above it. Logic inputs and outputs are labelled with their names, other parts only by `label=`.
//! A design is refused if it would not do on the page what its lines say: bodies that overlap, pins that meet by accident, wires
//! that pass a pin without connecting.

mod rules;

use super::catalogue::{GridPoint, Kind, Shape, kind_of};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use thiserror::Error;

/// What the default screen shows and neither the scopes' dock nor the information panel covers.
const WIDTH: i32 = 78;
const HEIGHT: i32 = 30;

#[derive(Debug, Error)]
#[error("{line:?}: {problem}")]
pub(super) struct DesignError {
    line: String,
    problem: String,
}

/// Parts and wires in the order in which they are drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Design {
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) line: String,
    /// What lines call it; empty for wires.
    pub(super) name: String,
    pub(super) kind: &'static Kind,
    pub(super) label: String,
    /// Parameters that were given, as they were written.
    pub(super) given: Vec<(String, String)>,
    pub(super) a: GridPoint,
    pub(super) b: GridPoint,
    pub(super) pins: Vec<(String, GridPoint)>,
    /// Places that were given by naming a pin there.
    touches: Vec<GridPoint>,
}

impl Design {
    pub(super) fn read(text: &str) -> Result<Self, DesignError> {
        let mut design = Self::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let parts = design.line(line).map_err(|problem| DesignError { line: line.into(), problem })?;
            design.parts.extend(parts);
        }
        design.check()?;
        Ok(design)
    }

    pub(super) fn wires(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_wire())
    }

    /// All but the wires.
    pub(super) fn components(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| !part.is_wire())
    }

    pub(super) fn component(&self, name: &str) -> Option<&Part> {
        self.components().find(|part| part.name == name)
    }

    /// Where a pin is: `N1.out`, or `A` for the only pin of A.
    pub(super) fn pin(&self, name: &str) -> Result<GridPoint, String> {
        let (name, pin) = name.split_once('.').map_or((name, None), |(name, pin)| (name, Some(pin)));
        let part = self.component(name).ok_or_else(|| format!("there is no part {name:?} above"))?;
        match (pin, part.pins.as_slice()) {
            (None, [(_, place)]) => Ok(*place),
            (None, _) => Err(format!("{name} has more than one pin; say which")),
            (Some(pin), pins) => pins.iter().find(|(name, _)| name == pin).map(|(_, place)| *place).ok_or_else(|| {
                let names: Vec<&str> = pins.iter().map(|(name, _)| name.as_str()).collect();
                format!("{name} has no pin {pin:?}; it has {}", names.join(", "))
            }),
        }
    }

    /// What the page would report after it was drawn.
    pub(super) fn state(&self) -> Value {
        let nets = self.nets();
        let parts = self.parts.iter().enumerate().map(|(i, part)| {
            let pins: Map<String, Value> = part.pins.iter().map(|(name, place)| (name.clone(), json!(nets[place]))).collect();
            json!({
                "id": i + 1, "kind": part.kind.kind, "label": part.label, "params": part.params(),
                "a": part.a, "b": part.b, "flip": false, "turns": 0, "pins": pins,
            })
        });
        json!({
            "app": "circuit", "time": 1.0, "running": true, "timeStep": 5e-6,
            "parts": parts.collect::<Vec<_>>(), "scopes": [], "problem": null,
        })
    }

    fn line(&self, line: &str) -> Result<Vec<Part>, String> {
        let first = line.split_whitespace().next().unwrap_or_default();
        match kind_of(first) {
            Some(kind) => self.part(line, kind).map(|part| vec![part]),
            None if line.contains("->") => self.wire(line),
            None => Err(format!("there is no part of kind {first:?}, and a wire needs `->`")),
        }
    }

    fn part(&self, line: &str, kind: &'static Kind) -> Result<Part, String> {
        let mut words = line.split_whitespace().skip(1);
        let name = words.next().ok_or("it needs a name")?.to_owned();
        if self.component(&name).is_some() {
            return Err(format!("there is a part {name:?} already"));
        }
        let (mut places, mut given, mut label) = (Vec::new(), Vec::new(), String::new());
        for word in words {
            match word.split_once('=') {
                Some(("label", text)) => label = text.into(),
                Some((key, value)) => {
                    if !kind.params.iter().any(|param| param.key == key) {
                        return Err(format!("{} has no parameter {key:?}", kind.name));
                    }
                    number(value)?;
                    given.push((key.to_owned(), value.to_owned()));
                }
                None if word == "->" => {}
                None => places.push(word),
            }
        }
        if matches!(kind.kind.as_str(), "logic-input" | "logic-output") && label.is_empty() {
            label.clone_from(&name);
        }
        let (a, b, touches) = match (kind.shape, places.as_slice()) {
            (Shape::Chip, [a]) => {
                let (a, _) = self.place(a, None)?;
                (a, a, Vec::new())
            }
            (Shape::Chip, _) => return Err("a chip has one place".into()),
            (_, [a, b]) => {
                let (a, a_touches) = self.place(a, None)?;
                let (b, b_touches) = self.place(b, Some(a))?;
                (
                    a,
                    b,
                    [(a, a_touches), (b, b_touches)]
                        .into_iter()
                        .filter(|(_, touches)| *touches)
                        .map(|(place, _)| place)
                        .collect(),
                )
            }
            _ => return Err("it needs two places: `X,Y -> X,Y`".into()),
        };
        let (across, down) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
        if across != 0 && down != 0 {
            return Err("it must lie along an axis".into());
        }
        if across + down < kind.least_length() {
            return Err(format!("it must be at least {} squares long", kind.least_length()));
        }
        let mut part = Part { line: line.into(), name, kind, label, given, a, b, pins: Vec::new(), touches };
        part.pins = kind.pins(a, b, part.inputs());
        Ok(part)
    }

    fn wire(&self, line: &str) -> Result<Vec<Part>, String> {
        let kind = kind_of("wire").ok_or("there are no wires")?;
        let mut places = Vec::new();
        for word in line.split("->").map(str::trim) {
            let before = places.last().map(|(place, _)| *place);
            places.push(self.place(word, before)?);
        }
        let wires = places.windows(2).map(|ends| {
            let ((a, a_touches), (b, b_touches)) = (ends[0], ends[1]);
            let touches = [(a, a_touches), (b, b_touches)].into_iter().filter(|(_, touches)| *touches).map(|(place, _)| place);
            let pins = kind.pins(a, b, 0);
            Part {
                line: line.into(),
                name: String::new(),
                kind,
                label: String::new(),
                given: Vec::new(),
                a,
                b,
                pins,
                touches: touches.collect(),
            }
        });
        let wires: Vec<Part> = wires.collect();
        match wires.iter().any(|wire| wire.a == wire.b) {
            true => Err("it has no length".into()),
            false => Ok(wires),
        }
    }

    /// A point, a step from the place before, or a pin (then the second value is true).
    fn place(&self, word: &str, before: Option<GridPoint>) -> Result<(GridPoint, bool), String> {
        let Some((x, y)) = word.split_once(',') else { return self.pin(word).map(|place| (place, true)) };
        let coordinate = |text: &str| text.trim().parse::<i32>().map_err(|_| format!("{word:?} is neither a point nor a pin"));
        let (x, y) = (coordinate(x)?, coordinate(y)?);
        let (x, y) = match (word.starts_with(['+', '-']), before) {
            (true, Some(before)) => (before.0 + x, before.1 + y),
            (true, None) => return Err(format!("there is no place before {word:?}")),
            (false, _) => (x, y),
        };
        match (1..=WIDTH).contains(&x) && (1..=HEIGHT).contains(&y) {
            true => Ok(((x, y), false)),
            false => Err(format!("{x},{y} is outside the {WIDTH}×{HEIGHT} squares that can be seen")),
        }
    }

    /// The net of every place where a pin is: 0 is ground.
    fn nets(&self) -> HashMap<GridPoint, usize> {
        let mut root: HashMap<GridPoint, GridPoint> =
            self.parts.iter().flat_map(|part| &part.pins).map(|(_, at)| (*at, *at)).collect();
        fn find(root: &HashMap<GridPoint, GridPoint>, mut place: GridPoint) -> GridPoint {
            while root[&place] != place {
                place = root[&place];
            }
            place
        }
        let grounds: Vec<GridPoint> = self.parts.iter().filter(|part| part.kind.kind == "ground").map(|part| part.a).collect();
        let joined = self.wires().map(|wire| (wire.a, wire.b)).chain(grounds.windows(2).map(|pair| (pair[0], pair[1])));
        for (a, b) in joined {
            let (a, b) = (find(&root, a), find(&root, b));
            root.insert(a, b);
        }
        let mut numbers: HashMap<GridPoint, usize> = HashMap::new();
        if let Some(ground) = grounds.first() {
            numbers.insert(find(&root, *ground), 0);
        }
        let mut next = 1;
        let mut nets = HashMap::new();
        for (_, place) in self.parts.iter().flat_map(|part| &part.pins) {
            let number = *numbers.entry(find(&root, *place)).or_insert_with(|| {
                next += 1;
                next - 1
            });
            nets.insert(*place, number);
        }
        nets
    }
}

impl Part {
    pub(super) fn is_wire(&self) -> bool {
        self.kind.kind == "wire"
    }

    pub(super) fn body(&self) -> [i32; 4] {
        self.kind.body(self.a, self.b, self.inputs())
    }

    fn inputs(&self) -> usize {
        let given = self.given.iter().find(|(key, _)| key == "inputs").and_then(|(_, value)| value.parse().ok());
        given.unwrap_or(2)
    }

    fn params(&self) -> Map<String, Value> {
        let value = |key: &str| self.given.iter().find(|(given, _)| given == key).and_then(|(_, value)| number(value).ok());
        let params = self.kind.params.iter();
        params.map(|param| (param.key.clone(), value(&param.key).unwrap_or_else(|| param.default.clone()))).collect()
    }

    fn error(&self, problem: String) -> DesignError {
        DesignError { line: self.line.clone(), problem }
    }
}

/// Reads `4.7k` as 4700.
fn number(text: &str) -> Result<Value, String> {
    let wrong = || format!("{text:?} is no value");
    let (digits, exponent) = match text.char_indices().next_back() {
        Some((end, suffix)) => match "pnumkMG".find(suffix) {
            Some(i) => (&text[..end], [-12, -9, -6, -3, 3, 6, 9][i]),
            None => (text, 0),
        },
        None => return Err(wrong()),
    };
    // Reading the exponent with the digits gives the nearest number, as the page's own reading does.
    let value: f64 = format!("{digits}e{exponent}").parse().map_err(|_| wrong())?;
    Ok(if value.fract() == 0.0 && value.abs() < 1e15 { json!(value as i64) } else { json!(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Design::read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_design_becomes_the_state_the_page_would_report() {
        let design = Design::read(
            "dc-source V1 10,16 -> 10,8 voltage=10
             ground G V1.minus -> +0,2
             resistor R1 V1.plus -> +8,0 resistance=4.7k
             ground H 30,20 -> 30,22
             R1.b -> 30,8 -> H",
        );
        let state = design.unwrap().state();
        let parts = state["parts"].as_array().unwrap();
        assert_eq!(parts.len(), 6);
        assert_eq!(parts[0]["pins"]["minus"], 0);
        assert_eq!(parts[0]["pins"]["plus"], parts[2]["pins"]["a"]);
        assert_eq!(parts[2]["params"]["resistance"], 4700);
        assert_eq!(parts[2]["pins"]["b"], 0);
        assert_ne!(parts[2]["pins"]["a"], 0);
    }

    #[test]
    fn labels_are_names_for_inputs_and_outputs_only() {
        let state = Design::read("logic-input A 10,6 -> 6,6\nnot N 20,6 -> 24,6\nnot M 30,6 -> 34,6 label=X").unwrap().state();
        let labels: Vec<&Value> = state["parts"].as_array().unwrap().iter().map(|part| &part["label"]).collect();
        assert_eq!(labels, ["A", "", "X"]);
        assert_eq!(state["parts"][0]["params"], json!({"high": 5, "low": 0, "state": 0}));
    }

    #[test]
    fn what_would_not_do_as_it_says_is_refused() {
        let gate = "nand N 16,6 -> 20,6\n";
        assert!(refused("teapot T 1,1").contains("no part of kind"));
        assert!(refused("and G 10,6 -> 12,6").contains("at least 4"));
        assert!(refused("resistor R 10,6 -> 12,8").contains("axis"));
        assert!(refused("resistor R 10,6 -> 14,6 voltage=3").contains("no parameter"));
        assert!(refused("resistor R 10,6 -> 14,6 resistance=much").contains("no value"));
        assert!(refused("resistor R 10,6 -> 99,6").contains("outside"));
        assert!(refused(&format!("{gate}and M 17,7 -> 22,7")).contains("overlaps N"));
        assert!(refused(&format!("{gate}logic-output Y 20,6 -> 23,6")).contains("by accident"));
        assert!(refused(&format!("{gate}logic-input A 10,6 -> 6,6\nA -> 16,5")).contains("name it"));
        assert!(refused(&format!("{gate}logic-input A 10,6 -> 6,6\nA -> 14,5")).contains("loose"));
        assert!(refused(&format!("{gate}logic-input A 10,6 -> 6,6\nA -> N.in3")).contains("it has in1, in2, out"));
        assert!(refused("not A 4,6 -> 6,6\nnot B 10,6 -> 12,6\nnot C 16,6 -> 18,6\nA.out -> C.in").contains("passes B.in"));
    }
}
