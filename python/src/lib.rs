//! The native half of the Python package `agon`: the gym's synchronous episodes as Python classes, alone (`episode`) and
//! side by side (`batch`), by the replies of models (`text`), and, with the feature `cli`, the command line. What Gymnasium asks for beyond that is in `python/agon`.

mod batch;
mod convert;
mod episode;
mod errors;
mod member;
mod setup;
mod suites;
mod text;

use errors::{Failure, guarded};
use pyo3::prelude::*;

/// Runs the command line to its end and returns its exit code. The first argument is the program's name.
#[cfg(feature = "cli")]
#[pyfunction]
fn main(py: Python<'_>, args: Vec<std::ffi::OsString>) -> PyResult<u8> {
    Ok(py.detach(|| guarded(|| Ok::<_, Failure>(agon_cli::main(args))))?)
}

/// What a bug in a world does: for the test that Python survives it.
#[pyfunction]
fn break_on_purpose(py: Python<'_>) -> PyResult<()> {
    Ok(py.detach(|| guarded(|| -> Result<(), Failure> { panic!("on purpose") }))?)
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<setup::Setup>()?;
    module.add_class::<episode::Episode>()?;
    module.add_class::<episode::Snapshot>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(setup::worlds, module)?)?;
    module.add_function(wrap_pyfunction!(suites::suite_presets, module)?)?;
    for function in text::functions(module)? {
        module.add_function(function)?;
    }
    #[cfg(feature = "cli")]
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(break_on_purpose, module)?)?;
    Ok(())
}
