//! A study as a page: every table with a picture of it, and the sentence that says how it was computed.

use super::assemble;
use super::markup::escape;
use super::plots::COLOURS;
use crate::number::{clip, percent};
use crate::study::{Entry, Study, Table, ToolKind};
use agon_stats::Interval;
use std::fmt::Write;

/// Rows of a table that are shown without asking.
const SHOWN_ROWS: usize = 24;
const WIDTH: f64 = 640.0;
/// Room for names, at about six pixels to a character.
const NAMES: f64 = 210.0;
const ROW: f64 = 22.0;

/// The page.
pub fn study_page(study: &Study) -> String {
    let names = study.runs.join(", ");
    let mut body = String::new();
    let _ = writeln!(body, "<header><p class=\"brand\">Agon study</p><h1>{}</h1>", escape(&names));
    let count = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let words =
        [count(study.runs.len(), "run"), count(study.agents.len(), "agent"), count(study.trials as usize, "trial")].join(", ");
    let _ = writeln!(body, "<p class=\"hint\">{words}</p><nav class=\"study-nav\">");
    for table in &study.tables {
        let _ = write!(body, "<a href=\"#{}\">{}</a> ", table.name, escape(table.title));
    }
    body.push_str("</nav></header>\n");
    for table in &study.tables {
        section(&mut body, table, study);
    }
    assemble(&format!("Study of {names} · Agon"), &body, "")
}

fn section(body: &mut String, table: &Table, study: &Study) {
    let _ = writeln!(body, "<section id=\"{}\"><h2>{}</h2>", table.name, escape(table.title));
    let picture = match table.name {
        "success" => facets(table, study),
        "ranking" => intervals(table, "agent", "strength", "strength_interval"),
        "pairs" => differences(table, &["agent", "against"], "difference", "interval"),
        "steps" => differences(table, &["agent", "against"], "difference", "interval"),
        "effects" => differences(table, &["factor", "level"], "effect", "interval"),
        "variance" => bars(table, "source", "share"),
        "tools" => mix(table),
        "frontier" => frontier(table),
        "limits" => bars(table, "value", "share"),
        "levels" => levels(table),
        "power" => bars(table, "agent", "power"),
        _ => String::new(),
    };
    body.push_str(&picture);
    for words in std::iter::once(&table.how).chain(&table.notes) {
        let _ = writeln!(body, "<p class=\"hint\">{}</p>", escape(words));
    }
    let is_long = table.rows.len() > SHOWN_ROWS && table.name != "heat";
    if is_long {
        let _ = write!(body, "<details><summary>All {} rows</summary>", table.rows.len());
    }
    body.push_str(&rows(table));
    body.push_str(if is_long { "</details></section>\n" } else { "</section>\n" });
}

