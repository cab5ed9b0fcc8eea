//! The accessibility tree and the marks, of a real program and of programs that misbehave.

mod desktop;
mod strange;

use agon_core::{Tree, TreeNode};
use agon_desktop::marks;
use agon_desktop::tree::{Filter, ReadOptions, Reader, Roles};
use desktop::Desktop;
use std::time::{Duration, Instant};

const SCREEN: (u32, u32) = (1280, 800);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kalgebra_is_read_and_its_bounds_are_where_one_clicks() {
    let desktop = Desktop::start(SCREEN).await;
    let kalgebra = desktop.open("kalgebra");
    let reader = Reader::connect(&desktop.accessibility_bus()).await.unwrap();
    let tree = read_until(&reader, |tree| find(tree, "table cell", "pi").is_some()).await;

    let frame = tree.nodes.iter().find(|node| node.role == "frame").unwrap().bounds.unwrap();
    let (x, y, width, height) = desktop.window("kalgebra");
    assert_eq!((frame.x, frame.y, frame.width, frame.height), (x, y, width, height), "the frame is the window");
    for name in ["Session", "Calculator", "Help"] {
        let item = find(&tree, "menu item", name).unwrap();
        assert_eq!(parent(&tree, item).role, "menu bar");
    }
    let tabs: Vec<&TreeNode> = tree.nodes.iter().filter(|node| node.role == "page tab").collect();
    let names: Vec<&str> = tabs.iter().map(|tab| tab.name.as_str()).collect();
    assert_eq!(names, ["Calculator", "2D Graph", "3D Graph", "Dictionary"]);
    assert_eq!((tabs[0].value.as_str(), tabs[1].value.as_str()), ("[selected]", ""));
    let graph = find(&tree, "menu item", "2D Graph").unwrap();
    assert_eq!(graph.value, "[disabled]", "the graph's menu waits for the graph's tab");
    assert!(tree.nodes.iter().all(|node| node.role != "filler" && node.role != "separator"));

    // What is typed stands in the console's field, and what it computes in the list of variables.
    let field = console(&tree);
    desktop.click(centre(field));
    desktop.type_text("a:=42");
    read_until(&reader, |tree| console(tree).value == "a:=42 [focused]").await;
    desktop.type_text("\n");
    let tree = read_until(&reader, |tree| find(tree, "table cell", "a").is_some()).await;
    let row = find(&tree, "table cell", "a").unwrap().bounds.unwrap().y;
    let beside = tree.nodes.iter().find(|node| node.name == "42" && node.bounds.is_some_and(|bounds| bounds.y == row));
    assert!(beside.is_some(), "the value stands beside its name: {tree:#?}");

    let tab = find(&tree, "page tab", "2D Graph").unwrap();
    desktop.click(centre(tab));
    let tree = read_until(&reader, |tree| find(tree, "page tab", "2D Graph").is_some_and(|tab| tab.value == "[selected]")).await;
    assert!(find(&tree, "table cell", "a").is_none(), "the variables belong to the other tab");

    let everything =
        ReadOptions { filter: Filter { roles: Roles::All, visible: false, ..Filter::default() }, ..ReadOptions::default() };
    let begun = Instant::now();
    let all = reader.read_with(SCREEN, &everything).await.unwrap();
    println!("everything: {} nodes in {:?}", all.nodes.len(), begun.elapsed());
    assert!(all.nodes.len() > 300);
    let hidden = all.nodes.iter().find(|node| node.role == "table cell" && node.name == "a").unwrap();
    assert_eq!(hidden.bounds, None, "it is there, and not on the screen");
    let few = ReadOptions { max_nodes: 40, ..everything };
    assert_eq!(reader.read_with(SCREEN, &few).await.unwrap().nodes.len(), 40);
    let tabs_only = Filter { roles: Roles::Only(vec!["page tab".into()]), ..Filter::default() };
    let tabs = reader.read_with(SCREEN, &ReadOptions { filter: tabs_only, ..ReadOptions::default() }).await.unwrap();
    assert!(find(&tabs, "page tab", "Dictionary").is_some() && tabs.nodes.iter().all(|node| node.role == "page tab"));
    let available = Filter { available: true, ..Filter::default() };
    let available = reader.read_with(SCREEN, &ReadOptions { filter: available, ..ReadOptions::default() }).await.unwrap();
    assert!(available.nodes.iter().all(|node| !node.value.contains("disabled")));

    // An open menu is in the tree, and what it covers takes no mark.
    desktop.click(centre(find(&tree, "menu item", "2D Graph").unwrap()));
    let mut tree = read_until(&reader, |tree| tree.nodes.iter().any(|node| node.role == "popup menu")).await;
    let picture = desktop.screenshot();
    let begun = Instant::now();
    let marked = marks::draw(&picture, &mut tree);
    println!("{} marks in {:?}", tree.nodes.iter().filter(|node| node.mark.is_some()).count(), begun.elapsed());
    desktop.keep(&marked, "kalgebra-marks");
    desktop.keep(&marked, "kalgebra-marks");

    // A program that does not answer is said not to; one that is gone is not there.
    kalgebra.freeze();
    let hurried = ReadOptions { timeout: Duration::from_millis(300), ..ReadOptions::default() };
    let begun = Instant::now();
    let tree = reader.read_with(SCREEN, &hurried).await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!((tree.nodes.len(), tree.nodes[0].value.as_str()), (1, "[not responding]"));
    drop(kalgebra);
    read_until(&reader, |tree| tree.nodes.is_empty()).await;
    drop(desktop);
    assert!(reader.read_with(SCREEN, &hurried).await.is_err(), "a bus that is gone is an error, not an empty desktop");
}

/// Reads until the tree is as wanted. A tree that never is fails the test with what it was.
async fn read_until(reader: &Reader, wanted: impl Fn(&Tree) -> bool) -> Tree {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let begun = Instant::now();
        let tree = reader.read(SCREEN).await.unwrap();
        if wanted(&tree) {
            println!("{} nodes in {:?}", tree.nodes.len(), begun.elapsed());
            return tree;
        }
        assert!(Instant::now() < deadline, "not within 30 s: {:#?}", tree.nodes);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn find<'a>(tree: &'a Tree, role: &str, name: &str) -> Option<&'a TreeNode> {
    tree.nodes.iter().find(|node| node.role == role && node.name == name)
}

fn console(tree: &Tree) -> &TreeNode {
    tree.nodes.iter().find(|node| node.role == "text").unwrap()
}

fn parent<'a>(tree: &'a Tree, node: &TreeNode) -> &'a TreeNode {
    &tree.nodes[node.parent.unwrap() as usize]
}

fn centre(node: &TreeNode) -> (i16, i16) {
    let bounds = node.bounds.unwrap();
    ((bounds.x + bounds.width / 2.0) as i16, (bounds.y + bounds.height / 2.0) as i16)
}
