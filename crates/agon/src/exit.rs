//! Exit codes, as the README documents them.

use agon_record::RecordError;
use agon_run::RunError;

/// Done.
pub(crate) const DONE: u8 = 0;
/// Below a threshold that was asked for, or a check that does not hold.
pub(crate) const BELOW: u8 = 1;
/// Usage or configuration: nothing was started.
pub(crate) const USAGE: u8 = 2;
/// Faults are left in the run: void trials, or a record that could not be written.
pub(crate) const FAULTS: u8 = 3;
/// Interrupted by the user.
pub(crate) const INTERRUPTED: u8 = 130;

/// What to do about an error, where there is something.
pub(crate) fn hint_for(error: &anyhow::Error) -> Option<&'static str> {
    let record = error.chain().find_map(|cause| cause.downcast_ref::<RecordError>())?;
    match record {
        RecordError::Corrupt { .. } | RecordError::Inconsistent { .. } => {
            Some("nothing was changed; restore that file from a copy")
        }
        _ => None,
    }
}

pub(crate) fn code_of(error: &anyhow::Error) -> u8 {
    if error.downcast_ref::<RunError>().is_some() { FAULTS } else { USAGE }
}
