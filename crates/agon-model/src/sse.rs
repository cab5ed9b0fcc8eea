//! Server-sent events, as they come in pieces.

/// Cuts a byte stream into the data of its events.
#[derive(Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
}

impl Events {
    /// Takes the next piece and gives the events it completes.
    pub(crate) fn feed(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut events = Vec::new();
        for byte in piece {
            if *byte != b'\n' {
                self.line.push(*byte);
                continue;
            }
            let mut line = std::mem::take(&mut self.line);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if line.is_empty() {
                if !self.data.is_empty() {
                    events.push(std::mem::take(&mut self.data));
                }
            } else if let Some(data) = line.strip_prefix(b"data:") {
                if !self.data.is_empty() {
                    self.data.push(b'\n');
                }
                self.data.extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
            }
        }
        events
    }

    /// What is left when the stream ends: some servers forget the last empty line.
    pub(crate) fn rest(mut self) -> Option<Vec<u8>> {
        self.feed(b"\n\n").pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STREAM: &[u8] = b": hello\r\nevent: message\r\ndata: {\"a\": 1}\r\n\r\ndata: one\ndata:two\n\n\n\ndata: [DONE]";

    #[test]
    fn events_are_the_same_however_the_stream_is_cut() {
        proptest!(|(cuts in prop::collection::vec(0..STREAM.len(), 0..8))| {
            let mut cuts = cuts;
            cuts.sort_unstable();
            let (mut events, mut found, mut from) = (Events::default(), Vec::new(), 0);
            for cut in cuts.into_iter().chain([STREAM.len()]) {
                found.extend(events.feed(&STREAM[from..cut]));
                from = cut;
            }
            found.extend(events.rest());
            prop_assert_eq!(found, [b"{\"a\": 1}".to_vec(), b"one\ntwo".to_vec(), b"[DONE]".to_vec()]);
        });
    }
}
