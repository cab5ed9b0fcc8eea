//! Shares, companies and their accounts.

mod yield_and_alert;

use crate::writer::Template;

pub(super) const TEMPLATES: &[(&str, Template)] = &[("yield-and-alert", yield_and_alert::write)];
