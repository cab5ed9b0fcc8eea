use agon_desktop::tree::Reader;
#[tokio::test]
async fn look() {
    let addr = std::env::var("A11Y").unwrap();
    let t = std::time::Instant::now();
    let reader = Reader::connect(&addr).await.unwrap();
    println!("connect {:?}", t.elapsed());
    for _ in 0..5 {
        let t = std::time::Instant::now();
        let tree = reader.read((1920, 1080)).await.unwrap();
        println!("{} nodes {:?}", tree.nodes.len(), t.elapsed());
    }
    let o = agon_desktop::tree::ReadOptions { filter: agon_desktop::tree::Filter { roles: agon_desktop::tree::Roles::All, visible: false, available: false }, ..Default::default() };
    let t = std::time::Instant::now();
    let tree = reader.read_with((1920, 1080), &o).await.unwrap();
    println!("all {} nodes {:?}", tree.nodes.len(), t.elapsed());
    let t = std::time::Instant::now();
    let tree = if std::env::var("ALL").is_ok() { tree } else { reader.read((1920, 1080)).await.unwrap() };
    println!("{} nodes {:?}", tree.nodes.len(), t.elapsed());
    let mut depths: Vec<usize> = vec![];
    for node in &tree.nodes {
        let d = node.parent.map_or(0, |p| depths[p as usize] + 1);
        depths.push(d);
        println!("{}{} {:?} = {:?} {:?}", "  ".repeat(d), node.role, node.name, node.value, node.bounds.map(|b| (b.x, b.y, b.width, b.height)));
    }
}
