//! Ordinary programs: an office suite, a file manager, a terminal, an editor, a picture editor, an archive manager.
//!
//! They have no private channel. What a task asks of them is in the files they save; beside those, the state has the titles of the windows
//! that are open on the desk:
//!
//! ```json
//! {"windows": ["Documents", "budget.ods - LibreOffice Calc"]}
//! ```
//!
//! `[setup]` takes, if wanted:
//! - `open`: files or folders below HOME that it opens.
//!
//! Each can start the others (by a double click on a file, or a command), so every one of them lays down the settings of all: no dialog of a first
//! start shows, no caret blinks, nothing is restored from a session before, and the editor types what it is told to.

use super::{Program, apart, need};
use crate::desk::remedy;
use crate::sandbox::HOME;
use crate::{Desk, Launch};
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// One of them.
#[derive(Debug)]
pub struct Ordinary {
    name: &'static str,
    title: &'static str,
    command: &'static [&'static str],
    /// A file that is there where it is installed, and the Debian package that has it.
    parts: &'static [(&'static str, &'static str)],
    window: Title,
}

/// What the title of its window contains.
#[derive(Clone, Copy, Debug)]
enum Title {
    Always(&'static str),
    /// With a file, and with none.
    Opened {
        file: &'static str,
        nothing: &'static str,
    },
    /// The name of the folder that it shows.
    Folder,
}

const GTK_OFFICE: (&str, &str) = ("/usr/lib/libreoffice/program/libvclplug_gtk3lo.so", "libreoffice-gtk3");

pub const CALC: Ordinary = Ordinary {
    name: "libreoffice-calc",
    title: "LibreOffice Calc",
    command: &["soffice", "--norestore", "--nologo", "--calc"],
    parts: &[("/usr/lib/libreoffice/program/libsclo.so", "libreoffice-calc"), GTK_OFFICE],
    window: Title::Always("LibreOffice Calc"),
};
pub const WRITER: Ordinary = Ordinary {
    name: "libreoffice-writer",
    title: "LibreOffice Writer",
    command: &["soffice", "--norestore", "--nologo", "--writer"],
    parts: &[("/usr/lib/libreoffice/program/libswlo.so", "libreoffice-writer"), GTK_OFFICE],
    window: Title::Always("LibreOffice Writer"),
};
pub const IMPRESS: Ordinary = Ordinary {
    name: "libreoffice-impress",
    title: "LibreOffice Impress",
    command: &["soffice", "--norestore", "--nologo", "--impress"],
    parts: &[("/usr/lib/libreoffice/program/libsdlo.so", "libreoffice-impress"), GTK_OFFICE],
    window: Title::Always("LibreOffice Impress"),
};
pub const FILES: Ordinary = Ordinary {
    name: "files",
    title: "the file manager PCManFM",
    command: &["pcmanfm"],
    parts: &[("/usr/bin/pcmanfm", "pcmanfm")],
    window: Title::Folder,
};
pub const TERMINAL: Ordinary = Ordinary {
    name: "terminal",
    title: "the terminal LXTerminal",
    command: &["lxterminal", "--no-remote", "--title=Terminal"],
    parts: &[("/usr/bin/lxterminal", "lxterminal")],
    window: Title::Always("Terminal"),
};
pub const EDITOR: Ordinary = Ordinary {
    name: "editor",
    title: "the editor Geany",
    command: &["geany"],
    parts: &[("/usr/bin/geany", "geany")],
    window: Title::Always("Geany"),
};
pub const GIMP: Ordinary = Ordinary {
    name: "gimp",
    title: "GIMP",
    command: &["gimp", "--no-splash", "--new-instance"],
    parts: &[("/usr/bin/gimp", "gimp")],
    window: Title::Opened { file: "GIMP", nothing: "GNU Image Manipulation Program" },
};
pub const ARCHIVER: Ordinary = Ordinary {
    name: "archiver",
    title: "the archive manager Xarchiver",
    command: &["xarchiver"],
    parts: &[("/usr/bin/xarchiver", "xarchiver"), ("/usr/bin/zip", "zip"), ("/usr/bin/unzip", "unzip")],
    window: Title::Always("Xarchiver"),
};

/// Settings that are laid into HOME.
const SETTINGS: &[(&str, &[u8])] = &[
    (".bashrc", include_bytes!("ordinary/bashrc")),
    (".config/geany/geany.conf", include_bytes!("ordinary/geany.conf")),
    (".config/gtk-3.0/settings.ini", include_bytes!("coq/gtk.ini")),
    (".config/libfm/libfm.conf", include_bytes!("ordinary/libfm.conf")),
    (".config/libreoffice/4/user/registrymodifications.xcu", include_bytes!("ordinary/libreoffice.xcu")),
    (".config/lxterminal/lxterminal.conf", include_bytes!("ordinary/lxterminal.conf")),
    (".config/mimeapps.list", include_bytes!("ordinary/mimeapps.list")),
    (".config/pcmanfm/default/pcmanfm.conf", include_bytes!("ordinary/pcmanfm.conf")),
    (".config/xarchiver/xarchiverrc", include_bytes!("ordinary/xarchiverrc")),
];

const VARIABLES: [(&str, &str); 4] = [
    ("NO_AT_BRIDGE", "0"),
    ("GTK_MODULES", "gail:atk-bridge"),
    ("SAL_USE_VCLPLUGIN", "gtk3"),
    // Python scripts leave no compiled files beside those of the task.
    ("PYTHONDONTWRITEBYTECODE", "1"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(default)]
    open: Vec<String>,
}

impl Setup {
    fn read(table: &toml::Table) -> Result<Self, String> {
        table.clone().try_into().map_err(|error: toml::de::Error| error.message().trim().to_owned())
    }
}

impl Ordinary {
    /// What it opens, as inside the sandbox.
    fn opened(&self, setup: &Setup) -> Vec<String> {
        let inside = |path: &String| Path::new(HOME).join(path).display().to_string();
        let opened: Vec<String> = setup.open.iter().map(inside).collect();
        if opened.is_empty() && matches!(self.window, Title::Folder) { vec![HOME.to_owned()] } else { opened }
    }
}

impl Program for Ordinary {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn needs(&self) -> Vec<Need> {
        let part = |(path, package): &(&str, &str)| Need {
            name: (*package).to_owned(),
            found: Path::new(path).exists().then(|| (*path).to_owned()),
            remedy: remedy(package),
            tasks: Vec::new(),
        };
        self.parts.iter().map(part).chain([need("bwrap", "bubblewrap")]).collect()
    }

