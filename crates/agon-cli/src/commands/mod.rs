//! One file per command. Each has its `Args` and a `run` that returns an exit code.

pub(crate) mod agree;
pub(crate) mod app;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod clean;
pub(crate) mod closing;
pub(crate) mod completions;
pub(crate) mod data;
pub(crate) mod demos;
pub(crate) mod deploy;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod grade;
pub(crate) mod judge;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod new;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod publish;
pub(crate) mod rate;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod study;
pub(crate) mod verify;
pub(crate) mod view;
pub(crate) mod worker;

use crate::cli::Command;
use crate::suites::SuiteFolders;
use crate::ui::Ui;

pub(crate) async fn run(command: Command, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    match command {
        Command::Run(args) => run::run(*args, folders, ui).await,
        Command::Worker(args) => worker::run(args, folders, ui).await,
        Command::Status(args) => status::run(args, ui).await,
        Command::Deploy(args) => deploy::run(args, ui),
        Command::Resume(args) => resume::run(args, folders, ui).await,
        Command::Grade(args) => grade::run(args, folders, ui).await,
        Command::Verify(args) => verify::run(args, folders, ui).await,
        Command::Check(args) => check::run(args, folders, ui).await,
        Command::Judge(args) => judge::run(args, ui).await,
        Command::Report(args) => report::run(args, folders, ui).await,
        Command::Study(args) => study::run(args, folders, ui).await,
        Command::Agree(args) => agree::run(args, folders, ui).await,
        Command::Rate(args) => rate::run(args, ui).await,
        Command::Publish(args) => publish::run(args, ui).await,
        Command::Demos(args) => demos::run(*args, folders, ui).await,
        Command::Export(args) => export::run(args, ui).await,
        Command::New(args) => new::run(args, ui),
        Command::Pack(args) => pack::run(args, ui),
        Command::View(args) => view::run(args, folders, ui).await,
        Command::List(args) => list::run(args, folders, ui),
        Command::Show(args) => show::run(args, folders, ui).await,
        Command::Data(args) => data::run(args, ui),
        Command::Play(args) => play::run(args, folders, ui).await,
        Command::Serve(args) => serve::run(args, folders, ui).await,
        Command::App(args) => app::run(args, ui).await,
        Command::Doctor(args) => doctor::run(args, folders, ui),
        Command::Clean(args) => clean::run(args, ui),
        Command::Bench(args) => bench::run(args, ui).await,
        Command::Completions(args) => completions::run(args, ui),
        Command::Man(args) => man::run(args, ui),
    }
}
