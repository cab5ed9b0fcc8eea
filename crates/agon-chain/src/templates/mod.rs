//! The templates, by theme. One file each; its task file is `suites/chain/internet/NAME.toml`.

mod arts;
mod finance;
mod policy;
mod portal;
mod science;
mod technology;

use crate::writer::Template;
use agon_internet::Internet;

/// All templates by name.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, Template)> {
    let themes = [arts::TEMPLATES, finance::TEMPLATES, policy::TEMPLATES, science::TEMPLATES, technology::TEMPLATES];
    themes.into_iter().flatten().copied()
}

/// Whether one of the answers stands on a page that searching for one of these words finds at once: then it need not be worked for.
fn is_given_away(net: &Internet, words: &[&str], answers: &[&str]) -> bool {
    let hits = words.iter().flat_map(|word| net.search_leads(word, 1).hits);
    hits.filter_map(|hit| net.text(&hit.address)).any(|text| answers.iter().any(|answer| text.contains(answer)))
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
