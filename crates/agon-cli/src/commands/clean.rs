//! `agon clean`: clear what killed runs left behind.

use crate::exit;
use crate::home;
use crate::ui::Ui;
use agon_reap::Leftover;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon clean")]
pub(crate) struct Args {}

/// Runs themselves are never touched: they are evidence.
pub(crate) fn run(_: Args, ui: &Ui) -> anyhow::Result<u8> {
    let found = agon_reap::reap(&home::state_folder())?;
    for leftover in &found {
        ui.out(&match leftover {
            Leftover::Group { leader, processes } => format!("ended process group {leader} ({processes} processes)"),
            Leftover::Strays { processes } => format!("ended {processes} processes that were in no group yet"),
            Leftover::Folder { path } => format!("removed {}", path.display()),
            Leftover::Container { name } => format!("removed the container {name}"),
        });
    }
    ui.say(&match found.len() {
        0 => "nothing was left behind".into(),
        n => format!("{n} leftovers of killed runs cleared"),
    });
    Ok(exit::DONE)
}
