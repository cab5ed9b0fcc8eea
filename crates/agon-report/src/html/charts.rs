//! Small pictures in SVG. Colours come from the page's style, so that they follow light and dark.

use super::markup::escape;
use crate::number::{percent, range};
use crate::stats::quantile;
use crate::summary::Figures;
use std::fmt::Write;

const BAR_WIDTH: f64 = 160.0;
const BINS: usize = 16;
const CHART_WIDTH: f64 = 300.0;
const CHART_HEIGHT: f64 = 84.0;

/// A success rate as a dot in its interval, on a line from 0 to 100%. A thin line below it
/// reaches from where the rate would be if all trials without a score had failed to where if all had passed.
pub(super) fn interval_bar(figures: &Figures) -> String {
    let Some(success) = figures.success else {
        return "<span class=\"none\">no trial</span>".into();
    };
    let x = |rate: f64| 6.0 + rate * (BAR_WIDTH - 12.0);
    let (low, high, rate) = (x(success.interval.low), x(success.interval.high), x(success.rate));
    let label = format!("{}, 95% interval {}", percent(success.rate), range(success.interval));
    let mut svg = format!(
        "<svg class=\"bar\" viewBox=\"0 0 {BAR_WIDTH} 18\" width=\"{BAR_WIDTH}\" height=\"18\" role=\"img\" aria-label=\"{label}\">\
         <title>{label}</title><path class=\"track\" d=\"M6 9H{}\"/>",
        BAR_WIDTH - 6.0
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = write!(svg, "<path class=\"tick\" d=\"M{:.1} 6V12\"/>", x(tick));
    }
    if let Some(bounds) = figures.bounds {
        let _ = write!(svg, "<path class=\"bounds\" d=\"M{:.1} 16.5H{:.1}\"/>", x(bounds.if_failed), x(bounds.if_passed));
    }
    let _ = write!(
        svg,
        "<rect class=\"band\" x=\"{low:.1}\" y=\"5\" width=\"{:.1}\" height=\"8\" rx=\"4\"/>\
         <circle class=\"dot\" cx=\"{rate:.1}\" cy=\"9\" r=\"4\"/></svg>",
        (high - low).max(1.0)
    );
    svg
}

/// The bins of a chart; charts side by side share them.
pub(super) struct Axis {
    end: f64,
    /// The last bin also holds everything beyond the end.
    open: bool,
}

impl Axis {
    /// From zero to beyond nearly all values: a single trial that hung must not flatten the picture.
    pub(super) fn of(values: &[f64]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let most = sorted.last().copied().unwrap_or_default();
        let nearly = quantile(&sorted, 0.98).unwrap_or_default();
        let end = nice(if most > nearly * 1.5 { nearly } else { most });
        Self { end, open: most > end }
    }

    fn bin(&self, value: f64) -> usize {
        ((value / self.end * BINS as f64) as usize).min(BINS - 1)
    }
}

/// The next of 1, 2, 4, 5, 8 times a power of ten.
fn nice(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return 1.0;
    }
    let scale = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 4.0, 5.0, 8.0, 10.0].iter().map(|m| m * scale).find(|end| *end >= value * 0.999).unwrap_or(value)
}

/// How a quantity lies over trials, passed ones below and failed ones on top.
pub(super) fn histogram(title: &str, values: &[(f64, bool)], axis: &Axis, show: fn(f64) -> String) -> String {
    let mut bins = [(0u32, 0u32); BINS];
    for (value, passed) in values {
        let bin = &mut bins[axis.bin(*value)];
        if *passed { bin.0 += 1 } else { bin.1 += 1 }
    }
    let tallest = bins.iter().map(|(passed, failed)| passed + failed).max().unwrap_or_default().max(1);
    let base = CHART_HEIGHT - 18.0;
    let height = |count: u32| f64::from(count) / f64::from(tallest) * (base - 8.0);
    let width = CHART_WIDTH / BINS as f64;
    let mut svg = format!(
        "<svg class=\"histogram\" viewBox=\"0 0 {CHART_WIDTH} {CHART_HEIGHT}\" role=\"img\" aria-label=\"{0}\"><title>{0}</title>",
        escape(title)
    );
    for (i, (passed, failed)) in bins.iter().enumerate() {
        let (x, green, red) = (i as f64 * width + 1.0, height(*passed), height(*failed));
        let mut column = |class: &str, y: f64, height: f64| {
            if height > 0.0 {
                let wide = width - 2.0;
                let _ =
                    write!(svg, "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{height:.1}\"/>");
            }
        };
        column("good", base - green, green);
        column("bad", base - green - red, red);
    }
    let _ = write!(svg, "<path class=\"axis\" d=\"M0 {base}H{CHART_WIDTH}\"/>");
    let mut sorted: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
    sorted.sort_by(f64::total_cmp);
    if let Some(median) = quantile(&sorted, 0.5) {
        let x = (median / axis.end).min(1.0) * CHART_WIDTH;
        let _ = write!(svg, "<path class=\"median\" d=\"M{x:.1} 2V{base}\"/>");
    }
    let middle = axis.end / 2.0;
    let more = if axis.open { "+" } else { "" };
    for (x, anchor, text) in [
        (0.0, "start", "0".into()),
        (CHART_WIDTH / 2.0, "middle", show(middle)),
        (CHART_WIDTH, "end", format!("{}{more}", show(axis.end))),
    ] {
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">{text}</text>", CHART_HEIGHT - 4.0);
    }
    svg.push_str("</svg>");
    svg
}

/// Parts of a whole as one bar with a legend; parts beyond the sixth are one.
pub(super) fn shares(parts: &[(String, u64)]) -> String {
    const NAMED: usize = 6;
    let total: u64 = parts.iter().map(|(_, count)| count).sum();
    if total == 0 {
        return "<span class=\"none\">none</span>".into();
    }
    let mut sorted = parts.to_vec();
    sorted.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    if sorted.len() > NAMED + 1 {
        let rest = sorted.split_off(NAMED);
        sorted.push((format!("{} others", rest.len()), rest.iter().map(|(_, count)| count).sum()));
    }
    let (mut bar, mut legend, mut x) = (String::new(), String::new(), 0.0);
    for (i, (name, count)) in sorted.iter().enumerate() {
        let width = *count as f64 / total as f64 * 100.0;
        let _ = write!(bar, "<rect class=\"part{i}\" x=\"{x:.2}\" y=\"0\" width=\"{width:.2}\" height=\"8\"/>");
        let _ = write!(
            legend,
            "<li><svg viewBox=\"0 0 8 8\" width=\"8\" height=\"8\" aria-hidden=\"true\"><rect class=\"part{i}\" width=\"8\" height=\"8\" rx=\"2\"/>\
             </svg>{} <b>{}</b></li>",
            escape(name),
            percent(*count as f64 / total as f64),
        );
        x += width;
    }
    format!(
        "<svg class=\"shares\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{bar}</svg><ul class=\"legend\">{legend}</ul>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers_and_ignore_one_outlier() {
        assert_eq!([0.0, 0.7, 17.0, 20.0, 4100.0].map(nice), [1.0, 0.8, 20.0, 20.0, 5000.0]);
        let mut values = vec![2.0; 200];
        values.push(900.0);
        let axis = Axis::of(&values);
        assert!(axis.open && axis.end == 2.0);
        assert_eq!((axis.bin(0.0), axis.bin(900.0)), (0, BINS - 1));
    }
}
