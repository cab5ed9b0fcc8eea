//! Which requests of a program reach the X server.
//!
//! A program draws, reads, and does with its own windows what it likes. What stops the server or another client, makes input,
//! changes keyboard, pointer or screen, or speaks for the window manager does not get through. Of extensions only those listed here do:
//! a client needs not ask for an extension's number to use it.

use super::requests::{Request, Verdict};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use x11rb::connection::Connection;
use x11rb::errors::ReplyError;
use x11rb::protocol::xproto::{Atom, ConnectionExt as _};

/// What one server's numbers mean, and whose windows are whose.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) root: u32,
    /// Which bits of a resource's number tell its client.
    pub(super) client_bits: u32,
    pub(super) big_requests: Option<u8>,
    pub(super) extensions: HashMap<u8, &'static Extension>,
    /// Properties of the root window that are the window manager's or the buses'.
    pub(super) root_properties: HashSet<Atom>,
    /// A window manager ends processes by the number that a window gives, and the number is one of another namespace.
    pub(super) process_property: Atom,
    pub(super) selections: HashSet<Atom>,
    pub(super) messages: HashSet<Atom>,
    /// The programs' connections, by those bits.
    pub(super) clients: Mutex<HashSet<u32>>,
}

/// An extension that programs may use.
#[derive(Debug)]
pub(super) struct Extension {
    name: &'static str,
    requests: Minor,
    /// Requests that begin with a resource, which has to be a program's.
    on_own: &'static [u8],
}

