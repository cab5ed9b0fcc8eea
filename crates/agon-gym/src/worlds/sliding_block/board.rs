//! The board: where the ten blocks lie, in one word, and how they slide.

use super::DIRECTIONS;

pub(super) const ROWS: usize = 5;
pub(super) const COLUMNS: usize = 4;
pub(super) const CELLS: usize = ROWS * COLUMNS;
pub(super) const BLOCKS: usize = 10;

/// A set of cells: bit `row * COLUMNS + column`.
pub(super) type Cells = u32;

const ALL_CELLS: Cells = (1 << CELLS) - 1;

/// Stands for "off the board" in a set of cells, where it is never free.
const OUTSIDE: Cells = 1 << 31;

/// Each block's place takes this many bits of [`Board::places`].
const PLACE_BITS: usize = 5;

/// A configuration. Blocks count from 0 here and from 1 for agents; a block's place is the cell of its top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// Five bits a block: the whole labelled configuration, and the key of searches.
    places: u64,
    /// The two cells without a block; follows from `places` and saves working it out at every move.
    free: Cells,
}

/// One block moved by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slide {
    pub(super) block: usize,
    pub(super) direction: usize,
}

/// What keeps a block from sliding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    Edge,
    Blocks(Vec<usize>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Square,
    Wide,
    Tall,
    Small,
}

/// The shape of each block, in the order of the numbers.
pub(super) const SHAPES: [Shape; BLOCKS] = {
    use Shape::{Small, Square, Tall, Wide};
    [Square, Wide, Tall, Tall, Tall, Tall, Small, Small, Small, Small]
};

/// The cells that must be free for a block to slide, by shape, place and direction.
static AHEAD: [[[Cells; 4]; CELLS]; 4] = ahead_table();

/// All cells of [`AHEAD`] in any direction: a quick test whether a block can slide at all.
static AROUND: [[Cells; CELLS]; 4] = around_table();

impl Shape {
    /// Rows and columns.
    pub(super) const fn size(self) -> (usize, usize) {
        match self {
            Self::Square => (2, 2),
            Self::Wide => (1, 2),
            Self::Tall => (2, 1),
            Self::Small => (1, 1),
        }
    }

    pub(super) const fn fits(self, place: usize) -> bool {
        let (rows, columns) = self.size();
        place / COLUMNS + rows <= ROWS && place % COLUMNS + columns <= COLUMNS
    }

    /// The cells covered from a place at which the shape fits.
    pub(super) const fn cells(self, place: usize) -> Cells {
        let (rows, columns) = self.size();
        let row: Cells = (1 << columns) - 1;
        let cells = if rows == 2 { row | row << COLUMNS } else { row };
        cells << place
    }
}

impl Slide {
    pub(super) fn reverse(self) -> Self {
        Self { direction: (self.direction + 2) % 4, ..self }
    }
}

impl Board {
    /// `None` if a block does not fit on the board or two overlap.
    pub(super) fn new(places: [usize; BLOCKS]) -> Option<Self> {
        let mut board = Self { places: 0, free: ALL_CELLS };
        for (block, (place, shape)) in places.into_iter().zip(SHAPES).enumerate() {
            if place >= CELLS || !shape.fits(place) || board.free & shape.cells(place) != shape.cells(place) {
                return None;
            }
            board.free &= !shape.cells(place);
            board.places |= (place as u64) << (PLACE_BITS * block);
        }
        Some(board)
    }

    /// The configuration as a number below 2^50 that is never zero.
    pub(super) fn key(self) -> u64 {
        self.places
    }

    pub(super) fn place(self, block: usize) -> usize {
        (self.places >> (PLACE_BITS * block)) as usize & 31
    }

    /// Row and column of a block's top left corner.
    pub(super) fn corner(self, block: usize) -> (usize, usize) {
        (self.place(block) / COLUMNS, self.place(block) % COLUMNS)
    }

    /// The block on each cell, row by row.
    pub(super) fn blocks_by_cell(self) -> [Option<usize>; CELLS] {
        let mut blocks = [None; CELLS];
        for (block, shape) in SHAPES.into_iter().enumerate() {
            let covered = shape.cells(self.place(block));
            for (cell, on) in blocks.iter_mut().enumerate() {
                if covered & 1 << cell != 0 {
                    *on = Some(block);
                }
            }
        }
        blocks
    }

