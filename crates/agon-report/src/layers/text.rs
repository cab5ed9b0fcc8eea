//! Layers as text for a terminal.

use super::{AgentRatings, LayerFigures, Layers};
use crate::number::{NOTHING, plain, spent};
use crate::table::TableOptions;
use crate::table::grid::{Align, Cell, Grid, Line, Tone, paint};
use agon_record::RatingScale;

/// A table of the layers with points, one for the words of each other layer, and how layers of one metric agree.
pub fn text(layers: &Layers, options: &TableOptions) -> String {
    let mut text = paint("ratings beside the verdict", Tone::Strong, options.paint);
    text.push('\n');
    let points: Vec<&LayerFigures> =
        layers.layers.iter().filter(|layer| matches!(layer.scale, RatingScale::Points { .. })).collect();
    if !points.is_empty() {
        text.push_str(&table(&points).render(options));
        text.push_str(&paint("means over trials; passed and failed are by the verdict\n", Tone::Dim, options.paint));
    }
    for layer in &layers.layers {
        if let RatingScale::Labels { labels } = &layer.scale {
            text.push_str(&format!("\n{}: {} by {}\n", plain(&layer.name), plain(&layer.metric), plain(&layer.rater.name)));
            text.push_str(&words(layer, labels).render(options));
        }
        if let Some(spent) = spent(&layer.usage, false) {
            text.push_str(&paint(&format!("{} took {spent}\n", plain(&layer.name)), Tone::Dim, options.paint));
        }
        if layer.of_other_attempts > 0 {
            let line =
                format!("{}: left out, as of attempts that do not count: {}\n", plain(&layer.name), layer.of_other_attempts);
            text.push_str(&paint(&line, Tone::Warn, options.paint));
        }
    }
    for pair in &layers.pairs {
        let (first, second) = (plain(&pair.first), plain(&pair.second));
        let difference = pair.difference_text(&second);
        text.push_str(&format!("{first} and {second}: {} of {} trials rated alike{difference}\n", pair.equal, pair.both));
    }
    for problem in &layers.problems {
        text.push_str(&paint(&format!("{}\n", plain(problem)), Tone::Warn, options.paint));
    }
    text
}

fn table(layers: &[&LayerFigures]) -> Grid {
    let names = ["layer", "metric", "by", "agent", "rated", "void", "mean", "passed", "failed"];
    let mut grid = Grid::new((0..names.len()).map(|place| if place < 4 { Align::Left } else { Align::Right }).collect());
    grid.head(&names);
    for layer in layers {
        for (place, agent) in layer.agents.iter().enumerate() {
            let once = |text: &str| Cell::new(if place == 0 { plain(text) } else { String::new() });
            let mut cells = vec![once(&layer.name), once(&layer.metric), once(&layer.rater.name), Cell::new(plain(&agent.agent))];
            cells.push(Cell::new(agent.rated.to_string()));
            cells.push(void(agent));
            for mean in [agent.mean, agent.mean_passed, agent.mean_failed] {
                cells.push(Cell::new(mean.map_or_else(|| NOTHING.into(), |mean| format!("{mean:.2}"))));
            }
            grid.push(Line::Cells(cells));
        }
    }
    grid
}

/// A row for each word, a column for each agent.
fn words(layer: &LayerFigures, labels: &[String]) -> Grid {
    let mut grid = Grid::new((0..=layer.agents.len()).map(|place| if place == 0 { Align::Left } else { Align::Right }).collect());
    let agents: Vec<String> = layer.agents.iter().map(|agent| plain(&agent.agent)).collect();
    let heads: Vec<&str> = std::iter::once(layer.metric.as_str()).chain(agents.iter().map(String::as_str)).collect();
    grid.head(&heads);
    for label in labels {
        let counts: Vec<u32> = layer.agents.iter().map(|agent| agent.labels.get(label).copied().unwrap_or_default()).collect();
        if counts.iter().any(|count| *count > 0) {
            let cells = layer.agents.iter().zip(counts).map(|(agent, count)| Cell::new(share(count, agent.rated)));
            grid.push(Line::Cells(std::iter::once(Cell::new(plain(label))).chain(cells).collect()));
        }
    }
    if layer.agents.iter().any(|agent| agent.void > 0) {
        grid.push(Line::Cells(std::iter::once(Cell::new("void")).chain(layer.agents.iter().map(void)).collect()));
    }
    grid
}

/// `3 (60%)`.
fn share(count: u32, of: u32) -> String {
    match count {
        0 => NOTHING.into(),
        count => format!("{count} ({:.0}%)", f64::from(count) / f64::from(of.max(1)) * 100.0),
    }
}

fn void(agent: &AgentRatings) -> Cell {
    match (agent.void, agent.provoked) {
        (0, _) => Cell::toned("0", Tone::Dim),
        (void, 0) => Cell::toned(void.to_string(), Tone::Warn),
        (void, provoked) => Cell::toned(format!("{void} ({provoked} provoked)"), Tone::Warn),
    }
}
