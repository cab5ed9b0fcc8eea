//! Patches, where they lie, and the rules of laying them.

/// A cell: row and column, from the top left.
pub(super) type Cell = (usize, usize);

/// A shape, which is never turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    /// Its cells as rows and columns from the anchor, in reading order. The anchor is the first cell in reading order, so
    /// rows are never negative, but columns may be.
    pub(super) cells: Vec<(usize, isize)>,
}

/// Which patch lies where: its anchor's cell, or `None` while it is parked.
pub(super) type Places = Vec<Option<Cell>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) patches: Vec<Patch>,
}

/// Which rule a placement breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    /// A cell of the patch would lie outside the board.
    Outside,
    /// Cells are taken by these patches.
    Overlap(Vec<usize>),
}

impl Patch {
    /// From its cells on a board, in reading order.
    pub(super) fn new(cells: &[Cell]) -> Option<Self> {
        let anchor = cells.first()?;
        let relative = |(row, column): &Cell| Some((row.checked_sub(anchor.0)?, *column as isize - anchor.1 as isize));
        Some(Self { cells: cells.iter().map(relative).collect::<Option<_>>()? })
    }

    /// Whether its cells are connected, in reading order, and begin with the anchor.
    pub(super) fn is_whole(&self) -> bool {
        let in_order = self.cells.windows(2).all(|pair| pair[0] < pair[1]);
        let mut reached = vec![false; self.cells.len()];
        let mut next: Vec<usize> = (self.cells.first() == Some(&(0, 0))).then_some(0).into_iter().collect();
        while let Some(at) = next.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                let (down, right) = self.cells[at];
                let touches = |cell: &(usize, isize)| cell.0.abs_diff(down) + cell.1.abs_diff(right) == 1;
                next.extend((0..self.cells.len()).filter(|other| touches(&self.cells[*other])));
            }
        }
        in_order && reached.iter().all(|reached| *reached) && !reached.is_empty()
    }

    /// How far it reaches to the left of its anchor.
    pub(super) fn left(&self) -> usize {
        self.cells.iter().map(|(_, right)| right.min(&0).unsigned_abs()).max().unwrap_or(0)
    }

    pub(super) fn width(&self) -> usize {
        self.left() + 1 + self.cells.iter().map(|(_, right)| *right.max(&0) as usize).max().unwrap_or(0)
    }

    pub(super) fn height(&self) -> usize {
        1 + self.cells.last().map_or(0, |(down, _)| *down)
    }
}

impl Set {
    /// The board's cells that a patch covers with its anchor at a place; `None` if one lies outside.
    pub(super) fn covered(&self, patch: usize, (row, column): Cell) -> Option<Vec<Cell>> {
        let cell = |(down, right): &(usize, isize)| {
            let cell = (row + down, column.checked_add_signed(*right)?);
            (cell.0 < self.rows && cell.1 < self.cols).then_some(cell)
        };
        self.patches.get(patch)?.cells.iter().map(cell).collect()
    }

    /// Which patch covers each cell, row by row.
    pub(super) fn cover(&self, places: &Places) -> Vec<Option<usize>> {
        let mut cover = vec![None; self.rows * self.cols];
        for (patch, place) in places.iter().enumerate() {
            for (row, column) in place.and_then(|place| self.covered(patch, place)).unwrap_or_default() {
                cover[row * self.cols + column] = Some(patch);
            }
        }
        cover
    }

    /// Whether a patch, wherever it lies now, may lie at a place.
    pub(super) fn fits(&self, places: &Places, patch: usize, place: Cell) -> Result<(), Breach> {
        let cells = self.covered(patch, place).ok_or(Breach::Outside)?;
        let cover = self.cover(places);
        let mut others: Vec<usize> =
            cells.iter().filter_map(|(row, column)| cover[row * self.cols + column]).filter(|other| *other != patch).collect();
        others.sort_unstable();
        others.dedup();
        if others.is_empty() { Ok(()) } else { Err(Breach::Overlap(others)) }
    }

    /// Every place where a patch may lie.
    pub(super) fn room(&self, places: &Places, patch: usize) -> Vec<Cell> {
        let all = (0..self.rows).flat_map(|row| (0..self.cols).map(move |column| (row, column)));
        all.filter(|place| self.fits(places, patch, *place).is_ok()).collect()
    }
}
