//! Where the library and the models are.

use std::path::PathBuf;

/// The only version whose layout is known here.
pub const VERSION: &str = "3.3.2";

/// The library's file, in the folder `lib` of [`folder`].
pub const LIBRARY_FILE: &str = "libmujoco.so.3.3.2";

/// The environment variable that names another folder.
pub const FOLDER_VARIABLE: &str = "AGON_MUJOCO";

/// Where `scripts/install-fetch` puts the library and the models: the folder that [`FOLDER_VARIABLE`] names, or one among
/// the user's data. `None` where there is no home.
pub fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set(FOLDER_VARIABLE).or_else(|| {
        let data = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
        data.map(|data| data.join("agon/fetch"))
    })
}
