//! What holds every dialect: docs/dialects.md says which test asks for what.

mod conformance;
mod corpus;
mod hostile;
mod mutation;
mod support;
