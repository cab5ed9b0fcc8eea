//! Expressions that name exactly one thing of a scene, and clearly so.

use super::params::Expressions;
use crate::data::{Item, Stands, objects};

/// A phrase and the thing it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) target: usize,
    /// Which pattern it follows; see `patterns`.
    pub(super) pattern: &'static str,
    pub(super) family: Expressions,
}

/// Things that are to be told apart by their place are at least this far apart along it.
const CLEAR_PX: i64 = 36;
/// Their edges agree with their centres about the order, and by at least this.
const CLEAR_EDGE_PX: i64 = 8;
/// A largest thing is larger than the next by this many hundredths, along its side and in the area that is seen.
const LARGER_PERCENT: u64 = 135;
const LARGER_AREA_PERCENT: u64 = 160;
/// The next nearest thing is farther away by this many hundredths.
const FARTHER_PERCENT: u64 = 140;

/// A direction: what the first thing there is called, how it is counted from there, and how something lies there.
struct Side {
    most: &'static str,
    from: &'static str,
    beside: &'static str,
    /// The index of the edge that lies there, and whether coordinates grow away from it.
    edge: usize,
    grows: bool,
}

const SIDES: [Side; 4] = [
    Side { most: "leftmost", from: "from the left", beside: "to the left of", edge: 0, grows: true },
    Side { most: "topmost", from: "from the top", beside: "above", edge: 1, grows: true },
    Side { most: "rightmost", from: "from the right", beside: "to the right of", edge: 2, grows: false },
    Side { most: "bottommost", from: "from the bottom", beside: "below", edge: 3, grows: false },
];

const RANKS: [&str; 3] = ["second", "third", "fourth"];

/// Every expression that is clear in a scene.
pub(super) fn all(items: &[Item]) -> Vec<Expression> {
    let mut found = Vec::new();
    let mut kinds: Vec<usize> = items.iter().map(|item| item.object).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let alike = |kind: usize| -> Vec<usize> { (0..items.len()).filter(|index| items[*index].object == kind).collect() };
    let singles: Vec<usize> = kinds.iter().filter_map(|kind| Some(alike(*kind)).filter(|all| all.len() == 1)).flatten().collect();
    for group in kinds.iter().map(|kind| alike(*kind)) {
        attributes(items, &group, &mut found);
        if group.len() > 1 {
            SIDES.iter().for_each(|side| positions(items, &group, side, &mut found));
            singles.iter().for_each(|other| relations(items, &group, *other, &mut found));
        }
    }
    found
}

fn attributes(items: &[Item], group: &[usize], found: &mut Vec<Expression>) {
    let mut add = |pattern, text: String, target| {
        found.push(Expression { text, target, pattern, family: Expressions::Attribute });
    };
    let name = name(items, group[0]);
    if let [only] = group {
        add("only", format!("the {name}"), *only);
        return;
    }
    let mut by_size = group.to_vec();
    by_size.sort_by_key(|index| (items[*index].size_px, items[*index].mask.area()));
    let clearly_larger = |large: usize, small: usize| {
        let (large, small) = (&items[large], &items[small]);
        let (large_area, small_area) = (large.mask.area() as u64, small.mask.area() as u64);
        u64::from(large.size_px) * 100 >= u64::from(small.size_px) * LARGER_PERCENT
            && large_area * 100 >= small_area * LARGER_AREA_PERCENT
    };
    let last = by_size.len() - 1;
    if by_size[..last].iter().all(|small| clearly_larger(by_size[last], *small)) {
        add("largest", format!("the largest {name}"), by_size[last]);
    }
    if by_size[1..].iter().all(|large| clearly_larger(*large, by_size[0])) {
        add("smallest", format!("the smallest {name}"), by_size[0]);
    }
    let turned: Vec<usize> = group.iter().copied().filter(|index| items[*index].upside_down).collect();
    if let [turned] = turned[..]
        && objects()[items[turned].object].stands == Stands::Upright
    {
        add("upside_down", format!("the upside-down {name}"), turned);
    }
}