/// The table itself. That of scores is a heat map: the score is also the cell's colour.
fn rows(table: &Table) -> String {
    let is_heat = table.name == "heat";
    let mut out = format!("<div class=\"scroll\"><table class=\"{}\"><thead><tr>", if is_heat { "heat" } else { "study" });
    let is_number = |place: usize| table.rows.iter().any(|row| row[place].number().is_some());
    for (place, column) in table.columns.iter().enumerate() {
        let class = if is_number(place) { " class=\"number\"" } else { "" };
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escape(&column.title));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (place, entry) in row.iter().enumerate() {
            let text = escape(&entry.shown());
            match (entry, is_heat && place > 0) {
                (Entry::Number(score), true) => {
                    let share = (score * 100.0).clamp(0.0, 100.0);
                    let _ = write!(out, "<td class=\"number\" style=\"--share: {share:.0}%\">{text}</td>");
                }
                (Entry::Text(_), _) if place == 0 => {
                    let _ = write!(out, "<th scope=\"row\">{text}</th>");
                }
                _ => {
                    let class = if is_number(place) { " class=\"number\"" } else { "" };
                    let _ = write!(out, "<td{class}>{text}</td>");
                }
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>");
    out
}

fn begin(title: &str, width: f64, height: f64) -> String {
    let title = escape(title);
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    )
}

fn label(svg: &mut String, y: f64, text: &str) {
    let text = escape(&clip(text, (NAMES / 6.4) as usize));
    let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", NAMES - 8.0, y + 4.0);
}

fn interval_of(entry: &Entry) -> Option<Interval> {
    match entry {
        Entry::Range(interval) | Entry::PointsRange(interval) | Entry::NumberRange(interval) => Some(*interval),
        _ => None,
    }
}

/// A dot in its interval for every row, on a scale that holds them all.
fn intervals(table: &Table, name: &str, value: &str, interval: &str) -> String {
    forest(table, &[name], value, interval, false)
}

/// The same for differences, with a line at 0.
fn differences(table: &Table, names: &[&str], value: &str, interval: &str) -> String {
    forest(table, names, value, interval, true)
}

fn forest(table: &Table, names: &[&str], value: &str, interval: &str, as_points: bool) -> String {
    let found: Vec<(String, f64, Option<Interval>)> = table
        .rows
        .iter()
        .filter_map(|row| {
            let name: Vec<String> = names.iter().map(|name| table.entry(row, name).shown()).collect();
            Some((name.join(" − "), table.entry(row, value).number()?, interval_of(table.entry(row, interval))))
        })
        .collect();
    let ends = || {
        found
            .iter()
            .flat_map(|(_, value, interval)| [*value, interval.map_or(*value, |i| i.low), interval.map_or(*value, |i| i.high)])
    };
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let reach = (high - low).max(1e-9);
    let (low, high) = (low - reach * 0.06, high + reach * 0.06);
    let x = |value: f64| NAMES + (value - low) / (high - low) * (WIDTH - NAMES - 60.0);
    let height = ROW * found.len() as f64 + 26.0;
    let mut svg = begin(table.title, WIDTH, height);
    let _ = write!(svg, "<path class=\"zero\" d=\"M{0:.1} 4V{1:.1}\"/>", x(0.0), height - 22.0);
    for (place, (name, value, interval)) in found.iter().enumerate() {
        let y = ROW * (place as f64 + 0.5) + 4.0;
        label(&mut svg, y, name);
        let _ = write!(svg, "<path class=\"rule\" d=\"M{NAMES} {y:.1}H{:.1}\"/>", WIDTH - 60.0);
        if let Some(interval) = interval {
            let (from, to) = (x(interval.low), x(interval.high));
            let _ = write!(
                svg,
                "<rect class=\"band\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"8\" rx=\"4\"/>",
                y - 4.0,
                (to - from).max(1.0)
            );
        }
        let text = if as_points { crate::number::points(*value) } else { format!("{value:.2}").replace('-', "−") };
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/><text x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            x(*value),
            WIDTH - 52.0,
            y + 4.0
        );
    }
    let _ = write!(svg, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">0</text></svg>", x(0.0), height - 8.0);
    format!("<div class=\"plots\">{svg}</div>")
}

/// A bar from 0 to 100% for every row.
fn bars(table: &Table, name: &str, value: &str) -> String {
    let height = ROW * table.rows.len() as f64 + 8.0;
    let mut svg = begin(table.title, WIDTH, height);
    let wide = WIDTH - NAMES - 60.0;
    for (place, row) in table.rows.iter().enumerate() {
        let y = ROW * (place as f64 + 0.5) + 4.0;
        let name = match table.entry(row, "against") {
            Entry::Text(against) => format!("{} − {against}", table.entry(row, name).shown()),
            _ => table.entry(row, name).shown(),
        };
        label(&mut svg, y, &name);
        let share = table.entry(row, value).number().unwrap_or_default();
        let long = (share.clamp(0.0, 1.0) * wide).max(0.5);
        let _ = write!(
            svg,
            "<rect class=\"ground\" x=\"{NAMES}\" y=\"{0:.1}\" width=\"{wide:.1}\" height=\"12\" rx=\"3\"/>\
             <rect class=\"part0\" x=\"{NAMES}\" y=\"{0:.1}\" width=\"{long:.1}\" height=\"12\" rx=\"3\"/><text x=\"{1:.1}\" y=\"{2:.1}\">{3}</text>",
            y - 6.0,
            WIDTH - 52.0,
            y + 4.0,
            percent(share)
        );
    }
    format!("<div class=\"plots\">{svg}</svg></div>")
}

