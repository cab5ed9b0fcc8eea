//! Where labels stand: beside their element if there is room, else where they hide least.

use agon_core::{Image, Pixels, Region};

/// Whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

impl Rectangle {
    pub(super) fn of(region: Region) -> Self {
        let (x, y) = (region.x.floor() as i32, region.y.floor() as i32);
        let (right, bottom) = ((region.x + region.width).ceil() as i32, (region.y + region.height).ceil() as i32);
        Self { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    }

    pub(super) fn right(self) -> i32 {
        self.x.saturating_add(self.width)
    }

    pub(super) fn bottom(self) -> i32 {
        self.y.saturating_add(self.height)
    }

    pub(super) fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    pub(super) fn intersection(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (right > x && bottom > y).then(|| Self { x, y, width: right - x, height: bottom - y })
    }

    pub(super) fn shrunk(self, by: i32) -> Self {
        Self { x: self.x + by, y: self.y + by, width: (self.width - 2 * by).max(0), height: (self.height - 2 * by).max(0) }
    }

    fn overlap(self, other: Self) -> i64 {
        self.intersection(other).map_or(0, |shared| i64::from(shared.width) * i64::from(shared.height))
    }
}

/// Gives out places for labels, one after the other.
pub(super) struct Places<'a> {
    image: &'a Image,
    screen: Rectangle,
    elements: &'a [Rectangle],
    placed: Vec<Rectangle>,
}

impl<'a> Places<'a> {
    pub(super) fn new(image: &'a Image, screen: Rectangle, elements: &'a [Rectangle]) -> Self {
        Self { image, screen, elements, placed: Vec::new() }
    }

    /// The best place for a label of this size; always on the screen, if the screen has room for it at all.
    pub(super) fn find(&mut self, element: Rectangle, size: (i32, i32)) -> Rectangle {
        let candidates = candidates(element, size).map(|at| self.onto_screen(at));
        let fallback = candidates[0];
        // The first of the cheapest: the order of the candidates is the order of taste.
        let best = candidates.into_iter().min_by_key(|at| self.cost(element, *at)).unwrap_or(fallback);
        self.placed.push(best);
        best
    }

    fn onto_screen(&self, at: Rectangle) -> Rectangle {
        let (width, height) = (at.width.min(self.screen.width), at.height.min(self.screen.height));
        let (x, y) = (at.x.clamp(0, self.screen.width - width), at.y.clamp(0, self.screen.height - height));
        Rectangle { x, y, width, height }
    }

    /// Hiding another label is worst; then hiding what is written; then standing on a stranger, which misleads; then standing on
    /// one's own element.
    fn cost(&self, element: Rectangle, at: Rectangle) -> i64 {
        let labels: i64 = self.placed.iter().map(|placed| placed.overlap(at)).sum();
        // What holds the element is under it anyway.
        let holds = |other: &&Rectangle| other.intersection(element) != Some(element);
        let strangers: i64 = self.elements.iter().filter(holds).map(|other| other.overlap(at)).sum();
        1000 * labels + 10 * self.ink(at) + 3 * strangers + element.overlap(at)
    }

    /// How much is drawn in an area: the pixels that differ from their left neighbour.
    fn ink(&self, at: Rectangle) -> i64 {
        let Pixels::Rgb8(pixels) = &self.image.pixels else { return 0 };
        let row = |y: i32| {
            let start = (y as usize * self.screen.width as usize + at.x as usize) * 3;
            &pixels[start..start + at.width as usize * 3]
        };
        let changes = |row: &[u8]| row.chunks_exact(3).zip(row.chunks_exact(3).skip(1)).filter(|(a, b)| a != b).count();
        (at.y..at.bottom()).map(|y| changes(row(y)) as i64).sum()
    }
}

/// Outside the element along its edges, then in its corners and middle.
fn candidates(element: Rectangle, (width, height): (i32, i32)) -> [Rectangle; 12] {
    let Rectangle { x, y, .. } = element;
    let (right, bottom) = (element.right(), element.bottom());
    let (middle, centre) = (y + (element.height - height) / 2, x + (element.width - width) / 2);
    [
        (x, y - height),
        (x - width, middle),
        (right, middle),
        (right - width, y - height),
        (x, bottom),
        (right - width, bottom),
        (right - width, middle),
        (right - width, y),
        (x, y),
        (right - width, bottom - height),
        (x, bottom - height),
        (centre, middle),
    ]
    .map(|(x, y)| Rectangle { x, y, width, height })
}
