//! What a design must keep to so that the page does what its lines say.

use super::{Design, DesignError, Part};

impl Design {
    pub(super) fn check(&self) -> Result<(), DesignError> {
        self.overlaps()?;
        self.meetings()?;
        self.passings()
    }

    fn overlaps(&self) -> Result<(), DesignError> {
        let parts: Vec<&Part> = self.components().collect();
        for (i, part) in parts.iter().enumerate() {
            let [left, top, right, bottom] = part.body();
            let over = parts[..i].iter().find(|other| {
                let [l, t, r, b] = other.body();
                left < r && l < right && top < b && t < bottom
            });
            if let Some(other) = over {
                return Err(part.error(format!("it overlaps {}", other.name)));
            }
        }
        Ok(())
    }

    /// Where pins of parts meet, all but one must have said so; where a wire ends, there must be something to connect.
    fn meetings(&self) -> Result<(), DesignError> {
        for part in self.components() {
            for (pin, place) in &part.pins {
                let met = self.components().filter(|other| other.pins.iter().any(|(_, at)| at == place));
                let silent: Vec<&Part> = met.filter(|other| !other.touches.contains(place)).collect();
                if let [first, second, ..] = silent.as_slice() {
                    let other = if first.name == part.name { &second.name } else { &first.name };
                    return Err(part.error(format!("its pin {pin} meets {other} by accident")));
                }
            }
        }
        for wire in self.wires() {
            for end in [wire.a, wire.b] {
                let on_pin = self.components().any(|part| part.pins.iter().any(|(_, at)| *at == end));
                let ends = self.wires().filter(|other| other.a == end || other.b == end).count();
                if on_pin && !wire.touches.contains(&end) {
                    return Err(wire.error(format!("there is a pin at {},{}: name it", end.0, end.1)));
                }
                if !on_pin && ends < 2 {
                    return Err(wire.error(format!("it ends loose at {},{}", end.0, end.1)));
                }
            }
        }
        Ok(())
    }

    /// Wires that pass a pin or another wire's end look as if they were connected, and are not.
    fn passings(&self) -> Result<(), DesignError> {
        for wire in self.wires() {
            let ((ax, ay), (bx, by)) = (wire.a, wire.b);
            for (part, (pin, (x, y))) in self.parts.iter().flat_map(|part| part.pins.iter().map(move |pin| (part, pin))) {
                let in_line = (bx - ax) * (y - ay) == (by - ay) * (x - ax);
                let between = (*x - ax) * (*x - bx) + (*y - ay) * (*y - by) < 0;
                if in_line && between {
                    let what =
                        if part.is_wire() { format!("the end of {:?}", part.line) } else { format!("{}.{pin}", part.name) };
                    return Err(wire.error(format!("it passes {what} at {x},{y} without connecting")));
                }
            }
        }
        Ok(())
    }
}