/// What agents do, as parts of one bar each.
fn mix(table: &Table) -> String {
    let height = ROW * table.rows.len() as f64 + 8.0;
    let mut svg = begin(table.title, WIDTH, height);
    let wide = WIDTH - NAMES - 10.0;
    for (place, row) in table.rows.iter().enumerate() {
        let y = ROW * (place as f64 + 0.5) + 4.0;
        label(&mut svg, y, &table.entry(row, "agent").shown());
        let mut x = NAMES;
        for (number, kind) in ToolKind::ALL.iter().enumerate() {
            let share = table.entry(row, kind.word()).number().unwrap_or_default();
            let _ = write!(
                svg,
                "<rect class=\"part{number}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"12\"><title>{} {}</title></rect>",
                y - 6.0,
                share * wide,
                kind.word(),
                percent(share)
            );
            x += share * wide;
        }
    }
    let mut legend = String::new();
    for (number, kind) in ToolKind::ALL.iter().enumerate() {
        let _ = write!(
            legend,
            "<li><svg viewBox=\"0 0 8 8\" width=\"8\" height=\"8\" aria-hidden=\"true\"><rect class=\"part{number}\" width=\"8\" height=\"8\" rx=\"2\"/></svg>{}</li>",
            kind.word()
        );
    }
    format!("<div class=\"plots\">{svg}</svg></div><ul class=\"legend\">{legend}</ul>")
}

/// Success by each value of each facet, one small panel a facet, a dot with its interval for every agent.
fn facets(table: &Table, study: &Study) -> String {
    let mut names: Vec<String> = Vec::new();
    for row in &table.rows {
        let facet = table.entry(row, "facet").shown();
        if !names.contains(&facet) {
            names.push(facet);
        }
    }
    let mut out = String::from("<ul class=\"legend\">");
    for (number, agent) in study.agents.iter().enumerate() {
        let _ = write!(
            out,
            "<li><svg viewBox=\"0 0 10 8\" width=\"10\" height=\"8\" aria-hidden=\"true\"><g class=\"series series{}\"><circle cx=\"5\" cy=\"4\" r=\"3.5\"/></g></svg>{}</li>",
            number % COLOURS,
            escape(agent)
        );
    }
    out.push_str("</ul><div class=\"plots\">");
    for facet in names {
        let own: Vec<&Vec<Entry>> = table.rows.iter().filter(|row| table.entry(row, "facet").shown() == facet).collect();
        let mut values: Vec<String> = Vec::new();
        for row in &own {
            let value = table.entry(row, "value").shown();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        // More would be a picture of nothing; the table has them.
        values.truncate(24);
        let beside = 9.0;
        let each = (beside * study.agents.len() as f64 + 10.0).max(ROW);
        let (wide, height) = (430.0, each * values.len() as f64 + 28.0);
        let x = |share: f64| 150.0 + share.clamp(0.0, 1.0) * (wide - 170.0);
        let mut svg = begin(&format!("success by {facet}"), wide, height);
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let _ = write!(
                svg,
                "<path class=\"rule\" d=\"M{0:.1} 4V{1:.1}\"/><text x=\"{0:.1}\" y=\"{2:.1}\" text-anchor=\"middle\">{3:.0}%</text>",
                x(share),
                height - 22.0,
                height - 8.0,
                share * 100.0
            );
        }
        for (place, value) in values.iter().enumerate() {
            let middle = each * (place as f64 + 0.5) + 4.0;
            let text = escape(&clip(value, 22));
            let _ = write!(svg, "<text x=\"142\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>", middle + 4.0);
            for row in own.iter().filter(|row| table.entry(row, "value").shown() == *value) {
                let agent = table.entry(row, "agent").shown();
                let number = study.agents.iter().position(|known| *known == agent).unwrap_or_default();
                let y = middle + (number as f64 - (study.agents.len() as f64 - 1.0) / 2.0) * beside;
                let Some(share) = table.entry(row, "success").number() else { continue };
                let _ = write!(svg, "<g class=\"series series{}\">", number % COLOURS);
                if let Some(interval) = interval_of(table.entry(row, "interval")) {
                    let _ = write!(svg, "<path class=\"line\" d=\"M{:.1} {y:.1}H{:.1}\"/>", x(interval.low), x(interval.high));
                }
                let told = escape(&format!("{agent}, {value}: {}", percent(share)));
                let _ = write!(svg, "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"3.5\"><title>{told}</title></circle></g>", x(share));
            }
        }
        let _ = write!(out, "<figure><figcaption>{}</figcaption>{svg}</svg></figure>", escape(&facet));
    }
    out.push_str("</div>");
    out
}

