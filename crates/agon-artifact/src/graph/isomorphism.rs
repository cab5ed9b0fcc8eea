//! Whether two graphs have the same structure: colours are refined by neighbours, and what stays alike is tried out.

use super::structure::Graph;
use std::collections::BTreeMap;

const MOST_NODES: usize = 5_000;
/// Edges that may be looked at in all.
const MOST_WORK: usize = 20_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    Different,
    Undecided,
}

pub(super) fn compare(one: &Graph, other: &Graph) -> Verdict {
    if one.names.len() != other.names.len() || one.edges.len() != other.edges.len() || one.directed != other.directed {
        return Verdict::Different;
    }
    if one.names.len() > MOST_NODES {
        return Verdict::Undecided;
    }
    let count = one.names.len();
    let mut search = Search { count, out: Vec::new(), into: Vec::new(), edges: one.edges.len() + other.edges.len(), work: 0 };
    for (graph, offset) in [(one, 0), (other, count)] {
        let mut into = vec![Vec::new(); count];
        let mut out = vec![Vec::new(); count];
        for (from, ways) in graph.ways().into_iter().enumerate() {
            for (to, _) in ways {
                out[from].push(to + offset);
                into[to].push(from + offset);
            }
        }
        search.out.extend(out);
        search.into.extend(into);
    }
    search.run(vec![0; 2 * count])
}

enum Refined {
    /// Both graphs have each of so many colours equally often.
    Balanced(usize),
    Unbalanced,
    TooMuchWork,
}

/// Both graphs side by side: nodes of the second have numbers from `count` on.
struct Search {
    count: usize,
    out: Vec<Vec<usize>>,
    into: Vec<Vec<usize>>,
    edges: usize,
    work: usize,
}

impl Search {
    /// Goes through all ways of telling alike nodes apart, without recursion: the stack holds colourings to be tried.
    fn run(&mut self, start: Vec<usize>) -> Verdict {
        let mut open = vec![start];
        while let Some(mut colours) = open.pop() {
            let number = match self.refine(&mut colours) {
                Refined::Balanced(number) => number,
                Refined::Unbalanced => continue,
                Refined::TooMuchWork => return Verdict::Undecided,
            };
            let mut classes: Vec<(Vec<usize>, Vec<usize>)> = vec![(Vec::new(), Vec::new()); number];
            for (node, colour) in colours.iter().enumerate() {
                let class = &mut classes[*colour];
                if node < self.count { class.0.push(node) } else { class.1.push(node) }
            }
            match classes.iter().filter(|(one, _)| one.len() > 1).min_by_key(|(one, _)| one.len()) {
                // Every node has a colour of its own, and refinement has seen that edges agree.
                None => return Verdict::Same,
                Some((one, other)) => {
                    for partner in other {
                        self.work += colours.len();
                        let mut next = colours.clone();
                        next[one[0]] = number;
                        next[*partner] = number;
                        open.push(next);
                        if self.work > MOST_WORK {
                            return Verdict::Undecided;
                        }
                    }
                }
            }
        }
        Verdict::Different
    }

    /// Gives nodes with different neighbours different colours until nothing changes, or until both graphs differ in them.
    fn refine(&mut self, colours: &mut Vec<usize>) -> Refined {
        let mut number = 0;
        loop {
            self.work += self.edges * 2 + colours.len();
            if self.work > MOST_WORK {
                return Refined::TooMuchWork;
            }
            let around = |nodes: &[usize]| {
                let mut around: Vec<usize> = nodes.iter().map(|node| colours[*node]).collect();
                around.sort_unstable();
                around
            };
            let signs: Vec<(usize, Vec<usize>, Vec<usize>)> =
                (0..colours.len()).map(|node| (colours[node], around(&self.out[node]), around(&self.into[node]))).collect();
            let mut known: BTreeMap<&(usize, Vec<usize>, Vec<usize>), usize> = BTreeMap::new();
            for sign in &signs {
                known.entry(sign).or_insert(0);
            }
            known.values_mut().enumerate().for_each(|(index, colour)| *colour = index);
            let next: Vec<usize> = signs.iter().map(|sign| known[sign]).collect();
            let found = known.len();
            *colours = next;
            let mut surplus = vec![0_i64; found];
            for (node, colour) in colours.iter().enumerate() {
                surplus[*colour] += if node < self.count { 1 } else { -1 };
            }
            if surplus.iter().any(|surplus| *surplus != 0) {
                return Refined::Unbalanced;
            }
            if found == number {
                return Refined::Balanced(found);
            }
            number = found;
        }
    }
}
