//! The annotations of the built-in photographs, which are in the program like the photographs themselves.

use super::index::{Image, ImageName};
use super::{Annotations, File, Index, Picture, Problems, photos, usable};
use crate::ParamError;
use crate::data::pictures::without_ending;
use std::path::PathBuf;
use std::sync::Mutex;

/// What the setting `data` says for them.
pub(crate) const BUILT_IN: &str = "built-in";

/// Where they come from is told in `data/photos/README.md`.
static ANNOTATIONS: &[u8] = include_bytes!("../../../data/photos/annotations.json");

pub(super) fn read() -> Result<Annotations, ParamError> {
    let problem = |why: String| ParamError::key("data", format!("the built-in annotations cannot be read: {why}"));
    let mut index = Index::build(ANNOTATIONS, BUILT_IN).map_err(problem)?;
    let number = |image: &Image| match &image.name {
        ImageName::File(name) => photos::number(without_ending(name)),
        ImageName::Address(_) | ImageName::Missing => None,
    };
    let pictures: Vec<Option<Picture>> = index.images.iter().map(|image| number(image).map(Picture::BuiltIn)).collect();
    let (mut references, mut problems) = (std::mem::take(&mut index.references), Problems::default());
    references.retain(|reference| usable(reference, &index, &pictures, &mut problems));
    let (file, groups) = (File::BuiltIn(ANNOTATIONS), Mutex::default());
    Ok(Annotations { file, path: PathBuf::from(BUILT_IN), index, pictures, references, problems, groups })
}

#[cfg(test)]
mod tests {
    use super::super::Use;
    use super::*;
    use crate::data::data_warnings;

    /// The figures in docs/data.md.
    #[test]
    fn every_annotation_is_sound_and_its_photograph_is_there() {
        let annotations = Annotations::open(BUILT_IN, "", "", Use::Referring).unwrap();
        assert_eq!((annotations.pictures.iter().flatten().count(), annotations.index.images.len()), (52, 52));
        let problems = annotations.problems.kinds().chain(annotations.index.problems.kinds());
        assert_eq!(problems.map(|(why, ..)| why).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(annotations.index.objects.len(), 293);
        for object in 0..293 {
            let (picture, masks) = annotations.load(&[object]).unwrap();
            let [.., right, bottom] = masks[0].edges();
            assert!(right <= picture.width() && bottom <= picture.height() && masks[0].area() >= 50, "object {object}");
        }
        let sentences = (0..annotations.reference_count()).map(|number| annotations.reference(number).unwrap().0.len());
        assert_eq!((annotations.reference_count(), sentences.sum::<usize>()), (130, 135));
        assert!(!data_warnings().iter().any(|warning| warning.contains(BUILT_IN)));
    }

    #[test]
    fn two_sentences_of_one_photograph_never_say_the_same() {
        let annotations = Annotations::open(BUILT_IN, "", "", Use::Referring).unwrap();
        let mut said = std::collections::BTreeSet::new();
        for number in 0..annotations.reference_count() {
            let (sentences, object) = annotations.reference(number).unwrap();
            let image = annotations.image_of(&[object]).unwrap();
            assert!(annotations.alike(object).contains(&object));
            for sentence in sentences {
                assert!(said.insert((image, sentence.clone())), "{sentence}");
            }
        }
    }
}