#[derive(Debug)]
enum Minor {
    All,
    Only(&'static [u8]),
    Except(&'static [u8]),
}

const fn all(name: &'static str) -> Extension {
    Extension { name, requests: Minor::All, on_own: &[] }
}

/// MIT-SHM is not among them: a program's memory is in another namespace than the server's.
static EXTENSIONS: [Extension; 15] = [
    all(BIG_REQUESTS),
    all("XC-MISC"),
    all("SHAPE"),
    all("GLX"),
    all("Generic Event Extension"),
    all("XINERAMA"),
    all("Present"),
    all("DOUBLE-BUFFER"),
    // ChangePicture, SetPictureClipRectangles, FreePicture, FreeGlyphSet.
    Extension { name: "RENDER", requests: Minor::All, on_own: &[5, 6, 7, 19] },
    // Destroy and Subtract.
    Extension { name: "DAMAGE", requests: Minor::All, on_own: &[2, 3] },
    // All but pointer barriers, disconnect modes, and cursors changed for everybody. DestroyRegion, SetWindowShapeRegion.
    Extension { name: "XFIXES", requests: Minor::Except(&[26, 27, 31, 32, 33, 34]), on_own: &[10, 21] },
    // All but SetPriority. SetCounter, ChangeCounter, DestroyCounter.
    Extension { name: "SYNC", requests: Minor::Except(&[12]), on_own: &[3, 4, 6] },
    // What only reads, and SelectInput.
    Extension {
        name: "RANDR",
        requests: Minor::Only(&[0, 4, 5, 6, 8, 9, 10, 11, 15, 20, 22, 23, 25, 27, 28, 31, 32, 33, 36, 37, 41, 42]),
        on_own: &[],
    },
    // What only reads, SelectEvents, Bell and PerClientFlags.
    Extension { name: "XKEYBOARD", requests: Minor::Only(&[0, 1, 3, 4, 6, 8, 10, 12, 13, 15, 17, 19, 21, 22, 24]), on_own: &[] },
    // Version 1: what only reads, OpenDevice, CloseDevice, SelectExtensionEvent. Version 2: what reads, events, cursors, focus and grabs;
    // not WarpPointer, ChangeHierarchy, SetClientPointer, properties and barriers.
    Extension {
        name: "XInputExtension",
        requests: Minor::Only(&[
            1, 2, 3, 4, 6, 7, 10, 20, 22, 24, 26, 28, 30, 36, 39, 40, 42, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 59, 60,
        ]),
        on_own: &[],
    },
];
const BIG_REQUESTS: &str = "BIG-REQUESTS";
pub(super) const LONGEST_NAME: usize = 64;

const ROOT_PROPERTIES: [&str; 20] = [
    "_NET_SUPPORTED",
    "_NET_SUPPORTING_WM_CHECK",
    "_NET_CLIENT_LIST",
    "_NET_CLIENT_LIST_STACKING",
    "_NET_NUMBER_OF_DESKTOPS",
    "_NET_CURRENT_DESKTOP",
    "_NET_DESKTOP_NAMES",
    "_NET_DESKTOP_GEOMETRY",
    "_NET_DESKTOP_VIEWPORT",
    "_NET_DESKTOP_LAYOUT",
    "_NET_ACTIVE_WINDOW",
    "_NET_WORKAREA",
    "_NET_SHOWING_DESKTOP",
    "_OPENBOX_PID",
    "_OB_THEME",
    "_OB_CONFIG_FILE",
    "_OB_VERSION",
    "AT_SPI_BUS",
    "RESOURCE_MANAGER",
    "XIM_SERVERS",
];
const PROCESS_PROPERTY: &str = "_NET_WM_PID";
/// Whoever owns it is the window manager.
const SELECTIONS: [&str; 1] = ["WM_S0"];
/// Messages that end or restart the window manager, or give the screen other desktops.
const MESSAGES: [&str; 5] =
    ["_OB_CONTROL", "_NET_NUMBER_OF_DESKTOPS", "_NET_CURRENT_DESKTOP", "_NET_SHOWING_DESKTOP", "_NET_DESKTOP_LAYOUT"];

// Events that programs send each other: UnmapNotify, ConfigureNotify, SelectionNotify and ClientMessage.
const SENT_EVENTS: [u8; 4] = [18, 22, 31, CLIENT_MESSAGE];
const CLIENT_MESSAGE: u8 = 33;

// Attributes of a window that may be set on one of somebody else: what one wants to hear of, and on the root window the cursor.
const EVENT_MASK: u32 = 0x800;
const CURSOR: u32 = 0x4000;

/// The extensions that programs may use, by the numbers that a server has given them.
pub(super) fn numbered(numbers: &HashMap<&str, u8>) -> HashMap<u8, &'static Extension> {
    EXTENSIONS.iter().filter_map(|extension| Some((*numbers.get(extension.name)?, extension))).collect()
}

impl Rules {
    /// Asks a server.
    pub(super) fn learn(connection: &impl Connection) -> Result<Self, ReplyError> {
        let setup = connection.setup();
        let atom = |name: &str| -> Result<Atom, ReplyError> { Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom) };
        let mut numbers = HashMap::new();
        for extension in &EXTENSIONS {
            if let Some(found) = connection.extension_information(extension.name)? {
                numbers.insert(extension.name, found.major_opcode);
            }
        }
        Ok(Self {
            root: setup.roots.first().map_or(0, |screen| screen.root),
            client_bits: !setup.resource_id_mask,
            root_properties: ROOT_PROPERTIES.iter().map(|name| atom(name)).collect::<Result<_, _>>()?,
            process_property: atom(PROCESS_PROPERTY)?,
            selections: SELECTIONS.iter().map(|name| atom(name)).collect::<Result<_, _>>()?,
            messages: MESSAGES.iter().map(|name| atom(name)).collect::<Result<_, _>>()?,
            big_requests: numbers.get(BIG_REQUESTS).copied(),
            extensions: numbered(&numbers),
            clients: Mutex::default(),
        })
    }

    /// A program has connected, and its resources have numbers from here on.
    pub(super) fn add_client(&self, base: u32) {
        self.clients().insert(base & self.client_bits);
    }

    pub(super) fn remove_client(&self, base: u32) {
        self.clients().remove(&(base & self.client_bits));
    }

