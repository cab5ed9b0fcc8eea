//! The session bus and the accessibility bus: their rules, and the questions that a screen asks them.

use crate::ScreenError;
use crate::folders::{ACCESSIBILITY_RULES, Folders};
use std::fs;
use std::io;
use std::path::Path;

pub(crate) const BUS_RULES: &str = "bus.xml";
pub(crate) const REGISTRY_NAME: &str = "org.a11y.atspi.Registry";
pub(crate) const LAUNCHER_NAME: &str = "org.a11y.Bus";

/// The rules of each bus, and the name on it that the screen's own process has and gives up to whoever asks for it.
const RULES: [(&str, &str, &str); 2] = [
    (BUS_RULES, include_str!("rules/bus.xml"), LAUNCHER_NAME),
    (ACCESSIBILITY_RULES, include_str!("rules/accessibility.xml"), REGISTRY_NAME),
];
/// Where in the rules names are closed.
const TAKEN: &str = "<!--TAKEN-->";
const DBUS: &str = "org.freedesktop.DBus";

/// Before the buses start.
pub(crate) fn lay_down_rules(folders: Folders<'_>) -> io::Result<()> {
    RULES.iter().try_for_each(|(file, rules, _)| folders.0.lay_down(&folders.session(), Path::new(file), rules.as_bytes()))
}

/// The launcher and the registry have their names. From here on nobody gets them: those who had them would end.
pub(crate) async fn close_names(folders: Folders<'_>, buses: [&zbus::Connection; 2]) -> Result<(), ScreenError> {
    for ((file, rules, name), bus) in RULES.iter().zip(buses) {
        let closed = rules.replace(TAKEN, &format!("<deny own=\"{name}\"/>"));
        // Written in place: a sandbox has this very file at another path.
        fs::write(folders.session().join(file), closed).map_err(|error| ScreenError::Folder(error.to_string()))?;
        let asked = bus.call_method(Some(DBUS), "/org/freedesktop/DBus", Some(DBUS), "ReloadConfig", &()).await;
        asked.map_err(|error| ScreenError::NotStarted { program: "a bus".into(), problem: error.to_string() })?;
    }
    Ok(())
}

pub(crate) async fn connect(address: &str) -> Option<zbus::Connection> {
    zbus::connection::Builder::address(address).ok()?.build().await.ok()
}

pub(crate) async fn accessibility_address(session: &zbus::Connection) -> Option<String> {
    let answer = session.call_method(Some(LAUNCHER_NAME), "/org/a11y/bus", Some("org.a11y.Bus"), "GetAddress", &()).await.ok()?;
    answer.body().deserialize::<String>().ok().filter(|address| !address.is_empty())
}

pub(crate) async fn has_owner(bus: &zbus::Connection, name: &str) -> Option<()> {
    let answer = bus.call_method(Some(DBUS), "/org/freedesktop/DBus", Some(DBUS), "NameHasOwner", &name).await.ok()?;
    answer.body().deserialize::<bool>().ok()?.then_some(())
}