fn positions(items: &[Item], group: &[usize], side: &Side, found: &mut Vec<Expression>) {
    let mut order = group.to_vec();
    order.sort_by_key(|index| side.depth(&items[*index]));
    let clear = |nearer: usize, farther: usize| {
        let (nearer, farther) = (&items[nearer], &items[farther]);
        side.depth(farther) - side.depth(nearer) >= CLEAR_PX
            && side.edge_depth(farther) - side.edge_depth(nearer) >= CLEAR_EDGE_PX
    };
    let name = name(items, group[0]);
    for (rank, target) in order.iter().enumerate() {
        let before = order[..rank].iter().all(|other| clear(*other, *target));
        let after = order[rank + 1..].iter().all(|other| clear(*target, *other));
        let text = match rank.checked_sub(1) {
            None => format!("the {} {name}", side.most),
            // From the other side the last of them is the first.
            Some(_) if rank + 1 == order.len() => continue,
            Some(rank) => match RANKS.get(rank) {
                Some(word) => format!("the {word} {name} {}", side.from),
                None => continue,
            },
        };
        if before && after {
            let pattern = if rank == 0 { "edge" } else { "ordinal" };
            found.push(Expression { text, target: *target, pattern, family: Expressions::Position });
        }
    }
}

fn relations(items: &[Item], group: &[usize], other: usize, found: &mut Vec<Expression>) {
    let (name, other_name) = (name(items, group[0]), name(items, other));
    let mut add = |pattern, text: String, target| {
        found.push(Expression { text, target, pattern, family: Expressions::Relation });
    };
    let mut near = group.to_vec();
    near.sort_by_key(|index| distance_squared(&items[*index], &items[other]));
    let (nearest, next) = (&items[near[0]], &items[near[1]]);
    let distance = |item: &Item| distance_squared(item, &items[other]).isqrt();
    let farther =
        distance(next) * 100 >= distance(nearest) * FARTHER_PERCENT && distance(next) >= distance(nearest) + CLEAR_PX as u64;
    let gaps_agree =
        near[1..].iter().all(|index| gap(&items[*index], &items[other]) >= gap(nearest, &items[other]) + CLEAR_EDGE_PX);
    if farther && gaps_agree {
        add("closest", format!("the {name} closest to the {other_name}"), near[0]);
    }
    for side in &SIDES {
        let (there, elsewhere): (Vec<usize>, Vec<usize>) =
            group.iter().partition(|index| side.depth(&items[**index]) < side.depth(&items[other]));
        let apart = |index: &usize| (side.depth(&items[*index]) - side.depth(&items[other])).abs() >= CLEAR_PX;
        if let [target] = there[..]
            && apart(&target)
            && elsewhere.iter().all(apart)
        {
            add("beside", format!("the {name} {} the {other_name}", side.beside), target);
        }
    }
}

impl Side {
    /// How far a thing's centre is from this side, from any fixed line.
    fn depth(&self, item: &Item) -> i64 {
        let (x, y) = item.mask.centre_of_mass();
        self.signed(if self.edge.is_multiple_of(2) { x } else { y })
    }

    /// How far the edge is that a thing turns to this side.
    fn edge_depth(&self, item: &Item) -> i64 {
        self.signed(item.mask.edges()[self.edge])
    }

    fn signed(&self, coordinate: u32) -> i64 {
        if self.grows { i64::from(coordinate) } else { -i64::from(coordinate) }
    }
}

fn name(items: &[Item], index: usize) -> &'static str {
    objects()[items[index].object].name
}

fn distance_squared(a: &Item, b: &Item) -> u64 {
    let (a, b) = (a.mask.centre_of_mass(), b.mask.centre_of_mass());
    u64::from(a.0.abs_diff(b.0)).pow(2) + u64::from(a.1.abs_diff(b.1)).pow(2)
}

/// The larger of the gaps between two things' boxes, across and down; negative where the boxes overlap both ways.
fn gap(a: &Item, b: &Item) -> i64 {
    let (a, b) = (a.mask.edges().map(i64::from), b.mask.edges().map(i64::from));
    let along = |low: usize, high: usize| (b[low] - a[high]).max(a[low] - b[high]);
    along(0, 2).max(along(1, 3))
}
