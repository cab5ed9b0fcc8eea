//! Programs as no toolkit should make them, on a bus of the test's own.

use super::SCREEN;
use agon_desktop::tree::{ReadOptions, Reader};
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use zbus::Connection;
use zbus::connection::Builder;
use zbus::zvariant::{ObjectPath, OwnedObjectPath};

const ROOT: &str = "/org/a11y/atspi/accessible/root";
/// Enabled, showing and visible, by their bits.
const STATES: [u32; 2] = [1 << 8 | 1 << 25 | 1 << 30, 0];
const APPLICATION: u32 = 75;
const LIST_ITEM: u32 = 32;

/// One object of an application. Its children are all the same one.
struct Strange {
    role: u32,
    claims: i32,
    child: (String, OwnedObjectPath),
    answers: bool,
}

#[zbus::interface(name = "org.a11y.atspi.Accessible")]
impl Strange {
    async fn get_state(&self) -> Vec<u32> {
        if !self.answers {
            std::future::pending::<()>().await;
        }
        STATES.into()
    }

    fn get_role(&self) -> u32 {
        self.role
    }

    fn get_children(&self) -> Vec<(String, OwnedObjectPath)> {
        vec![self.child.clone(); usize::try_from(self.claims).unwrap()]
    }

    fn get_child_at_index(&self, _index: i32) -> (String, OwnedObjectPath) {
        self.child.clone()
    }

    #[zbus(property)]
    fn name(&self) -> &str {
        "strange"
    }

    #[zbus(property)]
    fn child_count(&self) -> i32 {
        self.claims
    }
}

struct Places;

#[zbus::interface(name = "org.a11y.atspi.Component")]
impl Places {
    fn get_extents(&self, _coordinates: u32) -> (i32, i32, i32, i32) {
        (10, 10, 100, 20)
    }
}

/// A bus with a registry of the applications that the test makes.
struct Bus {
    address: String,
    registry: Connection,
    applications: Vec<Connection>,
    daemon: Child,
}

impl Drop for Bus {
    fn drop(&mut self) {
        let _ = self.daemon.kill();
        let _ = self.daemon.wait();
    }
}

impl Bus {
    /// Each application is a root with so many claimed children, all of them `child`, and answers or does not.
    async fn with(applications: &[(i32, &str, bool)]) -> Self {
        let mut command = Command::new("dbus-daemon");
        command.args(["--session", "--nofork", "--print-address"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut daemon =
            command.spawn().unwrap_or_else(|error| panic!("dbus-daemon could not be started ({error}): install dbus"));
        let mut address = String::new();
        BufReader::new(daemon.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        let mut connections = Vec::new();
        for (claims, child, answers) in applications {
            let connection = Builder::address(address.as_str()).unwrap().build().await.unwrap();
            let name = connection.unique_name().unwrap().to_string();
            let child = (name, OwnedObjectPath::from(ObjectPath::try_from(*child).unwrap()));
            let root = Strange { role: APPLICATION, claims: *claims, child: child.clone(), answers: *answers };
            connection.object_server().at(ROOT, root).await.unwrap();
            let leaf = Strange { role: LIST_ITEM, claims: 0, child, answers: true };
            connection.object_server().at("/leaf", leaf).await.unwrap();
            connection.object_server().at("/leaf", Places).await.unwrap();
            connections.push(connection);
        }
        let registry = Builder::address(address.as_str()).unwrap().name("org.a11y.atspi.Registry").unwrap();
        let names = connections.iter().map(|connection| connection.unique_name().unwrap().to_string()).collect();
        let registry = registry.serve_at(ROOT, Registry(names)).unwrap().build().await.unwrap();
        Self { address, registry, applications: connections, daemon }
    }

    /// From now on only the first so many of the applications are registered.
    async fn register(&self, count: usize) {
        let names = self.applications.iter().map(|connection| connection.unique_name().unwrap().to_string());
        let registry = self.registry.object_server().interface::<_, Registry>(ROOT).await.unwrap();
        registry.get_mut().await.0 = names.take(count).collect();
    }
}

struct Registry(Vec<String>);

#[zbus::interface(name = "org.a11y.atspi.Accessible")]
impl Registry {
    fn get_children(&self) -> Vec<(String, OwnedObjectPath)> {
        self.0.iter().map(|name| (name.clone(), ObjectPath::from_static_str_unchecked(ROOT).into())).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_billions_of_children_five_hundred_are_read() {
    let bus = Bus::with(&[(i32::MAX, "/leaf", true)]).await;
    let reader = Reader::connect(&bus.address).await.unwrap();
    let patient = ReadOptions { timeout: Duration::from_secs(30), ..ReadOptions::default() };
    let begun = Instant::now();
    let tree = reader.read_with(SCREEN, &patient).await.unwrap();
    println!("{} of 2^31 nodes in {:?}", tree.nodes.len(), begun.elapsed());
    let mut roles: HashMap<&str, usize> = HashMap::new();
    tree.nodes.iter().for_each(|node| *roles.entry(&node.role).or_default() += 1);
    assert_eq!(roles, HashMap::from([("application", 1), ("list item", 500)]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_in_a_circle_ends() {
    let bus = Bus::with(&[(2, ROOT, true)]).await;
    let reader = Reader::connect(&bus.address).await.unwrap();
    let options = ReadOptions { max_nodes: 300, timeout: Duration::from_secs(30), ..ReadOptions::default() };
    let tree = reader.read_with(SCREEN, &options).await.unwrap();
    assert_eq!(tree.nodes.len(), 300);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_program_does_not_hide_the_others() {
    let bus = Bus::with(&[(3, "/leaf", true), (3, "/leaf", false), (3, "/gone", true), (0, "/leaf", true)]).await;
    let reader = Reader::connect(&bus.address).await.unwrap();
    let options = ReadOptions { timeout: Duration::from_secs(1), ..ReadOptions::default() };
    let tree = reader.read_with(SCREEN, &options).await.unwrap();
    let said: Vec<(&str, String)> = tree.nodes.iter().map(|node| (node.role.as_str(), node.value_and_states())).collect();
    let item = ("list item", "");
    assert_eq!(
        said.iter().map(|(role, value)| (*role, value.as_str())).collect::<Vec<_>>(),
        [("application", ""), item, item, item, ("application", "[not responding]")],
        "{tree:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bus_without_a_registry_is_an_error() {
    let bus = Bus::with(&[]).await;
    let reader = Reader::connect(&bus.address).await.unwrap();
    assert!(reader.read(SCREEN).await.unwrap().nodes.is_empty(), "nobody is there");
    bus.registry.release_name("org.a11y.atspi.Registry").await.unwrap();
    assert!(reader.read(SCREEN).await.is_err());
    assert!(Reader::connect("unix:path=/nowhere").await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_application_that_registers_later_by_the_same_name_is_not_read() {
    let bus = Bus::with(&[(2, "/leaf", true), (3, "/leaf", true)]).await;
    bus.register(1).await;
    let reader = Reader::connect(&bus.address).await.unwrap();
    let at_start = reader.applications().await.unwrap();
    bus.register(2).await;
    let all = reader.read(SCREEN).await.unwrap();
    assert_eq!(all.nodes.len(), 7, "{all:?}");
    let known = reader.only(at_start).read(SCREEN).await.unwrap();
    assert_eq!(known.nodes.len(), 3, "{known:?}");
}
