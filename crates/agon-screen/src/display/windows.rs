//! The windows that the window manager knows.

use super::{Display, DisplayError};
use agon_core::Region;
use std::time::{Duration, Instant};
use x11rb::properties::WmSizeHints;
use x11rb::protocol::xproto::{self, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask};

x11rb::atom_manager! {
    pub(super) Atoms: AtomsCookie {
        _NET_CLIENT_LIST,
        _NET_FRAME_EXTENTS,
        _NET_REQUEST_FRAME_EXTENTS,
        _NET_WM_NAME,
        _NET_ACTIVE_WINDOW,
        _NET_MOVERESIZE_WINDOW,
        _NET_WM_STATE,
        _NET_WM_STATE_MAXIMIZED_HORZ,
        _NET_WM_STATE_MAXIMIZED_VERT,
        UTF8_STRING,
    }
}

/// A mapped window of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    pub id: xproto::Window,
    pub title: String,
    /// Where its content is on the screen, without the frame around it.
    pub bounds: Region,
    /// It has the keyboard.
    pub is_active: bool,
}

const LONGEST_TITLE: u32 = 1024;
const MOST_WINDOWS: u32 = 1024;
const MANAGER_TIMEOUT: Duration = Duration::from_secs(2);
const LOOK_AGAIN: Duration = Duration::from_millis(1);

// What the window manager's protocol calls a source, an action, and gravity with all four values given.
const AS_PAGER: u32 = 2;
const REMOVE: u32 = 0;
const FROM_TOP_LEFT: u32 = 1 | 0b1111 << 8 | AS_PAGER << 12;

impl Display {
    /// All windows of programs, oldest first.
    pub fn windows(&self) -> Result<Vec<Window>, DisplayError> {
        let active = self.numbers(self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW)?.first().copied();
        let mut windows = Vec::new();
        for id in self.numbers(self.atoms._NET_CLIENT_LIST, AtomEnum::WINDOW)? {
            // One that is closed in the meantime is no window any more.
            if let Some((title, bounds)) = self.describe(id)? {
                windows.push(Window { id, title, bounds, is_active: active == Some(id) });
            }
        }
        Ok(windows)
    }

    /// Whether a window manager is at work. It is asked how wide its frames are, and has to be asked until it answers: one that
    /// has just announced itself may not listen yet.
    pub fn is_managed(&self) -> Result<bool, DisplayError> {
        let (connection, extents) = (&self.connection, self.atoms._NET_FRAME_EXTENTS);
        let answer = connection.get_property(true, self.probe, extents, AtomEnum::CARDINAL, 0, 4)?.reply()?;
        if answer.value_len > 0 {
            return Ok(true);
        }
        self.ask(self.probe, self.atoms._NET_REQUEST_FRAME_EXTENTS, [0; 5])?;
        Ok(false)
    }

    /// Waits until the window manager has done what it was asked for and what keys and clicks told it, but not for long: whether
    /// it lives is another question. What is typed while the keyboard goes from one window to another would be lost.
    pub(crate) async fn wait_for_manager(&self) -> Result<(), DisplayError> {
        let deadline = Instant::now() + MANAGER_TIMEOUT;
        self.connection.delete_property(self.probe, self.atoms._NET_FRAME_EXTENTS)?;
        let mut is_done = self.is_managed()?;
        while !is_done && Instant::now() < deadline {
            tokio::time::sleep(LOOK_AGAIN).await;
            let answer =
                self.connection.get_property(false, self.probe, self.atoms._NET_FRAME_EXTENTS, AtomEnum::CARDINAL, 0, 4)?;
            is_done = answer.reply()?.value_len > 0;
        }
        Ok(())
    }

    /// Asks for a window to have the keyboard, and to be on top.
    pub(crate) fn activate(&self, id: xproto::Window) -> Result<(), DisplayError> {
        self.ask(id, self.atoms._NET_ACTIVE_WINDOW, [AS_PAGER, 0, 0, 0, 0])
    }

    /// Whether a window with its frame fills a part of the screen, as far as it can be so small; where it does not, the window
    /// manager is asked for it. It has to be asked until it is so, since programs may choose a size after they are shown.
    pub fn is_at(&self, window: &Window, part: Region) -> Result<bool, DisplayError> {
        let extents = self.atoms._NET_FRAME_EXTENTS;
        let frame = self.connection.get_property(false, window.id, extents, AtomEnum::CARDINAL, 0, 4)?.reply()?;
        let frame: Vec<f64> = frame.value32().into_iter().flatten().map(f64::from).collect();
        let [left, right, top, bottom] = frame[..] else { return Ok(false) };
        let hints = WmSizeHints::get_normal_hints(&self.connection, window.id)?.reply()?;
        let (least_width, least_height) = hints.and_then(|hints| hints.min_size).unwrap_or_default();
        let width = (part.width - left - right).max(least_width.into());
        let height = (part.height - top - bottom).max(least_height.into());
        let bounds = window.bounds;
        let in_place = (bounds.x, bounds.y) == (part.x + left, part.y + top);
        if in_place && bounds.width <= width && bounds.height <= height {
            return Ok(true);
        }
        let atoms = &self.atoms;
        let (across, down) = (atoms._NET_WM_STATE_MAXIMIZED_HORZ, atoms._NET_WM_STATE_MAXIMIZED_VERT);
        self.ask(window.id, atoms._NET_WM_STATE, [REMOVE, across, down, AS_PAGER, 0])?;
        let [x, y, width, height] = [part.x, part.y, width, height].map(|value| value as u32);
        self.ask(window.id, atoms._NET_MOVERESIZE_WINDOW, [FROM_TOP_LEFT, x, y, width, height])?;
        Ok(false)
    }

    /// Sends a request about a window to the window manager.
    fn ask(&self, window: xproto::Window, what: xproto::Atom, how: [u32; 5]) -> Result<(), DisplayError> {
        let request = ClientMessageEvent::new(32, window, what, how);
        let to_manager = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, to_manager, request)?;
        self.sync()
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
