/// A report that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error("there is no run to report on")]
    NoRuns,
    #[error(
        "the runs have no agent label in common ({first} against {second}); \
         give the agents the same label, or compare two runs of one agent each"
    )]
    NoCommonAgent { first: String, second: String },
    #[error("the runs have no trial in common: no instance and repeat is planned in both")]
    NoCommonTrial,
    #[error("trial {trial} has no attempt {attempt}; its attempts: {known}")]
    NoAttempt { trial: u32, attempt: u32, known: String },
    #[error(transparent)]
    Record(#[from] agon_record::RecordError),
    #[error("the report's data could not be written as JSON")]
    Json(#[from] serde_json::Error),
}
