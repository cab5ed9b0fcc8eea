//! The command line: parsing, printing, wiring. What a command does is in `commands/`, one file each.
//!
//! It is a library so that the Python package can carry the same commands; the program `agon` only calls [`main`].

mod ablate;
mod cli;
mod commands;
mod exit;
mod home;
mod job;
mod models;
mod nearest;
mod people;
mod progress;
mod stored;
mod suites;
mod ui;

use clap::Parser as _;
use cli::Cli;
use std::ffi::OsString;
use suites::SuiteFolders;

/// Runs one command to its end and returns the exit code. The first argument is the program's name.
///
/// Some ends do not return: a second Ctrl-C, and a closed standard output, end the process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and the version are such "errors" too. If even they cannot be printed there is nobody left to tell.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(exit::USAGE);
        }
    };
    let ui = ui::Ui::new(cli.color);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(1024).build() {
        Ok(runtime) => runtime,
        Err(error) => return ui.fail(&anyhow::Error::new(error).context("the async runtime could not be started"), exit::USAGE),
    };
    let folders = SuiteFolders::new(cli.suites, cli.container_socket);
    let result = runtime.block_on(commands::run(cli.command, folders.clone(), &ui));
    // A world that hangs keeps its thread; waiting for it would hang us too.
    runtime.shutdown_background();
    match result {
        Ok(code) => code,
        Err(error) => {
            // What was wrong with the user's data is often why.
            home::say_warnings(&ui);
            let code = ui.fail(&error, exit::code_of(&error));
            if let Some(hint) = exit::hint_for(&error, &folders) {
                ui.hint(&hint);
            }
            code
        }
    }
}
