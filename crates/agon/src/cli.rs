//! What can be typed.

use crate::commands::{app, bench, check, clean, demos, doctor, export, grade, list, play, report, resume, run, show, verify};
use crate::ui::ColorChoice;
use clap::{Parser, Subcommand};

/// Sets, sits, marks, records and studies exams for agents that use computers.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 110,
    after_help = "Exit codes: 0 done, 1 below a threshold or a failed check, 2 usage or configuration, 3 faults left in the run, 130 interrupted."
)]
pub(crate) struct Cli {
    /// When to use color.
    #[arg(long, global = true, value_enum, default_value = "auto")]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Let agents sit tasks, and record everything
    Run(Box<run::Args>),
    /// Finish a run that was stopped
    Resume(resume::Args),
    /// Mark a recorded run again and report differences
    Grade(grade::Args),
    /// Sit a recorded run again without its models, and compare
    Verify(verify::Args),
    /// Prove that a suite's tasks and graders are sound
    Check(check::Args),
    /// Tables, JSON, CSV and HTML of one run, or a comparison of two
    Report(report::Args),
    /// Let the oracle demonstrate tasks, and write training data
    Demos(Box<demos::Args>),
    /// Write a recorded run as training data
    Export(export::Args),
    /// List suites and tasks
    List(list::Args),
    /// Show a task: brief, settings, first frame
    Show(show::Args),
    /// Sit a task yourself, in this terminal or in a page
    Play(play::Args),
    /// Open a web application in a browser of your own
    App(app::Args),
    /// What this machine has, and what each suite needs
    Doctor(doctor::Args),
    /// Clear what killed runs left behind
    Clean(clean::Args),
    /// Measure worlds, the harness and the record on this machine
    Bench(bench::Args),
}
