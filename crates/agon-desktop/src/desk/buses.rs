//! The session bus and the accessibility bus: their rules, and the questions that a desk asks them.

use super::DeskError;
use crate::sandbox::{ACCESSIBILITY_RULES, DeskSandbox};
use std::fs;
use std::io;
use std::path::Path;

pub(super) const BUS_RULES: &str = "bus.xml";
pub(super) const REGISTRY_NAME: &str = "org.a11y.atspi.Registry";
pub(super) const LAUNCHER_NAME: &str = "org.a11y.Bus";

/// The rules of each bus, and the name on it that the desk's own process has and gives up to whoever asks for it.
const RULES: [(&str, &str, &str); 2] = [
    (BUS_RULES, include_str!("bus.xml"), LAUNCHER_NAME),
    (ACCESSIBILITY_RULES, include_str!("accessibility.xml"), REGISTRY_NAME),
];
/// Where in the rules names are closed.
const TAKEN: &str = "<!--TAKEN-->";
const DBUS: &str = "org.freedesktop.DBus";

/// Before the buses start.
pub(super) fn lay_down_rules(sandbox: &DeskSandbox) -> io::Result<()> {
    RULES.iter().try_for_each(|(file, rules, _)| sandbox.lay_down(&sandbox.session(), Path::new(file), rules.as_bytes()))
}

/// The launcher and the registry have their names. From here on nobody gets them: those who had them would end.
pub(super) async fn close_names(sandbox: &DeskSandbox, buses: [&zbus::Connection; 2]) -> Result<(), DeskError> {
    for ((file, rules, name), bus) in RULES.iter().zip(buses) {
        let closed = rules.replace(TAKEN, &format!("<deny own=\"{name}\"/>"));
        // Written in place: a sandbox has this very file at another path.
        fs::write(sandbox.session().join(file), closed).map_err(|error| DeskError::Folder(error.to_string()))?;
        let asked = bus.call_method(Some(DBUS), "/org/freedesktop/DBus", Some(DBUS), "ReloadConfig", &()).await;
        asked.map_err(|error| DeskError::NotStarted { program: "a bus".into(), problem: error.to_string() })?;
    }
    Ok(())
}

pub(super) async fn connect(address: &str) -> Option<zbus::Connection> {
    zbus::connection::Builder::address(address).ok()?.build().await.ok()
}

pub(super) async fn accessibility_address(session: &zbus::Connection) -> Option<String> {
    let answer = session.call_method(Some(LAUNCHER_NAME), "/org/a11y/bus", Some("org.a11y.Bus"), "GetAddress", &()).await.ok()?;
    answer.body().deserialize::<String>().ok().filter(|address| !address.is_empty())
}

pub(super) async fn has_owner(bus: &zbus::Connection, name: &str) -> Option<()> {
    let answer = bus.call_method(Some(DBUS), "/org/freedesktop/DBus", Some(DBUS), "NameHasOwner", &name).await.ok()?;
    answer.body().deserialize::<bool>().ok()?.then_some(())
}
