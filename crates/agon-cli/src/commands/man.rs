//! `agon man`: manual pages made from the same text as `--help`.

use crate::cli::Cli;
use crate::exit;
use crate::nearest::meant;
use crate::ui::Ui;
use anyhow::{Context as _, bail};
use clap::CommandFactory as _;
use clap_mangen::Man;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon man | man -l -                       # the manual of agon
  agon man run | man -l -                   # that of agon run
  agon man --out ~/.local/share/man/man1    # install all pages")]
pub(crate) struct Args {
    /// The command whose page to print; that of agon itself unless given
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of all commands to this folder instead
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let mut agon = Cli::command();
    agon.build();
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(agon, folder))
            .with_context(|| format!("the manual pages could not be written to {}", folder.display()))?;
        ui.say(&format!("the manual pages are in {}", folder.display()));
        return Ok(exit::DONE);
    }
    let page = match &args.command {
        None => agon,
        Some(name) => {
            let Some(command) = agon.find_subcommand(name) else {
                let known: Vec<&str> = agon.get_subcommands().map(clap::Command::get_name).collect();
                let meant = meant(name, known).map_or_else(String::new, |meant| format!("; {meant}"));
                bail!("there is no command {name:?}; `agon --help` lists them{meant}");
            };
            command.clone()
        }
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    ui.out(&String::from_utf8(text)?);
    Ok(exit::DONE)
}
