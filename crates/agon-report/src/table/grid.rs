//! Aligned text columns.

use super::{Paint, TableOptions};
use crate::number::clip;

const GAP: usize = 2;
/// One column gives way to the others, but no further than this.
const MIN_YIELDING: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Plain,
    Strong,
    Dim,
    Good,
    Bad,
    Warn,
}

#[derive(Clone, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

pub(crate) enum Line {
    Cells(Vec<Cell>),
    /// Text over several columns: where it begins, how many, what.
    Spans(Vec<(usize, usize, Cell)>),
    Rule,
}

pub(crate) struct Grid {
    columns: Vec<Align>,
    /// The column that gives way where there is little room.
    yielding: usize,
    lines: Vec<Line>,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), tone: Tone::Plain }
    }

    pub(crate) fn toned(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone }
    }
}

impl Grid {
    pub(crate) fn new(columns: Vec<Align>) -> Self {
        Self { columns, yielding: 0, lines: Vec::new() }
    }

    /// The same, with the last column giving way instead of the first.
    pub(crate) fn last_yields(self) -> Self {
        Self { yielding: self.columns.len().saturating_sub(1), ..self }
    }

    pub(crate) fn push(&mut self, line: Line) {
        self.lines.push(line);
    }

    pub(crate) fn head(&mut self, names: &[&str]) {
        self.push(Line::Cells(names.iter().map(|name| Cell::toned(*name, Tone::Dim)).collect()));
        self.push(Line::Rule);
    }

    /// The width it would take with nothing cut.
    pub(crate) fn width(&self) -> usize {
        total(&self.widths())
    }

    pub(crate) fn render(&self, options: &TableOptions) -> String {
        let mut widths = self.widths();
        let wide = options.width.map_or(0, |width| total(&widths).saturating_sub(width));
        if let Some(yielding) = widths.get_mut(self.yielding) {
            *yielding = (*yielding).saturating_sub(wide).max(MIN_YIELDING.min(*yielding));
        }
        let mut text = String::new();
        for line in &self.lines {
            let mut out = match line {
                Line::Cells(cells) => self.cells(cells, &widths, options.paint),
                Line::Spans(spans) => spans_line(spans, &widths, options.paint),
                Line::Rule => paint(&"─".repeat(total(&widths)), Tone::Dim, options.paint),
            };
            out.truncate(out.trim_end().len());
            text.push_str(&out);
            text.push('\n');
        }
        text
    }

    fn cells(&self, cells: &[Cell], widths: &[usize], mode: Paint) -> String {
        let mut out = String::new();
        for (i, ((cell, width), align)) in cells.iter().zip(widths).zip(&self.columns).enumerate() {
            let text = clip(&cell.text, *width);
            let fill = " ".repeat(width - length(&text));
            out.push_str(if i > 0 { "  " } else { "" });
            out.push_str(if *align == Align::Right { &fill } else { "" });
            out.push_str(&paint(&text, cell.tone, mode));
            out.push_str(if *align == Align::Left { &fill } else { "" });
        }
        out
    }

    fn widths(&self) -> Vec<usize> {
        let mut widths = vec![0; self.columns.len()];
        for line in &self.lines {
            if let Line::Cells(cells) = line {
                for (width, cell) in widths.iter_mut().zip(cells) {
                    *width = (*width).max(length(&cell.text));
                }
            }
        }
        widths
    }
}

fn spans_line(spans: &[(usize, usize, Cell)], widths: &[usize], mode: Paint) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (begin, columns, cell) in spans {
        let start: usize = widths[..*begin].iter().map(|width| width + GAP).sum();
        let room = total(&widths[*begin..(*begin + *columns).min(widths.len())]);
        let text = clip(&cell.text, room);
        out.push_str(&" ".repeat(start - at));
        out.push_str(&paint(&text, cell.tone, mode));
        at = start + length(&text);
    }
    out
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Colours text for a terminal.
pub(crate) fn paint(text: &str, tone: Tone, mode: Paint) -> String {
    let code = match tone {
        _ if mode == Paint::Plain || text.is_empty() => return text.to_owned(),
        Tone::Plain => return text.to_owned(),
        Tone::Strong => "1",
        Tone::Dim => "2",
        Tone::Good => "32",
        Tone::Bad => "31",
        Tone::Warn => "33",
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}