    fn runs_commands(&self) -> bool {
        true
    }

    fn starts_others(&self) -> bool {
        true
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let opened = self.opened(&Setup::read(setup)?);
        let window = match self.window {
            Title::Always(text) => text.to_owned(),
            Title::Opened { file, nothing } => if opened.is_empty() { nothing } else { file }.to_owned(),
            Title::Folder => opened.first().and_then(|path| path.rsplit('/').next()).unwrap_or_default().to_owned(),
        };
        let command = self.command.iter().map(|word| (*word).to_owned()).chain(opened).collect();
        Ok(Launch {
            command: apart(command),
            environment: VARIABLES.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
            files: SETTINGS.iter().map(|(path, content)| (PathBuf::from(path), content.to_vec())).collect(),
            read_only: Vec::new(),
            window,
        })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, _setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move { Ok(desk.screen().settle().await?) })
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move {
            let windows = desk.display().windows().map_err(Fault::world)?;
            let titles: Vec<String> = windows.into_iter().map(|window| window.title).collect();
            Ok(json!({ "windows": titles }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_manager_is_known_by_its_folder_and_the_others_by_their_names() {
        let launch = |program: &Ordinary, setup: &str| program.launch(&toml::from_str(setup).unwrap());
        assert_eq!(launch(&FILES, "").unwrap().window, "user");
        let photos = launch(&FILES, "open = ['work/photos']").unwrap();
        assert_eq!((photos.window.as_str(), photos.command.last().unwrap().as_str()), ("photos", "/home/user/work/photos"));
        assert_eq!(launch(&EDITOR, "open = ['a.py']").unwrap().window, "Geany");
        assert!(launch(&EDITOR, "file = 'a.py'").unwrap_err().to_string().contains("file"));
    }
}
