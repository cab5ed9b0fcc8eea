//! Ratings from and agreement to comma-separated values.

use super::{Agreement, Figure, Given};
use crate::csv::quoted;
use agon_record::RatingValue;

/// A file of ratings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CsvError {
    #[error(
        "the first line names no column {0:?}; wanted are item (or trial, with run where there are several runs), rater and value"
    )]
    NoColumn(&'static str),
    #[error("line {0} has {1} cells where the first line names {2}")]
    Cells(usize, usize, usize),
    #[error("line {line}: {what} cannot be read from {text:?}")]
    Cell { line: usize, what: &'static str, text: String },
    #[error("it ends within quotation marks")]
    Open,
}

/// The lines of a file with the columns `item`, or `trial` and perhaps `run`; `rater`; `value`; and perhaps `repeat`, `application`, `attempt` and `reason`.
pub struct Rows {
    names: Vec<String>,
    pub(crate) rows: Vec<(usize, Vec<String>)>,
}

impl Rows {
    pub fn read(text: &str) -> Result<Self, CsvError> {
        let mut lines = cells(text)?.into_iter().filter(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty()));
        let names: Vec<String> = lines.next().map(|(_, names)| names).unwrap_or_default();
        let names: Vec<String> = names.iter().map(|name| name.trim().trim_start_matches('\u{feff}').to_lowercase()).collect();
        let rows: Vec<(usize, Vec<String>)> = lines.collect();
        match rows.iter().find(|(_, cells)| cells.len() != names.len()) {
            Some((line, cells)) => Err(CsvError::Cells(*line, cells.len(), names.len())),
            None => Ok(Self { names, rows }),
        }
    }

    /// Where a column stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    pub fn needed(&self, name: &'static str) -> Result<usize, CsvError> {
        self.column(name).ok_or(CsvError::NoColumn(name))
    }

    /// Every line with its number and its cells.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[String])> {
        self.rows.iter().map(|(line, cells)| (*line, cells.as_slice()))
    }
}

/// A number where it reads as one, else a label; nothing where the cell is empty.
pub fn value_of(cell: &str) -> Option<RatingValue> {
    let cell = cell.trim();
    match cell.parse::<f64>() {
        _ if cell.is_empty() => None,
        Ok(number) if number.is_finite() => Some(number.into()),
        _ => Some(cell.into()),
    }
}

/// Ratings of items that a file names. Trials are those of `only_run`, where the file has no column `run`; `application` tells a trial's.
pub fn read(
    text: &str,
    only_run: Option<&str>,
    application: impl Fn(&str, u32) -> Option<String>,
) -> Result<Vec<Given>, CsvError> {
    let rows = Rows::read(text)?;
    let (rater, value) = (rows.needed("rater")?, rows.needed("value")?);
    let (item, trial) = (rows.column("item"), rows.column("trial"));
    if item.is_none() && trial.is_none() {
        return Err(CsvError::NoColumn("item"));
    }
    let (run, repeat, own) = (rows.column("run"), rows.column("repeat"), rows.column("application"));
    let mut all = Vec::new();
    for (line, cells) in rows.iter() {
        let cell = |place: usize| cells[place].trim();
        let whole = |place: usize, what: &'static str| {
            cell(place).parse::<u32>().map_err(|_| CsvError::Cell { line, what, text: cells[place].clone() })
        };
        let run = run.map(cell).filter(|run| !run.is_empty()).or(only_run);
        let (item, of_run) = match (item, trial, run) {
            (_, Some(trial), Some(run)) => {
                let trial = whole(trial, "the number of a trial")?;
                (format!("{run}#{trial}"), application(run, trial))
            }
            (Some(item), ..) => (cell(item).to_owned(), None),
            (None, Some(trial), None) => (cell(trial).to_owned(), None),
            (None, None, _) => return Err(CsvError::NoColumn("item")),
        };
        let own = own.map(cell).filter(|own| !own.is_empty()).map(str::to_owned);
        all.push(Given {
            item,
            application: own.or(of_run).unwrap_or_default(),
            rater: cell(rater).to_owned(),
            repeat: repeat.map(|place| whole(place, "the number of a repeat")).transpose()?.unwrap_or_default(),
            value: value_of(cell(value)),
        });
    }
    Ok(all)
}

/// RFC 4180, with the number of the line on which each record begins.
fn cells(text: &str) -> Result<Vec<(usize, Vec<String>)>, CsvError> {
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut is_quoted, mut line, mut begin) = (false, 1, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => record.push(std::mem::take(&mut cell)),
            '\n' if !is_quoted => {
                record.push(std::mem::take(&mut cell).trim_end_matches('\r').to_owned());
                records.push((begin, std::mem::take(&mut record)));
                line += 1;
                begin = line;
            }
            c => {
                line += usize::from(c == '\n');
                cell.push(c);
            }
        }
    }
    if is_quoted {
        return Err(CsvError::Open);
    }
    if !cell.is_empty() || !record.is_empty() {
        record.push(cell);
        records.push((begin, record));
    }
    Ok(records)
}

/// One line per pair and application.
pub fn text(agreement: &Agreement) -> String {
    let mut text = "metric,first,second,application,items,pairs,first_mean,second_mean".to_owned();
    for name in ["kappa", "macro_f1", "accuracy", "spearman"] {
        text.push_str(&format!(",{name},{name}_low,{name}_high"));
    }
    text.push('\n');
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for pair in &agreement.pairs {
        let mut cells = vec![
            quoted(&agreement.metric),
            quoted(&pair.first),
            quoted(&pair.second),
            quoted(pair.application.as_deref().unwrap_or_default()),
            pair.items.to_string(),
            pair.pairs.to_string(),
            number(pair.first_mean),
            number(pair.second_mean),
        ];
        for Figure { value, interval } in [pair.kappa, pair.macro_f1, pair.accuracy, pair.spearman] {
            cells.extend([number(value), number(interval.map(|i| i.low)), number(interval.map(|i| i.high))]);
        }
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_slips_are_named() {
        let text = "\u{feff}Trial,rater,value,reason\r\n3,anna,4,\"well, almost\"\r\n4,\"b\"\"b\",,\r\n\r\n5,anna,stuck,\"two\nlines\"\n";
        let found = read(text, Some("r"), |_, trial| Some(format!("app{trial}"))).unwrap();
        let told: Vec<_> = found.iter().map(|given| (given.item.as_str(), given.rater.as_str(), given.value.clone())).collect();
        assert_eq!(told, [("r#3", "anna", Some(4.0.into())), ("r#4", "b\"b", None), ("r#5", "anna", Some("stuck".into()))]);
        assert_eq!(found[0].application, "app3");
        for (text, problem) in [
            ("item,value\na,1\n", "no column \"rater\""),
            ("rater,value\na,1\n", "no column \"item\""),
            ("item,rater,value\na,b\n", "line 2 has 2 cells where the first line names 3"),
            ("trial,rater,value\nx,b,1\n", "line 2: the number of a trial cannot be read from \"x\""),
            ("item,rater,value\na,\"b,1\n", "within quotation marks"),
        ] {
            let error = read(text, Some("r"), |_, _| None).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
