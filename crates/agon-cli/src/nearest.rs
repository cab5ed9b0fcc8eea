//! Did you mean: the known words nearest to one that is not known.

/// The known words that are nearest to one, each once, where they are near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let word = word.to_lowercase();
    // A third of the letters may be wrong, at least one.
    let tolerance = (word.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for candidate in known {
        let distance = strsim::osa_distance(&word, &candidate.to_lowercase());
        if distance <= tolerance && !near.iter().any(|(_, other)| *other == candidate) {
            near.push((distance, candidate));
        }
    }
    let least = near.iter().map(|(distance, _)| *distance).min();
    near.into_iter().filter(|(distance, _)| Some(*distance) == least).take(most).map(|(_, candidate)| candidate).collect()
}

/// `did you mean gym?`, where a known word is near enough.
pub(crate) fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = nearest(word, known, 3);
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_keyboard_find_their_word() {
        assert_eq!(nearest("gmy", ["gym", "web", "science"], 3), ["gym"]);
        assert_eq!(nearest("Obsrevation", ["observation", "feedback"], 3), ["observation"]);
        assert_eq!(nearest("maze-4d", ["jigsaw", "maze-3d", "maze-2d", "maze-2d"], 3), ["maze-3d", "maze-2d"]);
        assert_eq!(nearest("colour", ["width", "goal"], 3), [""; 0]);
        assert_eq!(nearest("a", ["b", "ab"], 1), ["b"]);
        assert_eq!(nearest("feedbakc", ["feedbark", "feedback", "goal"], 3), ["feedback"], "the nearest only");
    }
}