    pub(super) fn judge(&self, request: &Request<'_>) -> Verdict {
        self.judged(request).unwrap_or(Verdict::Refuse)
    }

    /// Nothing where the request is too short for what it is.
    fn judged(&self, request: &Request<'_>) -> Option<Verdict> {
        let dropped_unless = |is_allowed: bool| if is_allowed { Verdict::Pass } else { Verdict::Drop };
        Some(match request.major {
            // ChangeWindowAttributes
            2 => {
                let (window, attributes) = (request.word(0)?, request.word(1)?);
                let of_others = if window == self.root { EVENT_MASK | CURSOR } else { EVENT_MASK };
                dropped_unless(self.is_programs(window) || attributes & !of_others == 0)
            }
            // Destroy, DestroySubwindows, Reparent, Map, MapSubwindows, Unmap, UnmapSubwindows, Configure, Circulate;
            // CloseFont, FreePixmap, ChangeGC, SetDashes, SetClipRectangles, FreeGC, FreeColormap, FreeCursor, RotateProperties
            4 | 5 | 7..=13 | 46 | 54 | 56 | 58..=60 | 79 | 95 | 114 => dropped_unless(self.is_programs(request.word(0)?)),
            // ChangeProperty, DeleteProperty
            18 | 19 => dropped_unless(self.may_change(request.word(0)?, request.word(1)?)),
            // GetProperty, which can delete it as well
            20 if request.data != 0 && !self.may_change(request.word(0)?, request.word(1)?) => Verdict::ClearData,
            // SetSelectionOwner
            22 => dropped_unless(!self.selections.contains(&request.word(1)?)),
            // SendEvent
            25 => {
                let kind = request.byte(8)? & 0x7f;
                let is_message = kind == CLIENT_MESSAGE;
                dropped_unless(SENT_EVENTS.contains(&kind) && !(is_message && self.messages.contains(&request.word(4)?)))
            }
            // GrabServer, UngrabServer, WarpPointer, SetFontPath, ChangeKeyboardMapping, ChangeKeyboardControl, ChangePointerControl,
            // SetScreenSaver, ChangeHosts, SetAccessControl, SetCloseDownMode, KillClient, ForceScreenSaver
            36 | 37 | 41 | 51 | 100 | 102 | 105 | 107 | 109 | 111 | 112 | 113 | 115 => Verdict::Drop,
            // SetPointerMapping, SetModifierMapping: these have answers
            116 | 118 => Verdict::Refuse,
            // QueryExtension
            98 => {
                let length = usize::from(request.half(0)?);
                let name = request.body.get(4..).and_then(|rest| rest.get(..length));
                let is_known = |name: &[u8]| EXTENSIONS.iter().any(|known| known.name.as_bytes() == name);
                if name.is_some_and(is_known) { Verdict::Pass } else { Verdict::HideName }
            }
            128.. => self.judge_extension(request)?,
            _ => Verdict::Pass,
        })
    }

    fn judge_extension(&self, request: &Request<'_>) -> Option<Verdict> {
        let extension = self.extensions.get(&request.major)?;
        let minor = request.data;
        let is_allowed = match extension.requests {
            Minor::All => true,
            Minor::Only(allowed) => allowed.contains(&minor),
            Minor::Except(denied) => !denied.contains(&minor),
        };
        if !is_allowed {
            return None;
        }
        if extension.on_own.contains(&minor) && !self.is_programs(request.word(0)?) {
            return Some(Verdict::Drop);
        }
        Some(Verdict::Pass)
    }

    fn may_change(&self, window: u32, property: Atom) -> bool {
        if property == self.process_property {
            return false;
        }
        if window == self.root { !self.root_properties.contains(&property) } else { self.is_programs(window) }
    }

    /// Whether a program that is connected now has made it.
    fn is_programs(&self, resource: u32) -> bool {
        self.clients().contains(&(resource & self.client_bits))
    }

    fn clients(&self) -> std::sync::MutexGuard<'_, HashSet<u32>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
