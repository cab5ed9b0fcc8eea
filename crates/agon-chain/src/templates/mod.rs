//! The templates, by theme. One file each; its task file is `suites/chain/internet/NAME.toml`.

mod arts;
mod finance;
mod policy;
mod science;
mod technology;

use crate::writer::Template;

/// All templates by name.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Template)> {
    let themes = [arts::TEMPLATES, finance::TEMPLATES, policy::TEMPLATES, science::TEMPLATES, technology::TEMPLATES];
    themes.into_iter().flatten().copied()
}
