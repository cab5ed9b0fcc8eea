//! A trial as a file of its own: an animation, a film, or a page.

mod film;
mod gif;
mod html;
mod shots;

pub use film::mp4;
pub use gif::gif;
pub use html::html;

/// Why a trial cannot be written so.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("this attempt has no frames to show: the run kept none, or the task has no screen")]
    NoFrames,
    #[error("a film needs ffmpeg, which is not on PATH; install it, or export a GIF")]
    NoFfmpeg,
    #[error("ffmpeg could not write the film: {0}")]
    Ffmpeg(String),
    #[error("a frame cannot be shown")]
    Image(#[from] agon_image::ImageError),
    #[error(transparent)]
    Record(#[from] agon_record::RecordError),
    #[error(transparent)]
    Report(#[from] agon_report::ReportError),
    #[error("the export could not be made")]
    Io(#[from] std::io::Error),
}
