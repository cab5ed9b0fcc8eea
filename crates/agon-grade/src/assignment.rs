//! Pairing each of some things with one of others so that all pairs together cost least.

/// For every row the column it is paired with, so that the sum of the costs is the least there is. Where there are more rows than columns, the
/// rows that are too many have none. Costs are finite.
///
/// The Hungarian method with potentials: rows² × columns steps.
pub fn least_cost_pairs(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<Option<usize>> {
    if rows <= columns {
        return columns_of_rows(rows, columns, cost).into_iter().map(Some).collect();
    }
    let mut pairs = vec![None; rows];
    for (column, row) in columns_of_rows(columns, rows, |column, row| cost(row, column)).into_iter().enumerate() {
        pairs[row] = Some(column);
    }
    pairs
}

/// At most as many rows as columns. Rows and columns are counted from 1 inside; column 0 holds the row that is being placed.
fn columns_of_rows(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut row_potential = vec![0.0; rows + 1];
    let mut column_potential = vec![0.0; columns + 1];
    let mut row_of = vec![0; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut column = 0;
        let mut slack = vec![f64::INFINITY; columns + 1];
        let mut came_from = vec![0; columns + 1];
        let mut visited = vec![false; columns + 1];
        while row_of[column] != 0 {
            visited[column] = true;
            let at = row_of[column];
            let mut delta = f64::INFINITY;
            let mut next = 0;
            for other in (1..=columns).filter(|other| !visited[*other]) {
                let reduced = cost(at - 1, other - 1) - row_potential[at] - column_potential[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    came_from[other] = column;
                }
                if slack[other] < delta {
                    delta = slack[other];
                    next = other;
                }
            }
            for other in 0..=columns {
                if visited[other] {
                    row_potential[row_of[other]] += delta;
                    column_potential[other] -= delta;
                } else {
                    slack[other] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[came_from[column]];
            column = came_from[column];
        }
    }
    let mut pairs = vec![0; rows];
    for (column, row) in row_of.iter().enumerate().skip(1).filter(|(_, row)| **row != 0) {
        pairs[row - 1] = column - 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(pairs: &[Option<usize>], costs: &[Vec<f64>]) -> f64 {
        pairs.iter().zip(costs).filter_map(|(pair, costs)| pair.map(|column| costs[column])).sum()
    }

    /// The least sum by trying every way.
    fn least(costs: &[Vec<f64>], used: &mut Vec<bool>, to_place: usize) -> f64 {
        let Some((first, rest)) = costs.split_first() else { return if to_place == 0 { 0.0 } else { f64::INFINITY } };
        let mut best = if rest.len() >= to_place { least(rest, used, to_place) } else { f64::INFINITY };
        for column in 0..used.len() {
            if to_place > 0 && !used[column] {
                used[column] = true;
                best = best.min(first[column] + least(rest, used, to_place - 1));
                used[column] = false;
            }
        }
        best
    }

    #[test]
    fn it_is_the_least_of_all_ways() {
        let mut number: u64 = 7;
        let mut next = || {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 58) as f64
        };
        for rows in 0..=5 {
            for columns in 0..=5 {
                for _ in 0..8 {
                    let costs: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
                    let pairs = least_cost_pairs(rows, columns, |row, column| costs[row][column]);
                    let mut taken: Vec<usize> = pairs.iter().flatten().copied().collect();
                    taken.sort_unstable();
                    taken.dedup();
                    assert_eq!(taken.len(), rows.min(columns), "every column once: {pairs:?}");
                    let expected = least(&costs, &mut vec![false; columns], rows.min(columns));
                    assert!((total(&pairs, &costs) - expected).abs() < 1e-9, "{pairs:?} of {costs:?}");
                }
            }
        }
    }

    #[test]
    fn the_nearest_is_left_to_another_where_that_is_better_for_all() {
        // Taking 0 for the first row would cost 0 + 9.
        let costs = [[0.0, 1.0], [2.0, 9.0]];
        assert_eq!(least_cost_pairs(2, 2, |row, column| costs[row][column]), [Some(1), Some(0)]);
    }
}
