//! Model APIs: one form of request and reply for all of them, and a client that survives bad days.
//!
//! A [`Request`] is written in the form of a [`Family`] and sent to an endpoint. What a model answers, however foolish,
//! is a [`Reply`]; what its service does wrong is an error, and never becomes a score.

mod api;
mod reply;
mod request;

pub use api::Family;
pub use reply::{Reply, Stop, Tokens};
pub use request::{Message, Options, Part, Picture, Request, Role, Tool, ToolCall};

#[cfg(test)]
mod tests {
    use crate::Picture;

    /// A picture of a few bytes: codecs do not look inside.
    pub(crate) fn picture() -> Picture {
        let image = agon_core::Image::rgb8(1, 1, vec![1, 2, 3]);
        Picture { hash: image.hash(), media: "image/png".into(), bytes: vec![0x89, b'P', b'N', b'G'].into() }
    }
}
