//! A summary as text for a terminal.

mod ablation;
pub(crate) mod chains;
pub(crate) mod grid;

use crate::number::{
    CLAIMED, CLAIMED_LEGEND, NOTHING, clip, cost, count, duration, judged, percent, plain, range, short, spent, tokens,
};
use crate::stats::Spread;
use crate::summary::{Figures, Group, Summary, VoidTrial};
use grid::{Align, Cell, Grid, Line, Tone, paint};
use std::collections::{HashMap, HashSet};

/// How many void trials are listed by name.
const LISTED_VOIDS: usize = 10;
/// The last row of tables that go by task.
pub(crate) const ALL_TASKS: &str = "all tasks";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableOptions {
    pub paint: Paint,
    /// In characters; where it is `None`, as for files and pipes, no column is cut or left out.
    pub width: Option<usize>,
}

/// How wide sentences get where no width is given.
const PAGE_WIDTH: usize = 120;
/// How wide agents side by side get there; wider tables stand below each other.
const SIDE_BY_SIDE_WIDTH: usize = 160;

impl TableOptions {
    /// Where sentences are broken.
    pub(crate) fn page_width(&self) -> usize {
        self.width.unwrap_or(PAGE_WIDTH)
    }

    pub(crate) fn fits(&self, width: usize) -> bool {
        self.width.is_none_or(|most| width <= most)
    }

    pub(crate) fn clip(&self, text: &str) -> String {
        self.width.map_or_else(|| text.to_owned(), |width| clip(text, width))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Plain,
    /// ANSI colours.
    Ansi,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { paint: Paint::Plain, width: Some(100) }
    }
}

/// The run's tables: agents, then tasks; after them whatever keeps trials from having a score.
pub fn text(summary: &Summary, options: &TableOptions) -> String {
    let mut text = headline(summary, options);
    text.push('\n');
    match (summary.agents.as_slice(), &summary.ablation) {
        // Tasks by agent would mix what was varied; the ablation's tables have them by value.
        (_, Some(figures)) => {
            text.push_str(&agents(summary, options).render(options));
            text.push_str(&ablation::text(figures, summary.spent.tokens() > 0, options));
        }
        ([_], None) => text.push_str(&grouped(summary, options)),
        _ => {
            text.push_str(&agents(summary, options).render(options));
            text.push('\n');
            // The widest form that fits. The shorter one leaves columns out, which is for terminals only.
            let details: &[Detail] = if options.width.is_some() { &[Detail::Full, Detail::Rate] } else { &[Detail::Full] };
            let side_by_side = details.iter().map(|detail| matrix(summary, *detail));
            let fitting = side_by_side.into_iter().find(|grid| grid.width() <= options.width.unwrap_or(SIDE_BY_SIDE_WIDTH));
            text.push_str(&fitting.map_or_else(|| grouped(summary, options), |grid| grid.render(options)));
        }
    }
    if let Some(figures) = &summary.chains {
        text.push_str(&chains::text(figures, options));
    }
    text.push_str(&footnotes(summary, options));
    text
}

/// `† tokens and cost as the agent reported…`, where a figure has that mark.
pub(crate) fn claimed_sentence(summary: &Summary) -> Option<String> {
    let is_shown = summary.spent_claimed && spent(&summary.spent, true).is_some();
    is_shown.then(|| format!("{CLAIMED} {CLAIMED_LEGEND}"))
}

/// A figure of tokens or cost, marked where it rests on the agent's own word.
pub(crate) fn used(figures: &Figures, spread: Option<Spread>, show: fn(f64) -> String) -> Option<String> {
    spread.map(|spread| show(spread.mean) + if figures.usage_claimed { CLAIMED } else { "" })
}

fn headline(summary: &Summary, options: &TableOptions) -> String {
    let counts = &summary.counts;
    let mut parts = vec![
        count(counts.planned.into(), "trial planned", "trials planned"),
        format!("{} scored", counts.scored),
        format!("{} passed", counts.passed),
    ];
    let mut add = |number: u32, word: &str| parts.extend((number > 0).then(|| format!("{number} {word}")));
    add(counts.void, "void");
    add(counts.missing, "missing");
    if summary.retried > 0 {
        parts.push(format!("{} attempts ({} retried)", summary.attempts, count(summary.retried.into(), "trial", "trials")));
    }
    parts.extend(spent(&summary.spent, summary.spent_claimed).map(|spent| format!("in total {spent}")));
    let name = options.clip(&plain(&summary.run));
    let judge = summary.judge.as_ref().map_or_else(String::new, |judge| {
        wrapped(&plain(&format!("judge {}: {}", judge.model, judged(&judge.totals))), "", options.page_width())
    });
    format!("{}\n{}{judge}", paint(&name, Tone::Strong, options.paint), wrapped(&parts.join(", "), "", options.page_width()))
}

