//! Episodes from written states: our own, and those of the published environment.

use super::board::{Cell, Patch, Places, Set};
use super::params::{MAX_PATCHES, MAX_SIDE};
use super::read_state;
use serde_json::Value;

/// The puzzle and where its patches lie; or what is wrong with the state.
pub(super) fn read(state: &Value) -> Result<(Set, Places), String> {
    let (set, places) = match state.get("patch_anchor").is_some() {
        true => published(state)?,
        false => read_state(state).ok_or("rows, cols, patches and places must be as a state writes them")?,
    };
    if !(2..=MAX_SIDE).contains(&set.rows) || !(2..=MAX_SIDE).contains(&set.cols) {
        return Err(format!(
            "the board must be between 2 by 2 and {MAX_SIDE} by {MAX_SIDE} cells, got {} by {}",
            set.rows, set.cols
        ));
    }
    if !(2..=MAX_PATCHES).contains(&set.patches.len()) {
        return Err(format!("there must be 2 to {MAX_PATCHES} patches, got {}", set.patches.len()));
    }
    for (number, patch) in set.patches.iter().enumerate() {
        if !patch.is_whole() {
            return Err(format!("patch {number} must be connected cells in reading order, the first of which is its anchor"));
        }
    }
    let cells: usize = set.patches.iter().map(|patch| patch.cells.len()).sum();
    if cells != set.rows * set.cols {
        return Err(format!("the patches have {cells} cells and the board has {}", set.rows * set.cols));
    }
    let mut laid: Places = vec![None; places.len()];
    for (number, place) in places.iter().enumerate() {
        if let Some(place) = place {
            set.fits(&laid, number, *place).map_err(|_| format!("patch {number} lies outside the board or over another"))?;
            laid[number] = Some(*place);
        }
    }
    Ok((set, places))
}

/// Published patches are cells of the full board; a patch whose anchor lies off the board is parked.
fn published(state: &Value) -> Result<(Set, Places), String> {
    let patches = numbers::<Vec<Vec<Cell>>>(state, "patches", "a list of cells for each patch")?;
    let anchors = numbers::<Vec<Cell>>(state, "patch_anchor", "the row and the column of each patch's anchor")?;
    let now = numbers::<Vec<(i64, i64)>>(state, "current_state", "the row and the column of each patch")?;
    if anchors.len() != patches.len() || now.len() != patches.len() {
        return Err("patches, patch_anchor and current_state must have the same length".into());
    }
    let all = patches.iter().flatten();
    let (rows, cols) = (all.clone().map(|cell| cell.0).max(), all.map(|cell| cell.1).max());
    let (rows, cols) = rows
        .zip(cols)
        .filter(|(row, col)| *row < MAX_SIDE && *col < MAX_SIDE)
        .ok_or_else(|| format!("patches must have cells on a board of at most {MAX_SIDE} by {MAX_SIDE}"))?;
    let mut set = Set { rows: rows + 1, cols: cols + 1, patches: Vec::with_capacity(patches.len()) };
    for (number, (mut cells, anchor)) in patches.into_iter().zip(&anchors).enumerate() {
        cells.sort_unstable();
        cells.dedup();
        if cells.first() != Some(anchor) {
            return Err(format!("the anchor of patch {number} must be its first cell in reading order"));
        }
        set.patches.extend(Patch::new(&cells));
    }
    let place = |(row, column): &(i64, i64)| {
        let (row, column) = (usize::try_from(*row).ok()?, usize::try_from(*column).ok()?);
        (row < set.rows && column < set.cols).then_some((row, column))
    };
    let places = now.iter().map(place).collect();
    Ok((set, places))
}

fn numbers<T: serde::de::DeserializeOwned>(state: &Value, key: &str, what: &str) -> Result<T, String> {
    serde_json::from_value(state[key].clone()).map_err(|_| format!("{key} must be {what}"))
}
