//! The puzzle in characters: the board, then the parked patches.

use super::board::{Places, Set};

pub(super) fn text(set: &Set, places: &Places) -> String {
    let mut text = String::from("board:");
    for row in set.cover(places).chunks(set.cols) {
        text.push('\n');
        text.extend(row.iter().map(|patch| patch.map_or('.', digit)));
    }
    for (number, patch) in set.patches.iter().enumerate().filter(|(number, _)| places[*number].is_none()) {
        text.push_str(&format!("\n\nparked patch {number}:"));
        let mut lines = vec![vec![' '; patch.width()]; patch.height()];
        for (index, (down, right)) in patch.cells.iter().enumerate() {
            let column = patch.left().saturating_add_signed(*right);
            lines[*down][column] = if index == 0 { '*' } else { digit(number) };
        }
        for line in lines {
            text.push('\n');
            text.push_str(line.iter().collect::<String>().trim_end());
        }
    }
    text
}

fn digit(patch: usize) -> char {
    char::from_digit(patch as u32, 10).unwrap_or('#')
}
