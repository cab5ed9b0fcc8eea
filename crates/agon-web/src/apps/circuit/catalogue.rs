//! The kinds of parts, from `web/circuit/parts.json`.

use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// Grid coordinates: x to the right, y downwards.
pub(super) type GridPoint = (i32, i32);

/// A kind of part: what it is called, how it is drawn, what its pins and parameters are. Where the pins of a placed one are is in
/// `geometry.rs`.
#[derive(Debug, Deserialize)]
pub(super) struct Kind {
    pub(super) kind: String,
    pub(super) name: String,
    /// The submenu of Draw; empty for those at its top.
    pub(super) menu: String,
    pub(super) shape: Shape,
    pub(super) shortcut: Option<String>,
    /// In the order of the file. A gate's are `in1…inN` and `out`.
    pub(super) pins: Vec<Pin>,
    pub(super) params: Vec<Param>,
    /// Chips: width and height.
    pub(super) size: Option<GridPoint>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    Line,
    Post,
    Gate,
    OpAmp,
    Transistor,
    Chip,
}

#[derive(Debug, Deserialize)]
pub(super) struct Param {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) unit: String,
    pub(super) default: Value,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Pin {
    Plain(String),
    OfChip { name: String, at: GridPoint },
}

#[derive(Deserialize)]
struct File {
    parts: Vec<Kind>,
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let text = include_str!("../../../../../web/circuit/parts.json");
    serde_json::from_str(text).map(|file: File| file.parts).unwrap_or_default()
});

const GATE_INPUTS: &str = "in1…inN";

/// All kinds, in the order of the menus.
pub(super) fn kinds() -> &'static [Kind] {
    &KINDS
}

pub(super) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.kind == name)
}

impl Kind {
    /// The names of the pins of one with so many inputs, which matters to gates only.
    pub(super) fn pin_names(&self, inputs: usize) -> Vec<String> {
        let names = self.pins.iter().map(|pin| match pin {
            Pin::Plain(name) | Pin::OfChip { name, .. } => name.as_str(),
        });
        names.flat_map(|name| if name == GATE_INPUTS { inputs_of(inputs) } else { vec![name.to_owned()] }).collect()
    }

    /// AND, OR and the like: not the inverter, which always has one input.
    pub(super) fn is_gate(&self) -> bool {
        self.pins.iter().any(|pin| matches!(pin, Pin::Plain(name) if name == GATE_INPUTS))
    }

    pub(super) fn param(&self, key: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.key == key)
    }
}

fn inputs_of(count: usize) -> Vec<String> {
    (1..=count).map(|i| format!("in{i}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read() {
        assert!(KINDS.len() > 40);
        assert_eq!(kind_of("resistor").unwrap().params[0].default, 1000);
        assert!(kind_of("teapot").is_none());
        assert_eq!(kind_of("nand").unwrap().pin_names(3), ["in1", "in2", "in3", "out"]);
        assert_eq!(kind_of("multiplexer").unwrap().pin_names(0).len(), 7);
        assert!(kind_of("nand").unwrap().is_gate() && !kind_of("not").unwrap().is_gate());
    }
}