    /// The configuration after a slide, if all cells ahead are free.
    pub(super) fn after(self, slide: Slide) -> Option<Self> {
        let Slide { block, direction } = slide;
        let (shape, place) = (SHAPES[block], self.place(block));
        if AHEAD[shape as usize][place][direction] & !self.free != 0 {
            return None;
        }
        let step = offset(direction);
        let new_place = place.wrapping_add_signed(step);
        Some(Self {
            // A lawful step never leaves its five bits, so adding a negative number does not touch the others.
            places: self.places.wrapping_add_signed((step as i64) << (PLACE_BITS * block)),
            free: self.free ^ shape.cells(place) ^ shape.cells(new_place),
        })
    }

    /// The configuration after several slides, if each is lawful when it comes.
    pub(super) fn after_all(self, slides: &[Slide]) -> Option<Self> {
        slides.iter().try_fold(self, |board, slide| board.after(*slide))
    }

    /// Every lawful slide with the configuration it leads to, in the order of blocks and directions.
    pub(super) fn for_each_slide(self, mut visit: impl FnMut(Slide, Board)) {
        for (block, shape) in SHAPES.into_iter().enumerate() {
            if AROUND[shape as usize][self.place(block)] & self.free == 0 {
                continue;
            }
            for direction in 0..DIRECTIONS.len() {
                let slide = Slide { block, direction };
                if let Some(next) = self.after(slide) {
                    visit(slide, next);
                }
            }
        }
    }

    pub(super) fn slides(self) -> Vec<Slide> {
        let mut slides = Vec::with_capacity(8);
        self.for_each_slide(|slide, _| slides.push(slide));
        slides
    }

    /// Why a slide is not lawful; `None` if it is.
    pub(super) fn obstacle(self, slide: Slide) -> Option<Obstacle> {
        let ahead = AHEAD[SHAPES[slide.block] as usize][self.place(slide.block)][slide.direction];
        if ahead == OUTSIDE {
            return Some(Obstacle::Edge);
        }
        let blocks: Vec<usize> = (0..BLOCKS).filter(|other| SHAPES[*other].cells(self.place(*other)) & ahead != 0).collect();
        (!blocks.is_empty()).then_some(Obstacle::Blocks(blocks))
    }

    /// Rows and columns between the places of all blocks in two configurations, added up. A slide changes it by one, so
    /// no solution is shorter.
    pub(super) fn distance(self, other: Self) -> usize {
        let between = |block| {
            let (a, b) = (self.corner(block), other.corner(block));
            a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
        };
        (0..BLOCKS).map(between).sum()
    }
}

/// How far a place moves in a direction.
const fn offset(direction: usize) -> isize {
    let (_, down, right) = DIRECTIONS[direction];
    down * COLUMNS as isize + right
}

const ALL_SHAPES: [Shape; 4] = [Shape::Square, Shape::Wide, Shape::Tall, Shape::Small];

const fn ahead_table() -> [[[Cells; 4]; CELLS]; 4] {
    let mut table = [[[OUTSIDE; 4]; CELLS]; 4];
    let mut index = 0;
    while index < 4 * CELLS * 4 {
        let (shape, place, direction) = (ALL_SHAPES[index / 4 / CELLS], index / 4 % CELLS, index % 4);
        let (_, down, right) = DIRECTIONS[direction];
        let row = (place / COLUMNS).wrapping_add_signed(down);
        let column = (place % COLUMNS).wrapping_add_signed(right);
        if shape.fits(place) && row < ROWS && column < COLUMNS && shape.fits(row * COLUMNS + column) {
            table[shape as usize][place][direction] = shape.cells(row * COLUMNS + column) & !shape.cells(place);
        }
        index += 1;
    }
    table
}

const fn around_table() -> [[Cells; CELLS]; 4] {
    let ahead = ahead_table();
    let mut table = [[0; CELLS]; 4];
    let mut index = 0;
    while index < 4 * CELLS * 4 {
        table[index / 4 / CELLS][index / 4 % CELLS] |= ahead[index / 4 / CELLS][index / 4 % CELLS][index % 4];
        index += 1;
    }
    table
}
