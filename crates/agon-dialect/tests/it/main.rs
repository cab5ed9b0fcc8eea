//! What holds every dialect: docs/dialects.md says which test asks for what.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod conformance;
mod corpus;
mod hostile;
mod mutation;
mod support;
