//! What annotation files hold, in numbers.

use super::index::ImageName;
use super::sources::{self, Use};
use super::{Annotations, Problems, references};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// One annotation file.
#[derive(Debug, Serialize)]
pub struct AnnotationSurvey {
    pub file: String,
    /// `coco`, `lvis` or `refcoco`.
    pub layout: &'static str,
    /// Pictures that it names, and those of them that are there.
    pub images: u64,
    pub pictures: u64,
    pub objects: u64,
    pub kinds: u64,
    /// The file of references that is used, if it is another one.
    pub references_file: Option<String>,
    /// References that can be used, and their sentences.
    pub references: u64,
    pub sentences: u64,
    pub left_out: Vec<LeftOut>,
}

/// What of a file cannot be used.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    pub why: String,
    pub count: u64,
    /// The first of them.
    pub first: String,
}

/// The annotation files of a folder, or the file itself. A single file that is something else gives nothing.
pub(crate) fn survey_annotations(source: &Path, problems: &mut Vec<String>) -> Vec<AnnotationSurvey> {
    let files = match source.is_dir() {
        true => sources::instances_files(source),
        false => vec![source.to_owned()],
    };
    let mut surveys = Vec::new();
    for file in files {
        match survey_file(&file) {
            Ok(survey) => surveys.push(survey),
            // A single file may be a list of pictures.
            Err(_) if source.is_file() && !looks_like_instances(&file) => {}
            Err(problem) => problems.push(problem),
        }
    }
    surveys
}

fn survey_file(file: &Path) -> Result<AnnotationSurvey, String> {
    let text = file.to_str().ok_or_else(|| format!("{} is not written in UTF-8", file.display()))?;
    let open = |purpose| Annotations::open(text, "", "", purpose).map_err(|error| error.to_string());
    let folder = file.parent().unwrap_or(Path::new(""));
    // References that cannot be read leave the file good for counting.
    let (annotations, purpose) = match open(Use::Referring) {
        Ok(annotations) => (annotations, Use::Referring),
        Err(problem) => (open(Use::Counting).map_err(|_| problem)?, Use::Counting),
    };
    let index = &annotations.index;
    let is_lvis = index.images.first().is_some_and(|image| matches!(image.name, ImageName::Address(_)));
    let references = annotations.references.len() as u64;
    let references_file: Option<PathBuf> = references::find(folder).filter(|_| purpose == Use::Referring && references > 0);
    Ok(AnnotationSurvey {
        file: text.to_owned(),
        layout: match (is_lvis, references > 0) {
            (true, _) => "lvis",
            (false, true) => "refcoco",
            (false, false) => "coco",
        },
        images: index.images.len() as u64,
        pictures: annotations.pictures.iter().flatten().count() as u64,
        objects: index.objects.len() as u64,
        kinds: index.categories.len() as u64,
        references_file: references_file.map(|file| file.display().to_string()),
        references,
        sentences: annotations.references.iter().map(|reference| reference.sentences.len() as u64).sum(),
        left_out: left_out(&index.problems).chain(left_out(&annotations.problems)).collect(),
    })
}

fn left_out(problems: &Problems) -> impl Iterator<Item = LeftOut> {
    problems.kinds().map(|(why, count, first)| LeftOut { why: why.to_owned(), count, first: first.to_owned() })
}

/// Whether a file begins as an object does and so is none of the lists.
fn looks_like_instances(file: &Path) -> bool {
    use std::io::Read as _;
    let mut start = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(64).read_to_end(&mut start));
    read.is_ok() && start.trim_ascii_start().first() == Some(&b'{')
}
