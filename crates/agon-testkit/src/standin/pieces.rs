//! The body of an answer in pieces. A piece is an event of a stream, or the whole of what is not streamed. Text that is to
//! be huge is named, not held.

/// Stands in a text for so many bytes of filler.
pub(super) const FILLER_MARK: &str = "@filler@";

/// As much filler as goes into one event or one write.
const FILLER_STEP: usize = 64 << 10;
static FILLER: [u8; FILLER_STEP] = [b'x'; FILLER_STEP];

#[derive(Clone, Debug, Default)]
pub(super) struct Piece(Vec<Segment>);

#[derive(Clone, Debug)]
enum Segment {
    Bytes(Vec<u8>),
    Filler(u64),
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Self(vec![Segment::Bytes(text.into())])
    }
}

impl Piece {
    pub(super) fn len(&self) -> u64 {
        self.0.iter().map(Segment::len).sum()
    }

    /// Its beginning.
    pub(super) fn cut(self, mut room: u64) -> Self {
        let mut kept = Vec::new();
        for segment in self.0 {
            let take = segment.len().min(room);
            room -= take;
            kept.push(match segment {
                Segment::Filler(_) => Segment::Filler(take),
                Segment::Bytes(mut bytes) => {
                    bytes.truncate(take as usize);
                    Segment::Bytes(bytes)
                }
            });
        }
        Self(kept)
    }

    /// Its bytes, a buffer at a time.
    pub(super) fn buffers(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().flat_map(|segment| {
            let (bytes, filler) = match segment {
                Segment::Bytes(bytes) => (bytes.as_slice(), 0),
                Segment::Filler(count) => (&[][..], *count),
            };
            let steps = filler.div_ceil(FILLER_STEP as u64);
            let step = move |number: u64| &FILLER[..(filler - number * FILLER_STEP as u64).min(FILLER_STEP as u64) as usize];
            std::iter::once(bytes).chain((0..steps).map(step))
        })
    }

    /// The text with filler where the mark is.
    fn filled(text: &str, filler: u64) -> Self {
        let mut segments = Vec::new();
        for (number, part) in text.split(FILLER_MARK).enumerate() {
            if number > 0 {
                segments.push(Segment::Filler(filler));
            }
            segments.push(Segment::Bytes(part.into()));
        }
        Self(segments)
    }
}

impl Segment {
    fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::Filler(count) => *count,
        }
    }
}

/// Fills what is marked. In a stream the first mark is in a delta, which becomes as many deltas as are needed; later ones
/// are in events that tell the whole again.
pub(super) fn fill(texts: Vec<String>, filler: u64, stream: bool) -> Vec<Piece> {
    let mut first = stream;
    let mut pieces = Vec::new();
    for text in texts {
        if first && text.contains(FILLER_MARK) {
            first = false;
            let step = FILLER_STEP as u64;
            pieces.extend((0..filler.div_ceil(step)).map(|number| Piece::filled(&text, (filler - number * step).min(step))));
        } else {
            pieces.push(Piece::filled(&text, filler));
        }
    }
    pieces
}
