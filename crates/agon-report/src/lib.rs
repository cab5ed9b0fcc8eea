//! A run in figures: tables for a terminal, CSV, comparisons of two runs, and a page that shows every trial.
//!
//! [`Summary::of`] counts, from the plan and the index of results alone. [`table::text`] and [`csv::text`] write that
//! down, [`Comparison::of`] pairs the trials of two runs, and [`html::page`] makes one self-contained HTML file with
//! frames. [`Runs::of`] joins any number of runs, [`TrialView::of`] is one trial. [`Modes::of`] reads the whole logs for failure modes. The statistics are in [`agon_stats`]. Everything is sync, and nothing is read but the run's own folder, through
//! [`agon_record::Run`].
//!
//! Two laws hold everywhere here. The denominator is fixed: whatever is not scored is counted, shown and explained. And
//! agents' words are hostile: on terminals they are stripped of controls, in pages they are text and never markup.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use agon_report::{HtmlOptions, Summary, TableOptions, html, table};
//!
//! let run = agon_record::Run::open("runs/first".as_ref())?;
//! let text = table::text(&Summary::of(&run), &TableOptions::default());
//! let page = html::page(&[&run], &HtmlOptions::default())?;
//! # let _ = (text, page); Ok(()) }
//! ```

pub mod agree;
pub mod compare;
pub mod csv;
mod error;
pub mod facts;
pub mod html;
pub mod layers;
mod logs;
pub mod modes;
mod number;
mod outcome;
pub mod progress;
pub mod runs;
pub mod study;
mod summary;
pub mod table;
pub mod trial;

pub use agon_stats as stats;
pub use agon_stats::{Interval, Spread};
pub use agree::{Agreement, Ratings};
pub use compare::{AgentPairs, Comparison, TaskComparison};
pub use error::ReportError;
pub use html::HtmlOptions;
pub use layers::{LayerFigures, Layers};
pub use modes::Modes;
pub use number::spent as spent_text;
pub use outcome::{Outcome, domain_of, preset_of, world_of};
pub use progress::{Progress, TrialProgress};
pub use runs::Runs;
pub use study::{Study, StudyOptions};
pub use summary::{
    AblationFigures, AgentChains, Bounds, ChainFigures, Counts, FactorFigures, Figures, Group, JudgeFigures, Level, Rate,
    Repeats, StageFigures, StagePlace, StartFigures, Summary, TaskDefects, TaskLevel, VariantFigures, VoidTrial, grouped,
};
pub use table::{Paint, TableOptions};
pub use trial::TrialView;
