//! The templates, by theme. One file each; its task file is `suites/chain/internet/NAME.toml`.

mod arts;
mod finance;
mod policy;
mod portal;
mod science;
mod technology;

use crate::writer::Template;

/// All templates by name.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Template)> {
    let themes = [arts::TEMPLATES, finance::TEMPLATES, policy::TEMPLATES, science::TEMPLATES, technology::TEMPLATES];
    themes.into_iter().flatten().copied()
}

/// Whether a name is found among others without hitting a longer one, as in `Hall Medal` and `Marshall Medal`.
fn is_plain<'a>(name: &str, all: impl Iterator<Item = &'a str>) -> bool {
    let name = name.to_lowercase();
    all.filter(|other| other.to_lowercase().contains(&name)).count() == 1
}

/// Whether typing a name into a list of choices finds that name.
fn can_be_chosen<'a>(name: &str, mut options: impl Iterator<Item = &'a str>) -> bool {
    options.find(|option| option.starts_with(name)) == Some(name)
}
