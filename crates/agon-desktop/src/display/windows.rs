//! The windows that the window manager knows.

use super::{Display, DisplayError};
use agon_core::Region;
use x11rb::protocol::xproto::{self, AtomEnum, ConnectionExt as _};

x11rb::atom_manager! {
    pub(super) Atoms: AtomsCookie {
        _NET_CLIENT_LIST,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_NAME,
        _NET_ACTIVE_WINDOW,
        UTF8_STRING,
    }
}

/// A mapped window of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    pub title: String,
    /// Where its content is on the screen, without the frame around it.
    pub bounds: Region,
    /// It has the keyboard.
    pub is_active: bool,
}

const LONGEST_TITLE: u32 = 1024;
const MOST_WINDOWS: u32 = 1024;

impl Display {
    /// All windows of programs, oldest first.
    pub fn windows(&self) -> Result<Vec<Window>, DisplayError> {
        let active = self.numbers(self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW)?.first().copied();
        let mut windows = Vec::new();
        for id in self.numbers(self.atoms._NET_CLIENT_LIST, AtomEnum::WINDOW)? {
            // One that is closed in the meantime is no window any more.
            if let Some((title, bounds)) = self.describe(id)? {
                windows.push(Window { title, bounds, is_active: active == Some(id) });
            }
        }
        Ok(windows)
    }

    /// Whether a window manager is at work.
    pub fn is_managed(&self) -> Result<bool, DisplayError> {
        Ok(!self.numbers(self.atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW)?.is_empty())
    }

    fn describe(&self, id: xproto::Window) -> Result<Option<(String, Region)>, DisplayError> {
        let connection = &self.connection;
        let name = connection.get_property(false, id, self.atoms._NET_WM_NAME, self.atoms.UTF8_STRING, 0, LONGEST_TITLE)?;
        let old_name = connection.get_property(false, id, AtomEnum::WM_NAME, AtomEnum::ANY, 0, LONGEST_TITLE)?;
        let attributes = connection.get_window_attributes(id)?;
        let geometry = connection.get_geometry(id)?;
        let place = connection.translate_coordinates(id, self.root, 0, 0)?;
        // A refusal means that there is no such window; that the server has gone shows at the next request.
        let (Ok(name), Ok(old_name), Ok(attributes)) = (name.reply(), old_name.reply(), attributes.reply()) else {
            return Ok(None);
        };
        let (Ok(geometry), Ok(place)) = (geometry.reply(), place.reply()) else { return Ok(None) };
        if attributes.map_state != xproto::MapState::VIEWABLE {
            return Ok(None);
        }
        let title = if name.value.is_empty() { old_name.value } else { name.value };
        let bounds =
            Region { x: place.dst_x.into(), y: place.dst_y.into(), width: geometry.width.into(), height: geometry.height.into() };
        Ok(Some((String::from_utf8_lossy(&title).into_owned(), bounds)))
    }

    fn numbers(&self, property: xproto::Atom, kind: AtomEnum) -> Result<Vec<u32>, DisplayError> {
        let reply = self.connection.get_property(false, self.root, property, kind, 0, MOST_WINDOWS)?.reply()?;
        Ok(reply.value32().into_iter().flatten().collect())
    }
}
