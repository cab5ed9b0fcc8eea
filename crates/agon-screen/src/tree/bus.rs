//! Single questions over the accessibility bus.

use super::TreeError;
use agon_core::Region;
use atspi::{ObjectRefOwned, Role, State};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tokio::sync::Semaphore;
use zbus::connection::Builder;
use zbus::zvariant::{DynamicType, OwnedValue, Type};
use zbus::{Connection, Message};

/// More do not make a program answer faster, and its queue on the bus is finite.
const CALLS_IN_FLIGHT: usize = 64;
/// Of a text, an agent sees this much at most.
const MAX_TEXT: i32 = 2000;
/// Extents in pixels of the screen, not of the window.
const SCREEN_COORDINATES: u32 = 0;

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const COMPONENT: &str = "org.a11y.atspi.Component";
const TABLE: &str = "org.a11y.atspi.Table";
const TEXT: &str = "org.a11y.atspi.Text";
const VALUE: &str = "org.a11y.atspi.Value";

/// The accessibility bus. Questions to objects give `None` where the object is gone or has no such thing: a caller cannot do
/// anything about either.
#[derive(Clone, Debug)]
pub(super) struct Bus {
    connection: Connection,
    calls: Arc<Semaphore>,
}

/// An object of an application.
pub(super) type Object = ObjectRefOwned;

/// An object's states as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct States(u64);

impl States {
    pub(super) fn has(self, state: State) -> bool {
        self.0 & state as u64 != 0
    }

    #[cfg(test)]
    pub(super) fn of(states: &[State]) -> Self {
        Self(states.iter().fold(0, |bits, state| bits | *state as u64))
    }
}

impl Bus {
    pub(super) async fn connect(address: &str) -> Result<Self, TreeError> {
        let failed = |source| TreeError::Connect { address: address.into(), source };
        let connection = Builder::address(address).map_err(failed)?.build().await.map_err(failed)?;
        Ok(Self { connection, calls: Arc::new(Semaphore::new(CALLS_IN_FLIGHT)) })
    }

    /// The applications that have registered.
    pub(super) async fn applications(&self) -> Result<Vec<Object>, TreeError> {
        let (registry, root) = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root");
        let reply = self.connection.call_method(Some(registry), root, Some(ACCESSIBLE), "GetChildren", &()).await;
        reply.and_then(|reply| reply.body().deserialize()).map_err(TreeError::Registry)
    }

    pub(super) async fn states(&self, object: &Object) -> Option<States> {
        let words: Vec<u32> = self.ask(object, ACCESSIBLE, "GetState", &()).await?;
        Some(States(words.iter().take(2).rev().fold(0, |bits, word| bits << 32 | u64::from(*word))))
    }

    pub(super) async fn role(&self, object: &Object) -> Option<Role> {
        let number: u32 = self.ask(object, ACCESSIBLE, "GetRole", &()).await?;
        Some(Role::try_from(number).unwrap_or(Role::Unknown))
    }

    pub(super) async fn name(&self, object: &Object) -> Option<String> {
        self.property(object, ACCESSIBLE, "Name").await
    }

    pub(super) async fn description(&self, object: &Object) -> Option<String> {
        self.property(object, ACCESSIBLE, "Description").await
    }

    /// How many children it claims: a spreadsheet claims billions.
    pub(super) async fn child_count(&self, object: &Object) -> Option<i32> {
        self.property(object, ACCESSIBLE, "ChildCount").await
    }

    pub(super) async fn children(&self, object: &Object) -> Option<Vec<Object>> {
        self.ask(object, ACCESSIBLE, "GetChildren", &()).await
    }

    pub(super) async fn child(&self, object: &Object, index: i32) -> Option<Object> {
        self.ask(object, ACCESSIBLE, "GetChildAtIndex", &index).await
    }

    pub(super) async fn bounds(&self, object: &Object) -> Option<Region> {
        let extents = self.ask(object, COMPONENT, "GetExtents", &SCREEN_COORDINATES).await;
        let (x, y, width, height): (i32, i32, i32, i32) = extents?;
        Some(Region { x: x.into(), y: y.into(), width: width.into(), height: height.into() })
    }

    /// How many characters it holds.
    pub(super) async fn length_of_text(&self, object: &Object) -> Option<i32> {
        self.property(object, TEXT, "CharacterCount").await
    }

    pub(super) async fn text(&self, object: &Object) -> Option<String> {
        let count = self.length_of_text(object).await?;
        let text: String = self.ask(object, TEXT, "GetText", &(0, count.clamp(0, MAX_TEXT))).await?;
        Some(if count > MAX_TEXT { text + "…" } else { text })
    }

    /// The end of a text: what a terminal has printed last matters most.
    pub(super) async fn end_of_text(&self, object: &Object) -> Option<String> {
        let count = self.length_of_text(object).await?;
        let begin = count.saturating_sub(MAX_TEXT).max(0);
        let text: String = self.ask(object, TEXT, "GetText", &(begin, count)).await?;
        Some(if begin > 0 { format!("…{text}") } else { text })
    }

    /// The row and the column of a table's cell at a place on the screen.
    pub(super) async fn cell_at(&self, table: &Object, x: f64, y: f64) -> Option<(i32, i32)> {
        let at = (x as i32, y as i32, SCREEN_COORDINATES);
        let cell: Object = self.ask(table, COMPONENT, "GetAccessibleAtPoint", &at).await?;
        let index: i32 = self.ask(&cell, ACCESSIBLE, "GetIndexInParent", &()).await?;
        let row: i32 = self.ask(table, TABLE, "GetRowAtIndex", &index).await?;
        let column: i32 = self.ask(table, TABLE, "GetColumnAtIndex", &index).await?;
        (row >= 0 && column >= 0).then_some((row, column))
    }

    /// A table's cell by its row and column.
    pub(super) async fn cell(&self, table: &Object, row: i32, column: i32) -> Option<Object> {
        self.ask(table, TABLE, "GetAccessibleAt", &(row, column)).await
    }

    pub(super) async fn value(&self, object: &Object) -> Option<f64> {
        self.property(object, VALUE, "CurrentValue").await
    }

    async fn property<R>(&self, object: &Object, interface: &str, name: &str) -> Option<R>
    where
        R: TryFrom<OwnedValue>,
    {
        let value: OwnedValue = self.ask(object, "org.freedesktop.DBus.Properties", "Get", &(interface, name)).await?;
        R::try_from(value).ok()
    }

    async fn ask<R>(&self, object: &Object, interface: &str, method: &str, body: &(impl Serialize + DynamicType)) -> Option<R>
    where
        R: DeserializeOwned + Type,
    {
        let _permit = self.calls.acquire().await.ok()?;
        let call = self.connection.call_method(object.name_as_str(), object.path(), Some(interface), method, body);
        let reply: Message = call.await.ok()?;
        reply.body().deserialize().ok()
    }
}
