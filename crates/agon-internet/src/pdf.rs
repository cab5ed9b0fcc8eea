//! Small PDF files: text, tables, bars. Standard fonts, A4, nothing compressed.

use crate::html::put;

const WIDTH: f64 = 595.0;
const HEIGHT: f64 = 842.0;
const MARGIN: f64 = 64.0;

/// Widths of Helvetica's letters from space to tilde, in thousandths.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778,
    722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
    500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum Face {
    Plain,
    Bold,
}

/// A document that is being written from top to bottom.
pub(crate) struct Pdf {
    title: String,
    pages: Vec<String>,
    y: f64,
}

impl Pdf {
    pub(crate) fn new(title: &str) -> Self {
        Self { title: title.into(), pages: vec![String::new()], y: HEIGHT - MARGIN }
    }

    /// Begins a new page.
    pub(crate) fn page(&mut self) {
        self.pages.push(String::new());
        self.y = HEIGHT - MARGIN;
    }

    fn room(&mut self, height: f64) {
        if self.y - height < MARGIN {
            self.page();
        }
    }

    fn content(&mut self) -> &mut String {
        if self.pages.is_empty() {
            self.pages.push(String::new());
        }
        let last = self.pages.len() - 1;
        &mut self.pages[last]
    }

    /// A text at a place, from its left end.
    fn write(&mut self, x: f64, y: f64, face: Face, size: f64, text: &str) {
        let name = if face == Face::Bold { "F2" } else { "F1" };
        let text = escape(text);
        put!(self.content(), "BT /{name} {size} Tf {x:.1} {y:.1} Td ({text}) Tj ET\n");
    }

    /// Space downwards.
    pub(crate) fn space(&mut self, height: f64) {
        self.y -= height;
    }

    pub(crate) fn heading(&mut self, text: &str, size: f64) {
        self.room(size * 3.5);
        self.y -= size * 1.2;
        for line in wrap(text, size * 1.07, WIDTH - 2.0 * MARGIN) {
            let y = self.y;
            self.write(MARGIN, y, Face::Bold, size, &line);
            self.y -= size * 1.25;
        }
        self.y -= size * 0.25;
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        for line in wrap(text, 10.5, WIDTH - 2.0 * MARGIN) {
            self.room(15.0);
            let y = self.y;
            self.write(MARGIN, y, Face::Plain, 10.5, &line);
            self.y -= 15.0;
        }
        self.y -= 7.0;
    }

