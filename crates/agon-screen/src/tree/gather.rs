//! Asks the objects of applications what they are, level by level.

use super::ReadOptions;
use super::bus::{Bus, Object, States};
use super::roles;
use agon_core::Region;
use atspi::{Role, State};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// A list that claims more children is read up to here.
const MAX_CHILDREN: i32 = 500;
/// Of a sheet, so many rows and columns are looked at.
const MAX_LINES: i32 = 200;
/// The rows and columns of a sheet that are asked for at once.
const TILE: (usize, usize) = (8, 6);
/// How far inside of a sheet's edges the first and the last cell are looked for, in pixels.
const INSET: f64 = 3.0;

/// What is known of one object.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The place of what it is in; always before its own.
    pub(super) parent: Option<usize>,
    pub(super) role: Role,
    pub(super) states: States,
    /// It and everything it is in shows. Qt says of a cell in a hidden table that it does.
    pub(super) shows: bool,
    pub(super) name: String,
    /// What stands in it: a text, a number.
    pub(super) content: String,
    pub(super) bounds: Option<Region>,
}

/// One application.
#[derive(Clone, Debug)]
pub(super) enum Application {
    /// Its objects, level by level, itself first.
    Read(Vec<Facts>),
    /// It did not answer in time.
    Silent,
}

/// Reads all of them at the same time, in their order. Those that are gone are left out.
pub(super) async fn applications(bus: &Bus, roots: Vec<Object>, options: &ReadOptions, deadline: Instant) -> Vec<Application> {
    let read = |root| {
        let (bus, options) = (bus.clone(), options.clone());
        async move {
            match tokio::time::timeout_at(deadline, application(&bus, root, &options)).await {
                Ok(facts) if facts.is_empty() => None,
                Ok(facts) => Some(Application::Read(facts)),
                Err(_) => Some(Application::Silent),
            }
        }
    };
    together(roots.into_iter().map(read)).await.into_iter().flatten().collect()
}

async fn application(bus: &Bus, root: Object, options: &ReadOptions) -> Vec<Facts> {
    let mut facts: Vec<Facts> = Vec::new();
    let mut level = vec![(None, root, false)];
    while !level.is_empty() {
        level.truncate(options.max_nodes.saturating_sub(facts.len()));
        let asked = level.into_iter().map(|(parent, object, in_open_menu)| {
            let (bus, hidden) = (bus.clone(), !options.filter.visible);
            async move { look(&bus, parent, &object, hidden, in_open_menu).await }
        });
        level = Vec::new();
        for (mut found, children) in together(asked).await.into_iter().flatten() {
            found.shows &= found.parent.is_none_or(|parent| facts[parent].shows);
            let is_open_menu =
                found.role == Role::Menu && (found.states.has(State::Selected) || found.states.has(State::Focused));
            level.extend(children.into_iter().map(|child| (Some(facts.len()), child, is_open_menu)));
            facts.push(found);
        }
    }
    facts
}

/// What an object is, and its children. `None` where it is gone, or does not show and hidden ones are not asked for.
async fn look(
    bus: &Bus,
    parent: Option<usize>,
    object: &Object,
    hidden: bool,
    in_open_menu: bool,
) -> Option<(Facts, Vec<Object>)> {
    let states = bus.states(object).await?;
    // An application has no place of its own and shows nothing: its windows do.
    let mut shows = parent.is_none() || (states.has(State::Showing) && states.has(State::Visible));
    // GTK does not say of the items of an open menu that they show. Those of a closed one have no place.
    if !shows && in_open_menu {
        shows = bus.bounds(object).await.is_some_and(|bounds| bounds.x > f64::from(i32::MIN) && bounds.height > 1.0);
    }
    if states.has(State::Defunct) || !(shows || hidden) {
        return None;
    }
    // GTK complains on standard error of whoever asks an application for its place.
    let bounds = async { if parent.is_some() { bus.bounds(object).await } else { None } };
    let (role, name, count, bounds) = tokio::join!(bus.role(object), bus.name(object), bus.child_count(object), bounds);
    let (role, name) = (role?, name.unwrap_or_default());
    let (name, content, children) = tokio::join!(
        described(bus, object, role, &name),
        content(bus, object, role, &name),
        children(bus, object, count, bounds)
    );
    // Whoever puts a part of its own into another application is not that application.
    let children = children.into_iter().filter(|child| child.name_as_str() == object.name_as_str()).collect();
    Some((Facts { parent, role, states, shows, name, content, bounds }, children))
}

