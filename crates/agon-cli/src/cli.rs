//! What can be typed.

use crate::commands::{
    agree, app, bench, check, clean, completions, data, demos, deploy, doctor, export, grade, judge, list, man, new, pack, play,
    publish, rate, report, resume, run, serve, show, status, study, verify, view, worker,
};
use crate::ui::ColorChoice;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Runs and scores benchmarks for computer-using agents.
#[derive(Parser)]
#[command(
    name = "agon",
    version,
    max_term_width = 110,
    after_help = "\
Examples:
  agon run gym/maze-2d -a oracle        # let the built-in solver do a task
  agon report runs/RUN                  # what came of a run
  agon help run                         # everything that a command takes

In every command -n is the number of trials (or tasks) at a time, --instances that of instances per task, and \
     --json prints data with its format's version on standard output; everything else goes to standard error.

Exit codes: 0 done, 1 below a threshold or a failed check, 2 usage or configuration, 3 faults left in the run, 130 interrupted."
)]
pub(crate) struct Cli {
    /// When to use color.
    #[arg(long, global = true, value_enum, default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// A folder with suite.toml and task files, beside the built-in suites; may be given several times
    #[arg(long = "suite", global = true, value_name = "FOLDER")]
    pub(crate) suites: Vec<PathBuf>,
    /// The socket of the container engine, for tasks that run in containers [default: that of DOCKER_HOST, or the usual one of Podman
    /// or Docker]
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) container_socket: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run agents on tasks, and record everything
    Run(Box<run::Args>),
    /// Take trials of a run in a store until none is left
    Worker(worker::Args),
    /// How far a run in a store has come, and who works on it
    Status(status::Args),
    /// Files that start workers of a run on Kubernetes or Slurm
    Deploy(deploy::Args),
    /// Finish a run that was stopped
    Resume(resume::Args),
    /// Re-grade a recorded run and report verdicts that changed
    Grade(grade::Args),
    /// Replay a run from its recorded replies and check that the scores reproduce
    Verify(verify::Args),
    /// Self-test tasks: the solver passes, wrong solutions fail
    Check(check::Args),
    /// Let a model rate the trials of a recorded run, beside the verdict
    Judge(judge::Args),
    /// Tables, JSON, CSV and HTML of runs; two are compared
    Report(report::Args),
    /// Studies of any number of runs: what success depends on, who is better, at what cost
    Study(study::Args),
    /// Whether judges, people, verdicts and computed progress agree: kappa, F1, Spearman
    Agree(agree::Args),
    /// Rate the trials of a run yourself, without knowing whose they are
    Rate(rate::Args),
    /// Runs as a static site and a signed bundle that `agon verify` accepts
    Publish(publish::Args),
    /// Look at runs in a browser: tables, trials step by step
    View(view::Args),
    /// Record the solver's demonstrations of tasks as training data
    Demos(Box<demos::Args>),
    /// Write a recorded run as training data
    Export(export::Args),
    /// Write a first suite or task of your own
    New(new::Args),
    /// Encrypt a suite's folder, so that its tasks can be handed on without being read
    Pack(pack::Args),
    /// List suites and tasks
    List(list::Args),
    /// Show a task (brief, settings, first frame) or one trial of a run (checks, steps, usage)
    Show(show::Args),
    /// Say what a folder of data holds, and how many starts each world gets from it
    Data(data::Args),
    /// Do a task yourself, in this terminal or in a page
    Play(play::Args),
    /// Let an agent from outside do a task, over MCP or HTTP
    Serve(serve::Args),
    /// Open a web application in a browser of your own
    App(app::Args),
    /// Show what this machine has, and what each suite needs
    Doctor(doctor::Args),
    /// Remove leftovers of killed runs
    Clean(clean::Args),
    /// Measure worlds, the harness and the record on this machine
    Bench(bench::Args),
    /// Print completions for a shell
    Completions(completions::Args),
    /// Print manual pages
    Man(man::Args),
}
