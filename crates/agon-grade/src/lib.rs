//! Checks and the ways they combine into [`Marks`](agon_core::Marks).
//!
//! A grader asks questions with [`check()`] (or [`partial`], for a score between 0 and 1), and combines the answers with
//! [`all_of`], [`weighted`], [`gate`], [`mean`] or, for a task of several stages, [`staged`]:
//!
//! ```
//! use agon_grade::{all_of, check};
//! let marks = all_of(vec![
//!     check("stopped", true).expected("the agent stopped").seen("it stopped").at("/stopped"),
//!     check("at_target", false).expected("row 3, column 5").seen("row 3, column 4").at("/agent"),
//! ]);
//! assert!(!marks.passed);
//! ```
//!
//! Whatever the composition, `passed` means full marks and every check is kept, so that a reader sees why.

#![warn(missing_docs)]

mod assignment;
mod check;
mod compose;
mod elements;

pub use assignment::least_cost_pairs;
pub use check::{CheckBuilder, check, partial};
pub use compose::{StageMarks, all_of, gate, mean, staged, weighted};
pub use elements::{Element, Quantity, Wanted, right_answer, tells};