/// Success against each resource that was used, with the line of the agents that are not beaten.
fn frontier(table: &Table) -> String {
    let mut out = String::from("<div class=\"plots\">");
    for (resource, best, title) in [
        ("cost_usd", "cost_frontier", "cost per trial"),
        ("wall_secs", "time_frontier", "time per trial"),
        ("tokens", "tokens_frontier", "tokens per trial"),
    ] {
        let offers: Vec<(String, &Entry, f64, f64, bool)> = table
            .rows
            .iter()
            .filter_map(|row| {
                let (cost, success) = (table.entry(row, resource), table.entry(row, "success").number()?);
                Some((
                    table.entry(row, "agent").shown(),
                    cost,
                    cost.number()?,
                    success,
                    *table.entry(row, best) == Entry::Flag(true),
                ))
            })
            .collect();
        let most = offers.iter().map(|offer| offer.2).fold(0.0, f64::max);
        if most <= 0.0 {
            continue;
        }
        let (wide, height) = (430.0, 230.0);
        let x = |cost: f64| 44.0 + cost / most * (wide - 130.0);
        let y = |share: f64| 12.0 + (1.0 - share) * (height - 54.0);
        let mut svg = begin(&format!("success by {title}"), wide, height);
        for share in [0.0, 0.5, 1.0] {
            let _ = write!(
                svg,
                "<path class=\"rule\" d=\"M44 {0:.1}H{1:.1}\"/><text x=\"38\" y=\"{2:.1}\" text-anchor=\"end\">{3:.0}%</text>",
                y(share),
                wide - 20.0,
                y(share) + 4.0,
                share * 100.0
            );
        }
        let mut line: Vec<(f64, f64)> = offers.iter().filter(|offer| offer.4).map(|offer| (offer.2, offer.3)).collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        let path: Vec<String> = line.iter().map(|(cost, share)| format!("{:.1} {:.1}", x(*cost), y(*share))).collect();
        let _ = write!(svg, "<path class=\"frontier\" d=\"M{}\"/>", path.join("L"));
        // Names of agents that lie upon each other would, too.
        let mut taken: Vec<(f64, f64)> = Vec::new();
        for (number, (agent, entry, cost, share, _)) in offers.iter().enumerate() {
            let (at, mut height_of_name) = (x(*cost), y(*share));
            while taken.iter().any(|(other, above)| (other - at).abs() < 90.0 && (above - height_of_name).abs() < 12.0) {
                height_of_name += 12.0;
            }
            taken.push((at, height_of_name));
            let told = escape(&format!("{agent}: {}, {}", percent(*share), entry.shown()));
            let _ = write!(
                svg,
                "<g class=\"series series{}\"><circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"4.5\"><title>{told}</title></circle></g><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                number % COLOURS,
                y(*share),
                at + 8.0,
                height_of_name + 4.0,
                escape(&clip(agent, 16))
            );
        }
        let end = offers.iter().find(|offer| offer.2 == most).map(|offer| offer.1.shown()).unwrap_or_default();
        let _ = write!(
            svg,
            "<text x=\"44\" y=\"{0:.1}\">0</text><text x=\"{1:.1}\" y=\"{0:.1}\" text-anchor=\"middle\">{2}</text></svg>",
            height - 22.0,
            x(most),
            escape(&end)
        );
        let _ = write!(out, "<figure><figcaption>Success by {title}</figcaption>{svg}</figure>");
    }
    out.push_str("</div>");
    out
}

/// How many tasks are at each level.
fn levels(table: &Table) -> String {
    let total = table.rows.len().max(1) as f64;
    let height = ROW * 5.0 + 8.0;
    let mut svg = begin(table.title, WIDTH, height);
    let wide = WIDTH - NAMES - 60.0;
    for level in 1..=5_u64 {
        let count = table.rows.iter().filter(|row| *table.entry(row, "level") == Entry::Count(level)).count();
        let y = ROW * (level as f64 - 0.5) + 4.0;
        label(&mut svg, y, &format!("level {level}"));
        let long = (count as f64 / total * wide).max(0.5);
        let _ = write!(
            svg,
            "<rect class=\"ground\" x=\"{NAMES}\" y=\"{0:.1}\" width=\"{wide:.1}\" height=\"12\" rx=\"3\"/><rect class=\"part0\" x=\"{NAMES}\" y=\"{0:.1}\" width=\"{long:.1}\" height=\"12\" rx=\"3\"/>\
             <text x=\"{1:.1}\" y=\"{2:.1}\">{count}</text>",
            y - 6.0,
            WIDTH - 52.0,
            y + 4.0
        );
    }
    format!("<div class=\"plots\">{svg}</svg></div>")
}
