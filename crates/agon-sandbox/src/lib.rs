//! Bubblewrap sandboxes: what a process may see, how it is run and ended, and how what it left is read.
//!
//! A [`Sandbox`] is one trial's: files are written into it and read from it, commands are run in it ([`Sandbox::exec`]), and
//! closing it ends it all. [`Arguments`] grow into the view that a command has. [`Confined`] is what runs, from its start to the end of
//! its last process; [`Outcome`] is what came of a command that was waited for. A [`Store`] holds the files in memory, of bounded size
//! and out of everybody else's sight; a [`TrialFolder`] reads what processes may have left there. Desktop worlds, the commands that work
//! on what an agent has made, and process agents all sit on this. [`Runner`] is what these sandboxes have in common with containers.

mod arguments;
mod collect;
mod confined;
mod file_commands;
mod files;
mod loopback;
mod memory;
mod outcome;
mod processes;
mod runner;
mod sandbox;
mod store;
mod system_calls;

pub use arguments::{Arguments, TMP_BYTES, try_out, user_variables};
pub use collect::collect_files;
pub use confined::{Confined, Pipes};
pub use file_commands::file_command;
pub use files::{Content, Found, NotRead, TrialFolder, in_background};
pub use memory::{MemoryWatch, Spared, Watched};
pub use outcome::{Outcome, read_bounded};
pub use processes::{Census, Process, end_strangers};
pub use runner::Runner;
pub use sandbox::{CLOCK_SECS, Command, Job, Sandbox, User};
pub use store::{Loopback, Store};
pub use system_calls::seccomp_profile;
