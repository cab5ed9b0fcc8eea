//! Answers are worked for: what the brief says does not lead to a later one at once.

use crate::chain::Chain;
use agon_grade::Wanted;
use agon_internet::{Date, Internet};

/// Whether an answer stands in what the brief says, or one of a stage after the first on a page that searching for something that the brief says finds at once, by its title or first sentences.
pub(crate) fn is_given_away(internet: &Internet, chain: &Chain) -> bool {
    let hits = chain.values.values().flat_map(|value| internet.search_leads(value, 1).hits);
    let pages: Vec<String> = hits.filter_map(|hit| internet.text(&hit.address)).collect();
    chain.stages.iter().enumerate().any(|(number, stage)| {
        stage.elements.iter().map(|found| &found.element.wanted).filter(|wanted| is_telling(wanted)).any(|wanted| {
            let forms = forms(wanted);
            let is_on_page = number > 0 && pages.iter().any(|text| stands(text, &forms));
            is_on_page || chain.values.values().any(|value| stands(value, &forms))
        })
    })
}

/// How an answer may stand on a page: one of these groups, all of its texts.
pub(crate) fn forms(wanted: &Wanted) -> Vec<Vec<String>> {
    match wanted {
        Wanted::Text(text) => vec![vec![text.clone()]],
        Wanted::AnyOf(texts) => texts.iter().map(|text| vec![text.clone()]).collect(),
        Wanted::Set(names) | Wanted::List(names) => vec![names.clone()],
        Wanted::Date(date) => match Date::parse(date) {
            Some(day) => vec![vec![date.clone()], vec![day.long()]],
            None => vec![vec![date.clone()]],
        },
        Wanted::Number(quantity) => (0..4)
            .map(|decimals| format!("{:.decimals$}", quantity.value))
            .flat_map(|plain| [vec![with_commas(&plain)], vec![plain]])
            .collect(),
    }
}

fn with_commas(plain: &str) -> String {
    let (whole, rest) = plain.split_once('.').map_or((plain, String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    let digits = whole.trim_start_matches('-');
    let mut text = if whole.starts_with('-') { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + &rest
}

/// Whether a text holds an answer in one of its forms.
pub(crate) fn stands(text: &str, forms: &[Vec<String>]) -> bool {
    forms.iter().any(|any| any.iter().all(|form| has_word(text, form)))
}

/// Whether a text that holds it gives it away: days and small numbers stand everywhere.
pub(crate) fn is_telling(wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Number(quantity) => quantity.value.abs() >= 10_000.0,
        Wanted::Date(_) => false,
        Wanted::Text(text) => text.chars().count() > 4,
        Wanted::AnyOf(texts) => texts.iter().all(|text| text.chars().count() > 4),
        Wanted::Set(names) | Wanted::List(names) => names.len() > 1,
    }
}

/// Whether a text holds a word or name that is not part of a longer one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word)
        .any(|(at, _)| !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next()))
}