/// Buttons that show only a picture often say in a description what they do.
async fn described(bus: &Bus, object: &Object, role: Role, name: &str) -> String {
    if name.trim().is_empty() && roles::can_act(role) {
        bus.description(object).await.unwrap_or_default()
    } else {
        name.to_owned()
    }
}

async fn content(bus: &Bus, object: &Object, role: Role, name: &str) -> String {
    if role == Role::Terminal {
        bus.end_of_text(object).await.unwrap_or_default()
    } else if roles::holds_text(role) || (role == Role::TableCell && is_place(name)) {
        bus.text(object).await.unwrap_or_default()
    } else if roles::holds_number(role) {
        bus.value(object).await.map(|value| value.to_string()).unwrap_or_default()
    } else {
        String::new()
    }
}

/// Whether a cell is called by its place in a sheet, such as `B12`: then what stands in it is another question.
fn is_place(name: &str) -> bool {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
    digits.len() < name.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The cells of a sheet that show and hold something; a sheet claims millions. They are asked for in tiles, to the right and down until nothing more
/// comes. `None` where it is no sheet.
async fn cells(bus: &Bus, sheet: &Object, bounds: Region) -> Option<Vec<Object>> {
    let first = bus.cell_at(sheet, bounds.x + INSET, bounds.y + INSET);
    let last = bus.cell_at(sheet, bounds.x + bounds.width - INSET, bounds.y + bounds.height - INSET);
    let (first, last) = tokio::join!(first, last);
    let ((top, left), (bottom, right)) = (first?, last?);
    let mut found = Vec::new();
    for row in (top..=bottom.min(top.saturating_add(MAX_LINES))).step_by(TILE.0) {
        let before = found.len();
        for column in (left..=right.min(left.saturating_add(MAX_LINES))).step_by(TILE.1) {
            let tile = tile(bus, sheet, (row, column), (bottom, right)).await;
            let is_empty = tile.is_empty();
            found.extend(tile);
            if is_empty && column > left {
                break;
            }
        }
        if found.len() == before && row > top {
            break;
        }
    }
    Some(found)
}

/// The cells of a tile that hold something, row by row.
async fn tile(bus: &Bus, sheet: &Object, first: (i32, i32), last: (i32, i32)) -> Vec<Object> {
    let rows = (first.0..=last.0).take(TILE.0);
    let places = rows.flat_map(|row| (first.1..=last.1).take(TILE.1).map(move |column| (row, column)));
    let ask = |(row, column)| {
        let (bus, sheet) = (bus.clone(), sheet.clone());
        async move {
            let cell = bus.cell(&sheet, row, column).await?;
            (bus.length_of_text(&cell).await? > 0).then_some(cell)
        }
    };
    together(places.map(ask)).await.into_iter().flatten().collect()
}

async fn children(bus: &Bus, object: &Object, count: Option<i32>, bounds: Option<Region>) -> Vec<Object> {
    let sheet = match (count, bounds) {
        (Some(MAX_CHILDREN..), Some(bounds)) => cells(bus, object, bounds).await,
        _ => None,
    };
    if let Some(cells) = sheet {
        return cells.into_iter().filter(|cell| !cell.is_null()).collect();
    }
    let children = match count.unwrap_or(0) {
        ..1 => Vec::new(),
        1..=MAX_CHILDREN => bus.children(object).await.unwrap_or_default(),
        _ => {
            let ask = |index| {
                let (bus, object) = (bus.clone(), object.clone());
                async move { bus.child(&object, index).await }
            };
            together((0..MAX_CHILDREN).map(ask)).await.into_iter().flatten().collect()
        }
    };
    children.into_iter().filter(|child| !child.is_null()).collect()
}

/// Runs futures at the same time and gives what they give, in their order. They end with this one.
async fn together<T: Send + 'static>(futures: impl Iterator<Item = impl Future<Output = T> + Send + 'static>) -> Vec<T> {
    let mut running = JoinSet::new();
    for (place, future) in futures.enumerate() {
        running.spawn(async move { (place, future.await) });
    }
    let mut given: Vec<(usize, T)> = Vec::with_capacity(running.len());
    while let Some(joined) = running.join_next().await {
        given.extend(joined.ok());
    }
    given.sort_by_key(|(place, _)| *place);
    given.into_iter().map(|(_, value)| value).collect()
}
