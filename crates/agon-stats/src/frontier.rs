//! What is not beaten at the same price.

/// What something costs and what it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    pub cost: f64,
    pub gain: f64,
}

/// The places of the offers on the Pareto frontier, cheapest first: no other offer gives as much for less, or more for as much. Equal offers are all on it;
/// offers with a cost or gain that is no number are on none.
pub fn frontier(offers: &[Offer]) -> Vec<usize> {
    let beats = |a: &Offer, b: &Offer| a.cost <= b.cost && a.gain >= b.gain && (a.cost < b.cost || a.gain > b.gain);
    let is_beaten = |offer: &Offer| offers.iter().any(|other| beats(other, offer));
    let mut kept: Vec<usize> = (0..offers.len())
        .filter(|place| offers[*place].cost.is_finite() && offers[*place].gain.is_finite() && !is_beaten(&offers[*place]))
        .collect();
    kept.sort_by(|a, b| offers[*a].cost.total_cmp(&offers[*b].cost));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beaten_is_left_out() {
        let offers: Vec<Offer> = [(307.0, 48.0), (1141.0, 42.0), (177.0, 41.7), (138.0, 13.1), (177.0, 41.7), (f64::NAN, 99.0)]
            .map(|(cost, gain)| Offer { cost, gain })
            .to_vec();
        // Agents' Last Exam, D.5: dear and weaker configurations are behind.
        assert_eq!(frontier(&offers), [3, 2, 4, 0]);
        assert!(frontier(&[]).is_empty());
    }
}
