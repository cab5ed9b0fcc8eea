//! The templates, by theme. One file each; its task file is `suites/chain/internet/NAME.toml`.

mod finance;

use crate::writer::Template;

/// All templates by name.
pub(crate) const TEMPLATES: &[(&str, Template)] = &[("yield-and-alert", finance::yield_and_alert::write)];
