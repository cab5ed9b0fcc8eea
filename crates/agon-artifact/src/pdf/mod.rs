//! `pdf`: a document's pages, what they say, and whether it can be printed elsewhere.
//!
//! | setting | meaning |
//! |---|---|
//! | `file`, `reference` | paths below `output/` and `reference/` |
//! | `pages` | tolerance of the number of pages |
//! | `page_size_mm` | `[width, height]` of every page, within `size_within` (default 1 mm) |
//! | `requires`, `forbids` | probes into its text as in `text`, each of the whole document or of one `page`, counted from 1 |
//! | `words` | `{ min, max }` of its text |
//! | `fonts_embedded` | `true`: every font of every page is in the file |
//! | `similarity` | share of pairs of words in common with the reference's text, at least |

mod document;

use crate::comparison::{Mode, Problem};
use crate::input::{Input, Stop};
use crate::marks::Parts;
use crate::number::shown;
use crate::settings::{Rule, Target, Tolerance};
use crate::text::{Probe, Prose, mark_probes, similarity};
use document::Paper;

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PdfMode {
    file: String,
    reference: Option<String>,
    pages: Option<Tolerance>,
    page_size_mm: Option<[f64; 2]>,
    #[serde(default = "millimetre")]
    size_within: f64,
    #[serde(default)]
    requires: Vec<Probe>,
    #[serde(default)]
    forbids: Vec<Probe>,
    words: Option<WordCount>,
    #[serde(default)]
    fonts_embedded: bool,
    similarity: Option<Target>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WordCount {
    #[serde(default)]
    min: usize,
    max: Option<usize>,
}

fn millimetre() -> f64 {
    1.0
}

impl PdfMode {
    fn mark_pages(&self, parts: &mut Parts, seen: &Paper, reference: Option<&Paper>) {
        if let Some(tolerance) = &self.pages {
            tolerance.mark(parts, "pages", reference.map(|paper| paper.pages.len() as f64), seen.pages.len() as f64, "");
        }
        if let Some([width, height]) = self.page_size_mm {
            let near = |a: f64, b: f64| (a - b).abs() <= self.size_within;
            let wrong =
                seen.pages.iter().enumerate().find(|(_, page)| !near(page.size_mm[0], width) || !near(page.size_mm[1], height));
            let words = wrong.map_or_else(
                || format!("{} pages of it", seen.pages.len()),
                |(index, page)| {
                    format!("page {} has {} × {} mm", index + 1, shown(page.size_mm[0].round()), shown(page.size_mm[1].round()))
                },
            );
            parts.check("page_size_mm", Rule::ONE, wrong.is_none(), format!("{width} × {height} mm"), words);
        }
        if self.fonts_embedded {
            let missing = seen.pages.iter().flat_map(|page| &page.fonts_elsewhere).next();
            let words = missing.map_or_else(|| "all are".to_owned(), |font| format!("{font} is not"));
            parts.check("fonts_embedded", Rule::ONE, missing.is_none(), "every font in the file", words);
        }
    }

    fn mark_text(&self, parts: &mut Parts, seen: &Paper, reference: Option<&Paper>) -> Result<(), Stop> {
        let fault = |why: crate::input::Unreadable| Stop::Artifact {
            expected: format!("{}: a document", self.file),
            seen: why.to_string(),
        };
        let whole = Prose::new(seen.text()).map_err(fault)?;
        let on_page = |probe: &Probe| match probe.page {
            Some(number) => {
                let text = seen.pages.get(number - 1).map(|page| page.text.clone()).unwrap_or_default();
                Prose::new(text).map(Some).map_err(fault)
            }
            None => Ok(None),
        };
        for probe in &self.requires {
            let page = on_page(probe)?;
            mark_probes(parts, std::slice::from_ref(probe), &[], page.as_ref().unwrap_or(&whole));
        }
        for probe in &self.forbids {
            let page = on_page(probe)?;
            mark_probes(parts, &[], std::slice::from_ref(probe), page.as_ref().unwrap_or(&whole));
        }
        if let Some(words) = &self.words {
            let count = whole.folded.split_whitespace().count();
            let fine = count >= words.min && words.max.is_none_or(|max| count <= max);
            let most = words.max.map_or_else(String::new, |max| format!(" and at most {max}"));
            parts.check("words", Rule::ONE, fine, format!("at least {}{most}", words.min), count.to_string());
        }
        if let (Some(target), Some(reference)) = (&self.similarity, reference) {
            let wanted = Prose::new(reference.text()).map_err(fault)?;
            target.mark_at_least(parts, "similarity", similarity(&whole, &wanted));
        }
        Ok(())
    }
}

impl Mode for PdfMode {
    fn check(&self) -> Result<(), Problem> {
        self.pages.as_ref().map_or(Ok(()), |tolerance| tolerance.check("pages"))?;
        self.similarity.as_ref().map_or(Ok(()), |target| target.check_at_least("similarity"))?;
        self.requires.iter().chain(&self.forbids).try_for_each(Probe::check)?;
        if self.requires.iter().chain(&self.forbids).any(|probe| probe.page == Some(0)) {
            return Err(Problem::new("`page` is counted from 1"));
        }
        Tolerance::absolute(self.size_within).check("size_within")?;
        let needs = self.similarity.is_some() || self.pages.is_some_and(|pages| pages.value.is_none());
        if needs && self.reference.is_none() {
            return Err(Problem::new("what it compares needs a `reference`"));
        }
        let nothing = self.pages.is_none()
            && self.page_size_mm.is_none()
            && self.requires.is_empty()
            && self.forbids.is_empty()
            && self.words.is_none()
            && !self.fonts_embedded
            && self.similarity.is_none();
        if nothing { Err(Problem::new("it looks for nothing: give `pages` or `requires`")) } else { Ok(()) }
    }

    fn references(&self) -> Vec<&str> {
        self.reference.iter().map(String::as_str).collect()
    }

    fn artifacts(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn compare(&self, input: &Input<'_>) -> Result<Parts, Stop> {
        let reference = match &self.reference {
            Some(path) => Some(input.reference(path, document::read)?),
            None => None,
        };
        let seen = input.artifact(&self.file, "a PDF document", document::read)?;
        let mut parts = Parts::default();
        self.mark_pages(&mut parts, &seen, reference.as_ref());
        self.mark_text(&mut parts, &seen, reference.as_ref())?;
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