/// One row for each agent. The columns to the right give way to a narrow terminal; the page and the JSON have them all.
fn agents(summary: &Summary, options: &TableOptions) -> Grid {
    let extra = 2 * usize::from(summary.repeats > 1)
        + usize::from(summary.spent.tokens() > 0)
        + usize::from(summary.spent.cost_usd > 0.0);
    let mut grid = agents_with(summary, extra);
    for fewer in (0..extra).rev() {
        if options.fits(grid.width()) {
            break;
        }
        grid = agents_with(summary, fewer);
    }
    grid
}

fn agents_with(summary: &Summary, extra: usize) -> Grid {
    let mut extras = extra_means(summary);
    let means = extras.len().min(extra);
    if summary.repeats > 1 {
        extras.push(("over repeats", |figures| {
            let repeats = figures.repeats.as_ref()?;
            let deviation = repeats.deviation.map_or_else(String::new, |deviation| format!(" ± {:.1}", deviation * 100.0));
            Some(percent(repeats.mean) + &deviation)
        }));
        extras.push(("effective n", |figures| figures.success.map(|success| short(success.effective))));
    }
    extras.truncate(extra);
    let with_scored = summary.counts.unscored() > 0;
    let mut names = vec!["agent"];
    names.extend(figure_names(with_scored));
    names.extend(extras.iter().map(|(name, _)| name));
    let mut grid = Grid::new(columns(names.len()));
    grid.push(Line::Spans(vec![means_span(1, with_scored, means)]));
    grid.head(&names);
    let shown = |figures: &Figures, show: Show| show(figures).unwrap_or_else(|| NOTHING.into());
    let is_marked = |show: Show| summary.agents.iter().any(|group| shown(&group.figures, show).ends_with(CLAIMED));
    let is_marked: Vec<bool> = extras.iter().map(|(_, show)| is_marked(*show)).collect();
    for Group { agent, figures, .. } in &summary.agents {
        let mut cells = vec![Cell::toned(plain(agent), Tone::Strong)];
        cells.extend(figure_cells_with(figures, with_scored));
        for ((_, show), is_marked) in extras.iter().zip(&is_marked) {
            let text = shown(figures, *show);
            // The space keeps the digits of marked and plain cells below each other.
            let pad = if *is_marked && !text.ends_with(CLAIMED) { " " } else { "" };
            cells.push(Cell::new(text + pad));
        }
        grid.push(Line::Cells(cells));
    }
    grid
}

/// How much of each agent stands in a cell of the matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Success, interval, passed, steps.
    Full,
    /// Success and interval.
    Rate,
}

impl Detail {
    fn columns(self) -> &'static [(&'static str, Align)] {
        let full =
            &[("success", Align::Right), ("95% interval", Align::Left), ("passed", Align::Right), ("mean steps", Align::Right)];
        match self {
            Self::Full => full,
            Self::Rate => &full[..2],
        }
    }
}

/// Tasks as rows, agents side by side.
fn matrix(summary: &Summary, detail: Detail) -> Grid {
    let mut tasks: Vec<&str> = Vec::new();
    let mut figures: HashMap<(&str, &str), &Figures> = HashMap::new();
    let mut seen = HashSet::new();
    for group in &summary.tasks {
        let name = group.name.as_deref().unwrap_or_default();
        figures.insert((&group.agent, name), &group.figures);
        if seen.insert(name) {
            tasks.push(name);
        }
    }
    let each = detail.columns();
    let aligns = summary.agents.iter().flat_map(|_| each.iter().map(|(_, align)| *align));
    let mut grid = Grid::new(std::iter::once(Align::Left).chain(aligns).collect());
    let label = |(i, group): (usize, &Group)| (1 + i * each.len(), each.len(), Cell::toned(plain(&group.agent), Tone::Strong));
    grid.push(Line::Spans(summary.agents.iter().enumerate().map(label).collect()));
    let mut names = vec!["task"];
    summary.agents.iter().for_each(|_| names.extend(each.iter().map(|(name, _)| *name)));
    grid.head(&names);
    for task in tasks {
        let of_agents = summary.agents.iter().map(|group| figures.get(&(group.agent.as_str(), task)).copied());
        grid.push(matrix_row(Cell::new(plain(task)), of_agents, each.len()));
    }
    grid.push(Line::Rule);
    let all = summary.agents.iter().map(|group| Some(&group.figures));
    grid.push(matrix_row(Cell::toned(ALL_TASKS, Tone::Strong), all, each.len()));
    grid
}

fn matrix_row<'a>(name: Cell, of_agents: impl Iterator<Item = Option<&'a Figures>>, columns: usize) -> Line {
    let mut cells = vec![name];
    for figures in of_agents {
        match figures {
            Some(figures) => {
                let [success, interval, passed, _, steps, _] = figure_cells(figures);
                cells.extend([success, interval, passed, steps].into_iter().take(columns));
            }
            None => cells.extend(vec![Cell::default(); columns]),
        }
    }
    Line::Cells(cells)
}

