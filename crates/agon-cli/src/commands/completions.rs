//! `agon completions`: what a shell needs to complete this command line.

use crate::cli::Cli;
use crate::exit;
use crate::ui::Ui;
use clap::CommandFactory as _;
use clap_complete::Shell;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon completions bash > ~/.local/share/bash-completion/completions/agon
  agon completions zsh > ~/.zfunc/_agon     # a folder in $fpath
  agon completions fish > ~/.config/fish/completions/agon.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "agon", &mut script);
    ui.out(&String::from_utf8(script)?);
    Ok(exit::DONE)
}
