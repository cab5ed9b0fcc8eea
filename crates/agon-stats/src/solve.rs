//! Small systems of linear equations.

/// Solves `matrix · x = right` for a symmetric matrix by Gaussian elimination with pivots. `None` where it is singular.
pub(crate) fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let scale = matrix.iter().flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
    for column in 0..size {
        let pivot = (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() <= scale * 1e-11 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (done, below) = matrix.split_at_mut(column + 1);
        let above = &done[column];
        for (row, values) in below.iter_mut().enumerate() {
            let factor = values[column] / above[column];
            values.iter_mut().zip(above).skip(column).for_each(|(value, above)| *value -= factor * above);
            right[column + 1 + row] -= factor * right[column];
        }
    }
    let mut found = vec![0.0; size];
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|place| matrix[row][place] * found[place]).sum();
        found[row] = (right[row] - known) / matrix[row][row];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved_or_refused() {
        let found = solved(vec![vec![0.0, 2.0, 1.0], vec![2.0, 1.0, 0.0], vec![1.0, 0.0, 3.0]], vec![7.0, 4.0, 10.0]).unwrap();
        for (value, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((value - expected).abs() < 1e-12, "{found:?}");
        }
        assert_eq!(solved(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
    }
}