    /// Rows of cells; the first row is the head, the first column is left, the others right.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.first().map_or(1, Vec::len).max(2);
        let first = 190.0;
        let other = (WIDTH - 2.0 * MARGIN - first) / (columns - 1) as f64;
        for (r, row) in rows.iter().enumerate() {
            self.room(18.0);
            let face = if r == 0 { Face::Bold } else { Face::Plain };
            let y = self.y;
            for (c, cell) in row.iter().enumerate() {
                let x = if c == 0 { MARGIN } else { MARGIN + first + other * c as f64 - width(cell, 9.5) };
                self.write(x, y, face, 9.5, cell);
            }
            put!(self.content(), "0.8 G 0.5 w {MARGIN} {:.1} m {:.1} {:.1} l S\n", y - 5.0, WIDTH - MARGIN, y - 5.0);
            self.y -= 17.0;
        }
        self.y -= 8.0;
    }

    /// Bars without figures: heights say it.
    pub(crate) fn bars(&mut self, caption: &str, values: &[(String, i64)]) {
        self.room(190.0);
        let most = values.iter().map(|v| v.1.abs()).max().unwrap_or(1).max(1) as f64;
        let base = self.y - 150.0;
        let step = (WIDTH - 2.0 * MARGIN) / values.len().max(1) as f64;
        for (i, (label, value)) in values.iter().enumerate() {
            let x = MARGIN + step * i as f64;
            let height = 120.0 * value.abs() as f64 / most;
            let shade = if *value < 0 { "0.75 0.35 0.2" } else { "0.2 0.38 0.6" };
            put!(self.content(), "{shade} rg {:.1} {base:.1} {:.1} {height:.1} re f 0 g\n", x + step * 0.2, step * 0.6);
            self.write(x + step * 0.5 - width(label, 9.0) / 2.0, base - 13.0, Face::Plain, 9.0, label);
        }
        self.write(MARGIN, base - 30.0, Face::Plain, 9.0, caption);
        self.y = base - 48.0;
    }

    /// The file, with a line at the foot of every page.
    pub(crate) fn finish(mut self, foot: &str) -> Vec<u8> {
        let count = self.pages.len();
        for (i, page) in self.pages.iter_mut().enumerate() {
            put!(page, "BT /F1 8 Tf {MARGIN} 36 Td ({}) Tj ET\n", escape(&format!("{foot}   Page {} of {count}", i + 1)));
        }
        let mut objects = vec![
            "<< /Type /Catalog /Pages 2 0 R >>".to_string(),
            format!(
                "<< /Type /Pages /Count {count} /Kids [{}] >>",
                (0..count).map(|i| format!("{} 0 R", 6 + i * 2)).collect::<Vec<_>>().join(" ")
            ),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_string(),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>".to_string(),
            format!("<< /Title ({}) /Producer (agon-internet) >>", escape(&self.title)),
        ];
        for (i, page) in self.pages.iter().enumerate() {
            objects.push(format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {} 0 R >>",
                7 + i * 2
            ));
            objects.push(format!("<< /Length {} >>\nstream\n{page}endstream", page.len()));
        }
        let mut file = String::from("%PDF-1.4\n");
        let mut offsets = Vec::new();
        for (i, object) in objects.iter().enumerate() {
            offsets.push(file.len());
            put!(file, "{} 0 obj\n{object}\nendobj\n", i + 1);
        }
        let start = file.len();
        put!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
        for offset in offsets {
            put!(file, "{offset:010} 00000 n \n");
        }
        put!(file, "trailer\n<< /Size {} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
        file.into_bytes()
    }
}

/// What stands in a file that [`Pdf`] wrote, line by line.
pub(crate) fn text(bytes: &[u8]) -> String {
    let file = String::from_utf8_lossy(bytes);
    let mut out = String::new();
    let mut last = String::new();
    for line in file.lines().filter(|l| l.starts_with("BT ")) {
        let (Some(from), Some(to)) = (line.find('('), line.rfind(") Tj")) else { continue };
        // `BT /F1 9.5 Tf x y Td`: what has the same y is one row.
        let y = line.split(' ').nth(5).unwrap_or("").to_string();
        if !out.is_empty() {
            out.push_str(if y == last { " | " } else { "\n" });
        }
        last = y;
        out.push_str(&line[from + 1..to].replace("\\(", "(").replace("\\)", ")").replace("\\\\", "\\"));
    }
    out.push('\n');
    out
}

/// Plain ASCII, as everything in the facts is; what is not becomes a question mark.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | ')' | '\\' => {
                safe.push('\\');
                safe.push(c);
            }
            ' '..='~' => safe.push(c),
            _ => safe.push('?'),
        }
    }
    safe
}

fn width(text: &str, size: f64) -> f64 {
    let units: u32 = text.bytes().map(|b| u32::from(*WIDTHS.get(usize::from(b).wrapping_sub(32)).unwrap_or(&556))).sum();
    f64::from(units) * size / 1000.0
}

fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&longer, size) > room && !line.is_empty() {
            lines.push(std::mem::replace(&mut line, word.to_string()));
        } else {
            line = longer;
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let mut pdf = Pdf::new("Report");
        pdf.heading("Annual report (2024)", 20.0);
        pdf.table(&[vec!["".into(), "2024".into()], vec!["Revenue".into(), "1,234".into()]]);
        for _ in 0..60 {
            pdf.paragraph("A sentence that is long enough to be broken into several lines on a page, because it goes on and on without an end in sight.");
        }
        let bytes = pdf.finish("Foot");
        let read = text(&bytes);
        assert!(read.starts_with("Annual report (2024)\n | 2024\nRevenue | 1,234\n"), "{}", &read[..80]);
        assert!(read.contains("Page 4 of 4") && bytes.starts_with(b"%PDF-1.4"));
    }
}
