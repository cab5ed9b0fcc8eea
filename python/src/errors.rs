//! What goes wrong, as the exceptions Python people expect.

use crate::setup::names_files;
use agon_core::SuiteError;
use pyo3::exceptions::{PyFileNotFoundError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Why something could not be done, found without the interpreter at hand.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The caller's values cannot be used.
    Value(String),
    /// A file or folder that a setting names does not exist.
    Missing(String),
    /// This machine lacks something, or a world broke.
    Broken(String),
    /// There is no episode under way.
    ResetNeeded(&'static str),
    Closed,
}

impl Failure {
    /// A setting that could not be used.
    pub(crate) fn of(error: SuiteError, settings: &Map<String, Value>, defaults: &Map<String, Value>) -> Self {
        if let SuiteError::BadSetting { key, .. } = &error
            && names_files(key, defaults)
            && let Some(path) = settings.get(key).and_then(Value::as_str)
            && !Path::new(path).exists()
        {
            return Self::Missing(error.to_string());
        }
        Self::Value(error.to_string())
    }

    fn panicked(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::Broken(format!("a bug in Agon: {}", text.unwrap_or("it gave no message")))
    }
}

/// Runs world code; a panic in it becomes an ordinary exception.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What the work leaves behind half-done is thrown away by those who call this.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::panicked(panic.as_ref())))
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Value(text) => PyValueError::new_err(text),
            Failure::Missing(text) => PyFileNotFoundError::new_err(text),
            Failure::Broken(text) => PyRuntimeError::new_err(text),
            Failure::ResetNeeded(text) => gymnasium_error("ResetNeeded", text),
            Failure::Closed => gymnasium_error("ClosedEnvironmentError", "the environment is closed; make a new one"),
        }
    }
}

fn gymnasium_error(name: &str, text: &'static str) -> PyErr {
    Python::attach(|py| {
        let class = py.import("gymnasium.error").and_then(|module| module.getattr(name));
        match class.and_then(|class| class.call1((text,))) {
            Ok(error) => PyErr::from_value(error),
            Err(error) => error,
        }
    })
}
