use agon_record::RecordError;

/// Why a layer cannot be made or gone on with.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// What was asked for does not go together with what is there.
    #[error("{0}")]
    Layer(String),
}
