//! Bubblewrap sandboxes: what a process may see, how it is run and ended, and how what it left is read.
//!
//! [`Arguments`] grow into a sandbox's command line. [`Confined`] is what runs in one, from its start to the end of its last
//! process; [`Outcome`] is what came of a command that was waited for. A [`Store`] holds a trial's files in memory, of bounded size and out
//! of everybody else's sight; a [`TrialFolder`] reads what processes may have left there. Desktop worlds, the commands that work on
//! what an agent has made, and process agents all sit on this.

mod arguments;
mod confined;
mod files;
mod outcome;
mod store;

pub use arguments::{Arguments, is_available};
pub use confined::{Confined, Pipes};
pub use files::{Content, Found, NotRead, TrialFolder, in_background};
pub use outcome::Outcome;
pub use store::Store;
