//! Charts as PNG pictures: their values are in the picture alone.

use fontdue::{Font, FontSettings};
use std::sync::LazyLock;

static FONT: LazyLock<Option<Font>> = LazyLock::new(|| Font::from_bytes(dejavu::sans::regular(), FontSettings::default()).ok());

const WIDTH: usize = 720;
const HEIGHT: usize = 360;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 306.0;

/// Colours of the series.
const SERIES: [[u8; 3]; 5] = [[31, 99, 173], [201, 87, 34], [47, 131, 79], [124, 77, 158], [140, 116, 26]];

/// Light or dark paper.
#[derive(Clone, Copy)]
pub(crate) enum Paper {
    Light,
    Dark,
}

/// One line or group of bars: its name and values, in steps of the last decimal.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) values: Vec<Option<i64>>,
}

/// What a chart shows.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    pub(crate) labels: Vec<String>,
    pub(crate) series: Vec<Series>,
    pub(crate) decimals: u32,
    pub(crate) paper: Paper,
    /// Whether values are written at the bars.
    pub(crate) shows_values: bool,
}

impl Chart<'_> {
    /// Bars, side by side for several series.
    pub(crate) fn bars(&self) -> Vec<u8> {
        let mut canvas = Canvas::new(self.paper);
        let axis = self.axis(true);
        self.frame(&mut canvas, &axis);
        let group = (RIGHT - LEFT) / self.labels.len().max(1) as f64;
        let wide = (group * 0.72 / self.series.len().max(1) as f64).min(54.0);
        for (s, series) in self.series.iter().enumerate() {
            for (i, value) in series.values.iter().enumerate() {
                let Some(value) = value else { continue };
                let middle = LEFT + group * (i as f64 + 0.5) + wide * (s as f64 - (self.series.len() as f64 - 1.0) / 2.0);
                let (y, zero) = (axis.y(*value as f64), axis.y(0f64.clamp(axis.low, axis.high)));
                canvas.rectangle(
                    middle - wide / 2.0 + 0.5,
                    y.min(zero),
                    middle + wide / 2.0 - 0.5,
                    y.max(zero),
                    SERIES[s % SERIES.len()],
                );
                if self.shows_values {
                    let text = crate::format::fixed(*value, self.decimals);
                    let at = if *value < 0 { y + 14.0 } else { y - 5.0 };
                    canvas.text(&text, middle, at, 11.0, Anchor::Middle);
                }
            }
        }
        canvas.png()
    }

    /// Lines; where there is no value there is a gap.
    pub(crate) fn lines(&self) -> Vec<u8> {
        let mut canvas = Canvas::new(self.paper);
        let axis = self.axis(false);
        self.frame(&mut canvas, &axis);
        let step = (RIGHT - LEFT) / self.labels.len().max(1) as f64;
        for (s, series) in self.series.iter().enumerate() {
            let colour = SERIES[s % SERIES.len()];
            let mut last: Option<(f64, f64)> = None;
            for (i, value) in series.values.iter().enumerate() {
                let point = value.map(|v| (LEFT + step * (i as f64 + 0.5), axis.y(v as f64)));
                if let (Some(a), Some(b)) = (last, point) {
                    canvas.line(a, b, 1.1, colour);
                }
                if let Some(point) = point.filter(|_| self.labels.len() <= 40) {
                    canvas.line(point, point, 2.6, colour);
                }
                last = point;
            }
        }
        canvas.png()
    }

    fn axis(&self, from_zero: bool) -> Axis {
        let values = self.series.iter().flat_map(|s| s.values.iter().flatten()).map(|v| *v as f64);
        let (mut low, mut high) = values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if from_zero {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let range = (high - low).max(1.0);
        let rough = range / 5.0;
        let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 2.5, 5.0, 10.0].iter().map(|f| f * power).find(|s| *s >= rough).unwrap_or(rough).max(1.0);
        Axis { low: libm::floor(low / step) * step, high: libm::ceil((high + range * 0.02) / step) * step, step }
    }

    fn frame(&self, canvas: &mut Canvas, axis: &Axis) {
        canvas.text(self.title, LEFT - 60.0, 22.0, 14.0, Anchor::Start);
        let mut at = axis.low;
        while at <= axis.high + axis.step * 0.01 {
            let y = axis.y(at);
            let faint = canvas.faint();
            canvas.line((LEFT, y), (RIGHT, y), 0.5, faint);
            canvas.text(&crate::format::fixed(at as i64, self.decimals), LEFT - 8.0, y + 4.0, 11.0, Anchor::End);
            at += axis.step;
        }
        let step = (RIGHT - LEFT) / self.labels.len().max(1) as f64;
        // As many labels as there is room for.
        let every = (self.labels.len() as f64 / 14.0).ceil().max(1.0) as usize;
        for (i, label) in self.labels.iter().enumerate().filter(|(i, _)| i % every == 0) {
            canvas.text(label, LEFT + step * (i as f64 + 0.5), BOTTOM + 18.0, 11.0, Anchor::Middle);
        }
        if self.series.len() > 1 {
            let mut x = LEFT;
            for (s, series) in self.series.iter().enumerate() {
                canvas.rectangle(x, BOTTOM + 31.0, x + 12.0, BOTTOM + 43.0, SERIES[s % SERIES.len()]);
                x += 18.0 + canvas.text(&series.name, x + 17.0, BOTTOM + 42.0, 12.0, Anchor::Start) + 20.0;
            }
        }
    }
}

struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    fn y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low).max(1e-9)
    }
}

enum Anchor {
    Start,
    Middle,
    End,
}

struct Canvas {
    pixels: Vec<u8>,
    paper: Paper,
}

impl Canvas {
    fn new(paper: Paper) -> Self {
        let colour = match paper {
            Paper::Light => [255, 255, 255],
            Paper::Dark => [20, 26, 36],
        };
        Self { pixels: colour.repeat(WIDTH * HEIGHT), paper }
    }

    fn ink(&self) -> [u8; 3] {
        match self.paper {
            Paper::Light => [40, 44, 52],
            Paper::Dark => [208, 214, 224],
        }
    }

    fn faint(&self) -> [u8; 3] {
        match self.paper {
            Paper::Light => [205, 209, 215],
            Paper::Dark => [56, 66, 82],
        }
    }

    fn blend(&mut self, x: i64, y: i64, colour: [u8; 3], cover: f64) {
        if x < 0 || y < 0 || x >= WIDTH as i64 || y >= HEIGHT as i64 || cover <= 0.0 {
            return;
        }
        let at = (y as usize * WIDTH + x as usize) * 3;
        let cover = cover.min(1.0);
        for (pixel, new) in self.pixels[at..at + 3].iter_mut().zip(colour) {
            *pixel = (f64::from(*pixel) * (1.0 - cover) + f64::from(new) * cover).round() as u8;
        }
    }

    fn rectangle(&mut self, left: f64, top: f64, right: f64, bottom: f64, colour: [u8; 3]) {
        for y in top.floor() as i64..=bottom.floor() as i64 {
            let down = (bottom.min(y as f64 + 1.0) - top.max(y as f64)).max(0.0);
            for x in left.floor() as i64..=right.floor() as i64 {
                let across = (right.min(x as f64 + 1.0) - left.max(x as f64)).max(0.0);
                self.blend(x, y, colour, down * across);
            }
        }
    }

    /// A line with round ends, `half` pixels to each side.
    fn line(&mut self, from: (f64, f64), to: (f64, f64), half: f64, colour: [u8; 3]) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx * dx + dy * dy;
        let reach = half + 1.0;
        for y in (from.1.min(to.1) - reach) as i64..=(from.1.max(to.1) + reach) as i64 {
            for x in (from.0.min(to.0) - reach) as i64..=(from.0.max(to.0) + reach) as i64 {
                let (px, py) = (x as f64 + 0.5 - from.0, y as f64 + 0.5 - from.1);
                let along = if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
                let (ex, ey) = (px - along * dx, py - along * dy);
                self.blend(x, y, colour, half + 0.5 - libm::sqrt(ex * ex + ey * ey));
            }
        }
    }

    /// Writes a text on a base line and gives its width.
    fn text(&mut self, text: &str, x: f64, y: f64, size: f32, anchor: Anchor) -> f64 {
        let Some(font) = FONT.as_ref() else { return 0.0 };
        let width: f32 = text.chars().map(|c| font.metrics(c, size).advance_width).sum();
        let width = f64::from(width);
        let mut pen = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let ink = self.ink();
        for c in text.chars() {
            let (metrics, cover) = font.rasterize(c, size);
            let left = pen.round() as i64 + i64::from(metrics.xmin);
            let top = y.round() as i64 - i64::from(metrics.ymin) - metrics.height as i64;
            for (i, value) in cover.iter().enumerate() {
                self.blend(
                    left + (i % metrics.width.max(1)) as i64,
                    top + (i / metrics.width.max(1)) as i64,
                    ink,
                    f64::from(*value) / 255.0,
                );
            }
            pen += f64::from(metrics.advance_width);
        }
        width
    }

    fn png(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        // Writing to memory does not fail.
        if let Ok(mut writer) = encoder.write_header() {
            let _ = writer.write_image_data(&self.pixels);
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: Vec<Option<i64>>) -> Chart<'static> {
        let labels = (0..values.len()).map(|i| (2008 + i).to_string()).collect();
        Chart {
            title: "A chart",
            labels,
            series: vec![Series { name: "one".into(), values }],
            decimals: 1,
            paper: Paper::Light,
            shows_values: true,
        }
    }

    #[test]
    fn charts_are_pictures_and_show_their_values() {
        let one = chart(vec![Some(120), None, Some(-45), Some(300)]).bars();
        assert!(one.starts_with(b"\x89PNG"));
        assert_eq!(one, chart(vec![Some(120), None, Some(-45), Some(300)]).bars());
        assert_ne!(one, chart(vec![Some(120), None, Some(-45), Some(310)]).bars());
    }

    #[test]
    fn charts_without_values_are_drawn() {
        assert!(chart(Vec::new()).lines().starts_with(b"\x89PNG"));
        assert!(chart(vec![None, None]).bars().starts_with(b"\x89PNG"));
    }
}
