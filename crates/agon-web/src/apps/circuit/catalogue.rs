//! The kinds of parts, from `web/circuit/parts.json`.

use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// A kind of part: what its pins and parameters are called.
#[derive(Debug, Deserialize)]
pub(super) struct Kind {
    pub(super) kind: String,
    pub(super) name: String,
    /// In the order of the file. A gate's are `in1…inN` and `out`.
    pins: Vec<Pin>,
    pub(super) params: Vec<Param>,
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
enum Pin {
    Plain(String),
    OfChip { name: String },
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

pub(super) fn kind_of(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.kind == name)
}

impl Kind {
    /// The names of the pins of one with so many inputs, which matters to gates only.
    pub(super) fn pins(&self, inputs: usize) -> Vec<String> {
        let names = self.pins.iter().map(|pin| match pin {
            Pin::Plain(name) | Pin::OfChip { name } => name.as_str(),
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
        assert_eq!(kind_of("nand").unwrap().pins(3), ["in1", "in2", "in3", "out"]);
        assert_eq!(kind_of("multiplexer").unwrap().pins(0).len(), 7);
        assert!(kind_of("nand").unwrap().is_gate() && !kind_of("not").unwrap().is_gate());
    }
}