/// Each agent's tasks below its name, for terminals too narrow for the matrix and for runs with one agent. Tokens and costs give
/// way to a narrow terminal.
fn grouped(summary: &Summary, options: &TableOptions) -> String {
    let extras = extra_means(summary);
    let mut grid = grouped_with(summary, &extras);
    for fewer in (0..extras.len()).rev() {
        if options.fits(grid.width()) {
            break;
        }
        grid = grouped_with(summary, &extras[..fewer]);
    }
    grid.render(options)
}

fn grouped_with(summary: &Summary, extras: &[(&'static str, Show)]) -> Grid {
    let with_scored = summary.counts.unscored() > 0;
    let mut names = vec!["task"];
    names.extend(figure_names(with_scored));
    names.extend(extras.iter().map(|(name, _)| name));
    let row = |name: Cell, figures: &Figures| {
        let mut cells = vec![name];
        cells.extend(figure_cells_with(figures, with_scored));
        cells.extend(extras.iter().map(|(_, show)| Cell::new(show(figures).unwrap_or_else(|| NOTHING.into()))));
        Line::Cells(cells)
    };
    let mut grid = Grid::new(columns(names.len()));
    for (i, Group { agent, figures, .. }) in summary.agents.iter().enumerate() {
        if i > 0 {
            grid.push(Line::Spans(Vec::new()));
        }
        let means = means_span(1, with_scored, extras.len());
        grid.push(Line::Spans(vec![(0, means.0, Cell::toned(plain(agent), Tone::Strong)), means]));
        grid.head(&names);
        for task in summary.tasks.iter().filter(|group| group.agent == *agent) {
            grid.push(row(Cell::new(plain(task.name.as_deref().unwrap_or_default())), &task.figures));
        }
        grid.push(Line::Rule);
        grid.push(row(Cell::toned(ALL_TASKS, Tone::Strong), figures));
    }
    grid
}

type Show = fn(&Figures) -> Option<String>;

/// The means that only runs with model calls have.
fn extra_means(summary: &Summary) -> Vec<(&'static str, Show)> {
    let mut means: Vec<(&'static str, Show)> = Vec::new();
    if summary.spent.tokens() > 0 {
        means.push(("tokens", |figures| used(figures, figures.tokens, tokens)));
    }
    if summary.spent.cost_usd > 0.0 {
        means.push(("cost", |figures| used(figures, figures.cost_usd, cost)));
    }
    means
}

/// The last columns of [`figure_cells_with`]: means over trials, as [`means_span`] says above them.
const MEANS: [&str; 3] = ["score", "steps", "time"];

/// What stands above the means in a table whose first `names` columns are names; `more` of them follow those of every table.
pub(crate) fn means_span(names: usize, with_scored: bool, more: usize) -> (usize, usize, Cell) {
    (names + 3 + usize::from(with_scored), MEANS.len() + more, Cell::toned("mean per trial", Tone::Dim))
}

/// The columns of [`figure_cells_with`]. The rate over scored trials stands beside that over planned ones where they can differ.
pub(crate) fn figure_names(with_scored: bool) -> Vec<&'static str> {
    let mut names = vec!["success", "95% interval", "passed"];
    names.extend(with_scored.then_some("of scored"));
    names.extend(MEANS);
    names
}

pub(crate) fn figure_cells_with(figures: &Figures, with_scored: bool) -> Vec<Cell> {
    let [success, interval, passed, score, steps, time] = figure_cells(figures);
    let mut cells = vec![success, interval, passed];
    cells.extend(with_scored.then(|| Cell::new(of_scored(figures))));
    cells.extend([score, steps, time]);
    cells
}

/// `3 of 4`: how many of the scored trials passed. A fraction, so that no share of a part reads like one of the whole.
pub(crate) fn of_scored(figures: &Figures) -> String {
    match figures.counts.scored {
        0 => NOTHING.into(),
        scored => format!("{} of {scored}", figures.counts.passed),
    }
}

fn columns(count: usize) -> Vec<Align> {
    (0..count).map(|i| if i == 0 || i == 2 { Align::Left } else { Align::Right }).collect()
}

/// Success (with a star where trials have no score), interval, passed of planned, score, steps, time.
fn figure_cells(figures: &Figures) -> [Cell; 6] {
    let tone = match figures.success {
        Some(success) if success.interval.low > 0.5 => Tone::Good,
        Some(success) if success.interval.high < 0.5 => Tone::Bad,
        _ => Tone::Plain,
    };
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.into());
    let rate = or_nothing(figures.success.map(|success| percent(success.rate)));
    [
        // The space keeps the digits of starred and plain cells below each other.
        Cell::toned(rate + if figures.counts.unscored() > 0 { "*" } else { " " }, tone),
        Cell::toned(or_nothing(figures.success.map(|success| range(success.interval))), Tone::Dim),
        Cell::new(format!("{}/{}", figures.counts.passed, figures.counts.planned)),
        Cell::new(or_nothing(figures.mean_score.map(|score| format!("{score:.2}")))),
        Cell::new(or_nothing(figures.steps.map(|steps| short(steps.mean)))),
        Cell::new(or_nothing(figures.wall_secs.map(|secs| duration(secs.mean)))),
    ]
}

/// What the starred cells count as not passed, and why; outages and defects of tasks by name; what repeats are worth; what rests on
/// agents' own word.
pub(crate) fn footnotes(summary: &Summary, options: &TableOptions) -> String {
    let mut text = String::new();
    for Group { agent, figures, .. } in &summary.agents {
        if let Some(sentence) = unscored_sentence(figures) {
            let words = wrapped(&format!("* {}: {sentence}", plain(agent)), "  ", options.page_width());
            text.push_str(&paint(&words, Tone::Warn, options.paint));
        }
    }
    let outages: Vec<&VoidTrial> = summary.voids.iter().filter(|void| !void.provoked).collect();
    text.push_str(&void_lines(&outages, "void", options));
    if !summary.defects.is_empty() {
        text.push_str(&paint(&wrapped(DEFECTS, "  ", options.page_width()), Tone::Warn, options.paint));
        for defects in &summary.defects {
            text.push_str(&options.clip(&format!("  {}", defects.task)));
            text.push('\n');
            text.push_str(&void_lines(&defects.trials.iter().collect::<Vec<_>>(), "  provoked", options));
        }
    }
    for words in [repeats_sentence(summary), claimed_sentence(summary)].into_iter().flatten() {
        text.push_str(&paint(&wrapped(&words, "  ", options.page_width()), Tone::Dim, options.paint));
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}

/// What stands above the trials that agents can break at will.
pub(crate) const DEFECTS: &str = "Defects of tasks: faults that an agent's own actions reproduce, for the tasks' authors";

fn void_lines(voids: &[&VoidTrial], word: &str, options: &TableOptions) -> String {
    let mut text = String::new();
    for void in voids.iter().take(LISTED_VOIDS) {
        let attempts = count(void.attempts.into(), "attempt", "attempts");
        let variant = void.variant.as_ref().map_or_else(String::new, |label| format!(" {}", plain(label)));
        let place = format!("  {word}: trial {}, {}, {}{variant}, {attempts}", void.trial, plain(&void.agent), void.instance);
        let line = format!("{place}: {}: {}", void.cause, plain(&void.detail));
        text.push_str(&paint(&options.clip(&line), Tone::Dim, options.paint));
        text.push('\n');
    }
    if let Some(more) = voids.len().checked_sub(LISTED_VOIDS).filter(|more| *more > 0) {
        text.push_str(&paint(&format!("  and {more} more {}\n", word.trim()), Tone::Dim, options.paint));
    }
    text
}

/// `n = 10 instances × 5 repeats; …`, where instances are sat more than once.
pub(crate) fn repeats_sentence(summary: &Summary) -> Option<String> {
    let instances = summary.agents.iter().map(|group| group.figures.instances).max().unwrap_or_default();
    (summary.repeats > 1).then(|| {
        format!(
            "n = {} × {} repeats: repeats of one instance are not independent, so intervals and errors go by instance",
            count(instances.into(), "instance", "instances"),
            summary.repeats
        )
    })
}

/// `3 of 20 trials have no score: 2 void (model 1, world 1), 1 missing; …`.
pub(crate) fn unscored_sentence(figures: &Figures) -> Option<String> {
    figures.bounds?;
    let counts = &figures.counts;
    let mut parts = Vec::new();
    if counts.void > 0 {
        let causes: Vec<String> = figures.void_causes.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
        parts.push(format!("{} void ({})", counts.void, causes.join(", ")));
    }
    if counts.missing > 0 {
        parts.push(format!("{} missing", counts.missing));
    }
    let scored = match counts.scored {
        0 => "none is scored".into(),
        scored => format!("of the {scored} scored {} passed", counts.passed),
    };
    Some(format!(
        "{} of {} planned trials have no score and count as not passed: {}; {scored}",
        counts.unscored(),
        counts.planned,
        parts.join(", "),
    ))
}

/// Lines of at most `width`, broken between words, all but the first behind `indent`.
pub(crate) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let long = word.chars().count();
        if length > 0 && length + 1 + long > width {
            lines.push('\n');
            lines.push_str(indent);
            length = indent.len();
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += long;
    }
    lines.push('\n');
    lines
}
