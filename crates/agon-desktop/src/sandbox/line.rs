//! Arguments of bubblewrap, as they grow.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

#[derive(Default)]
pub(super) struct Line(Vec<OsString>);

impl Line {
    pub(super) fn add(&mut self, words: &[&str]) -> &mut Self {
        self.0.extend(words.iter().map(OsString::from));
        self
    }

    pub(super) fn bind(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        self.0.extend([how.into(), from.into(), to.as_ref().into()]);
        self
    }

    /// Binds at a path whose parents may not be there yet. Made by bubblewrap itself they would be closed to others.
    pub(super) fn place(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        let to = to.as_ref();
        let mut parents: Vec<&Path> = to.ancestors().skip(1).filter(|path| path.parent().is_some()).collect();
        parents.reverse();
        for parent in parents.into_iter().filter(|path| *path != Path::new("/tmp")) {
            self.add(&["--perms", "0755", "--dir"]);
            self.0.push(parent.into());
        }
        self.bind(how, from, to)
    }

    /// As bubblewrap reads them from a descriptor: each ends with a zero byte.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.as_bytes().iter().copied().chain([0])).collect()
    }
}
