//! One file per command. Each has its `Args` and a `run` that returns an exit code.

pub(crate) mod app;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod clean;
pub(crate) mod closing;
pub(crate) mod completions;
pub(crate) mod demos;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod grade;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod play;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod verify;

use crate::cli::Command;
use crate::ui::Ui;

pub(crate) async fn run(command: Command, ui: &Ui) -> anyhow::Result<u8> {
    match command {
        Command::Run(args) => run::run(*args, ui).await,
        Command::Resume(args) => resume::run(args, ui).await,
        Command::Grade(args) => grade::run(args, ui).await,
        Command::Verify(args) => verify::run(args, ui).await,
        Command::Check(args) => check::run(args, ui).await,
        Command::Report(args) => report::run(args, ui),
        Command::Demos(args) => demos::run(*args, ui).await,
        Command::Export(args) => export::run(args, ui),
        Command::List(args) => list::run(args, ui),
        Command::Show(args) => show::run(args, ui).await,
        Command::Play(args) => play::run(args, ui).await,
        Command::App(args) => app::run(args, ui).await,
        Command::Doctor(args) => doctor::run(args, ui),
        Command::Clean(args) => clean::run(args, ui),
        Command::Bench(args) => bench::run(args, ui).await,
        Command::Completions(args) => completions::run(args, ui),
        Command::Man(args) => man::run(args, ui),
    }
}
