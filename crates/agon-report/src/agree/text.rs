//! Agreement as tables for a terminal.

use super::{Agreement, Figure, PairAgreement};
use crate::number::{NOTHING, plain};
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use crate::table::{TableOptions, wrapped};

/// Larger tables of confusion are left to JSON.
const MOST_CATEGORIES: usize = 12;

pub fn text(agreement: &Agreement, options: &TableOptions) -> String {
    let title = format!("agreement on {}\n", plain(&agreement.metric));
    let mut text = paint(&title, Tone::Strong, options.paint);
    text.push_str(&raters(agreement).render(options));
    if agreement.pairs.is_empty() {
        text.push_str("\nno two raters have rated the same item\n");
        return text;
    }
    text.push('\n');
    text.push_str(&pairs(agreement).render(options));
    text.push_str(&paint(&wrapped(agreement.how, "  ", options.page_width()), Tone::Dim, options.paint));
    for pair in agreement.pairs.iter().filter(|pair| pair.application.is_none()) {
        if let Some(mapped) = &pair.mapped {
            let words = format!("{} and {}: {mapped}", plain(&pair.first), plain(&pair.second));
            text.push_str(&paint(&wrapped(&words, "  ", options.page_width()), Tone::Dim, options.paint));
        }
    }
    for pair in agreement.pairs.iter().filter(|pair| pair.application.is_none()) {
        if (2..=MOST_CATEGORIES).contains(&pair.categories.len()) {
            text.push_str(&format!("\n{}", confusion(pair, options)));
        }
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| NOTHING.into(), |value| format!("{value:.2}"))
}

fn raters(agreement: &Agreement) -> Grid {
    let mut grid = Grid::new(vec![Align::Left, Align::Right, Align::Right, Align::Right, Align::Right]);
    grid.head(&["rater", "items", "ratings", "void", "mean"]);
    for rater in &agreement.raters {
        grid.push(Line::Cells(vec![
            Cell::toned(plain(&rater.name), Tone::Strong),
            Cell::new(rater.items.to_string()),
            Cell::new(rater.ratings.to_string()),
            Cell::new(rater.void.to_string()),
            Cell::new(number(rater.mean)),
        ]));
    }
    grid
}

fn pairs(agreement: &Agreement) -> Grid {
    let mut columns = vec![Align::Left; 3];
    columns.extend([Align::Right, Align::Right, Align::Left, Align::Right, Align::Left, Align::Right, Align::Left]);
    let mut grid = Grid::new(columns);
    grid.head(&["rater", "against", "application", "items", "κ", "95%", "F1", "95%", "ρ", "95%"]);
    for pair in &agreement.pairs {
        let is_whole = pair.application.is_none();
        let name = |name: &str| if is_whole { Cell::toned(plain(name), Tone::Strong) } else { Cell::default() };
        let mut cells = vec![
            name(&pair.second),
            name(&pair.first),
            Cell::new(plain(pair.application.as_deref().unwrap_or("all"))),
            Cell::new(pair.items.to_string()),
        ];
        for Figure { value, interval } in [pair.kappa, pair.macro_f1, pair.spearman] {
            let range = interval.map(|interval| format!("{:.2} to {:.2}", interval.low, interval.high));
            cells.extend([Cell::new(number(value)), Cell::toned(range.unwrap_or_default(), Tone::Dim)]);
        }
        grid.push(Line::Cells(cells));
    }
    grid
}

fn confusion(pair: &PairAgreement, options: &TableOptions) -> String {
    let title = format!("{} (rows) and {} (columns)\n", plain(&pair.first), plain(&pair.second));
    let mut grid =
        Grid::new((0..=pair.categories.len()).map(|place| if place == 0 { Align::Left } else { Align::Right }).collect());
    let names: Vec<String> = std::iter::once(String::new()).chain(pair.categories.iter().map(|name| plain(name))).collect();
    grid.head(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for (place, (name, row)) in pair.categories.iter().zip(&pair.confusion).enumerate() {
        let mut cells = vec![Cell::toned(plain(name), Tone::Dim)];
        for (column, count) in row.iter().enumerate() {
            let tone = match *count {
                0 => Tone::Dim,
                _ if column == place => Tone::Good,
                _ => Tone::Plain,
            };
            cells.push(Cell::toned(count.to_string(), tone));
        }
        grid.push(Line::Cells(cells));
    }
    format!("{}{}", paint(&title, Tone::Strong, options.paint), grid.render(options))
}
