//! The statistics behind reports, agreement and studies: pure functions over numbers, without I/O. All of it is exact or seeded: the same
//! input gives the same digits.
//!
//! | question | function |
//! |---|---|
//! | How sure is a success rate, where instances are repeated? | [`wilson`], [`effective_number`], [`standard_error`] |
//! | Do two agents differ over the same trials? | [`sign_flip`], [`mcnemar`], [`bootstrap_difference`], [`holm`] |
//! | Do two raters agree? | [`Confusion::kappa`], [`Confusion::macro_f1`], [`spearman`] |
//! | How sure is any figure over clustered data? | [`bootstrap()`] |
//! | Who is the best of many, and who cannot be told apart? | [`BradleyTerry::fit`], [`indistinguishable`] |
//! | How much is the model's, how much the harness's? | [`Additive::fit`] |
//! | How many repeats show 5 points? | [`Differences::power`], [`Differences::repeats_for`] |
//! | Which agents are not beaten at a lower price? | [`frontier()`] |
//!
//! `python/tests/test_statistics.py` computes reference values with SciPy, scikit-learn and statsmodels; the tests here hold the functions to them.

mod agreement;
mod bootstrap;
mod bradley_terry;
mod decomposition;
mod frontier;
mod groups;
mod normal;
mod power;
mod ranks;
mod rates;
mod solve;

pub use agreement::{Confusion, Weights};
pub use bootstrap::{Resample, bootstrap};
pub use bradley_terry::{BradleyTerry, Game};
pub use decomposition::{Additive, Cell, Effect};
pub use frontier::{Offer, frontier};
pub use groups::indistinguishable;
pub use normal::{normal_cdf, normal_quantile};
pub use power::{Differences, Wanted};
pub use ranks::{pearson, ranks, spearman};
pub use rates::{
    Cluster, Interval, RESAMPLES, Repeated, Spread, bootstrap_difference, deviation, effective_number, holm, mcnemar, mean,
    quantile, sign_flip, standard_error, wilson,
};

#[cfg(test)]
mod reference;
