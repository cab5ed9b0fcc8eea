//! The built-in media: the file that the page reads, too.

use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(super) struct Medium {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) kind: MediumKind,
    pub(super) duration_ms: i64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum MediumKind {
    Video,
    Audio,
}

impl MediumKind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Video => "VIDEO",
            Self::Audio => "AUDIO",
        }
    }
}

impl Medium {
    /// The name without the ending of a file.
    pub(super) fn title(&self) -> &str {
        self.name.split_once('.').map_or(&self.name, |(title, _)| title)
    }
}

static MEDIA: LazyLock<Vec<Medium>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../../../web/video/media.json")).unwrap_or_default());

/// In the order of the page's media panel.
pub(super) fn media() -> &'static [Medium] {
    &MEDIA
}

/// By the name of its file.
pub(super) fn medium(name: &str) -> Option<&'static Medium> {
    media().iter().find(|medium| medium.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_media_can_be_read() {
        let lengths: Vec<(&str, i64)> = media().iter().map(|medium| (medium.title(), medium.duration_ms)).collect();
        assert_eq!(lengths, [("Garden Leap", 5060), ("Bridge Flight", 9050), ("Turning Earth", 41770), ("Cymbal", 2070)]);
    }
}
