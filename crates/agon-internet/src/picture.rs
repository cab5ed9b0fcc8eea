//! Pictures without text: objects, posters, products, places, portraits. Shapes and colours are drawn from the seed.

use crate::html::put;
use agon_core::Rng;

/// Three colours that go together: ground, main, accent.
fn colours(rng: &mut Rng) -> [String; 4] {
    let hue = rng.below(360);
    let second = (hue + 150 + rng.below(60)) % 360;
    [
        format!("hsl({hue},{}%,{}%)", 18 + rng.below(30), 78 + rng.below(14)),
        format!("hsl({hue},{}%,{}%)", 30 + rng.below(40), 30 + rng.below(25)),
        format!("hsl({second},{}%,{}%)", 40 + rng.below(40), 42 + rng.below(22)),
        format!("hsl({second},{}%,{}%)", 20 + rng.below(30), 18 + rng.below(16)),
    ]
}

fn open(width: u32, height: u32, ground: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"
    )
}

/// Hills, water, sun and houses: for cities, landscapes and posters.
pub(crate) fn scene(rng: &mut Rng, width: u32, height: u32) -> String {
    let [ground, main, accent, dark] = colours(rng);
    let (w, h) = (f64::from(width), f64::from(height));
    let mut svg = open(width, height, &ground);
    put!(
        svg,
        "<circle cx=\"{:.0}\" cy=\"{:.0}\" r=\"{:.0}\" fill=\"{accent}\"/>",
        rng.real(0.15, 0.85) * w,
        rng.real(0.12, 0.4) * h,
        rng.real(0.05, 0.13) * w
    );
    for (i, fill) in [&main, &dark].into_iter().enumerate() {
        let base = h * (0.5 + 0.18 * i as f64);
        put!(svg, "<path d=\"M0 {h:.0}L0 {base:.0}");
        let steps = 3 + rng.index(4);
        for s in 1..=steps {
            let x = w * s as f64 / steps as f64;
            put!(
                svg,
                "Q{:.0} {:.0} {x:.0} {:.0}",
                x - w / steps as f64 / 2.0,
                base - rng.real(-0.08, 0.24) * h,
                base + rng.real(-0.06, 0.06) * h
            );
        }
        put!(svg, "L{w:.0} {h:.0}z\" fill=\"{fill}\" opacity=\"0.9\"/>");
    }
    for _ in 0..rng.index(7) {
        let (x, y, size) = (rng.real(0.05, 0.9) * w, rng.real(0.6, 0.85) * h, rng.real(0.04, 0.1) * w);
        put!(
            svg,
            "<path d=\"M{x:.0} {y:.0}h{size:.0}v{size:.0}h-{size:.0}zM{:.0} {y:.0}l{:.0} -{:.0}l{:.0} {:.0}z\" fill=\"{ground}\"/>",
            x - size * 0.15,
            size * 0.65,
            size * 0.6,
            size * 0.65,
            size * 0.6
        );
    }
    svg.push_str("</svg>");
    svg
}

/// A vessel, disc, panel or staff, by the department of an object.
pub(crate) fn object(rng: &mut Rng, department: usize) -> String {
    if department < 2 {
        return scene(rng, 480, 360);
    }
    let [ground, main, accent, dark] = colours(rng);
    let mut svg = open(480, 360, &ground);
    put!(svg, "<ellipse cx=\"240\" cy=\"318\" rx=\"150\" ry=\"14\" fill=\"{dark}\" opacity=\"0.25\"/>");
    match department {
        2 => {
            let (neck, belly, foot) = (rng.real(16.0, 60.0), rng.real(60.0, 120.0), rng.real(24.0, 60.0));
            put!(
                svg,
                "<path d=\"M{:.0} 60C{:.0} 130 {:.0} 150 {:.0} 200C{:.0} 270 {:.0} 290 {:.0} 312L{:.0} 312C{:.0} 290 {:.0} 270 {:.0} 200C{:.0} 150 {:.0} 130 {:.0} 60z\" fill=\"{main}\"/>",
                240.0 - neck,
                240.0 - neck,
                240.0 - belly,
                240.0 - belly,
                240.0 - belly,
                240.0 - foot,
                240.0 - foot,
                240.0 + foot,
                240.0 + foot,
                240.0 + belly,
                240.0 + belly,
                240.0 + belly,
                240.0 + neck,
                240.0 + neck
            );
            put!(svg, "<path d=\"M{:.0} 195h{:.0}v14h-{:.0}z\" fill=\"{accent}\"/>", 240.0 - belly, belly * 2.0, belly * 2.0);
        }
        3 => {
            put!(
                svg,
                "<rect x=\"90\" y=\"40\" width=\"300\" height=\"270\" fill=\"{main}\"/><rect x=\"108\" y=\"58\" width=\"264\" height=\"234\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"8\"/>"
            );
            for i in 0..5 {
                put!(
                    svg,
                    "<path d=\"M{} 175l24 -{}l24 {}l-24 {}z\" fill=\"{dark}\"/>",
                    114 + i * 50,
                    40 + rng.below(50),
                    40 + rng.below(50),
                    40 + rng.below(40)
                );
            }
        }
        4 | 5 => {
            let radius = rng.integer(80, 130);
            put!(
                svg,
                "<circle cx=\"240\" cy=\"178\" r=\"{radius}\" fill=\"{main}\"/><circle cx=\"240\" cy=\"178\" r=\"{}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"5\"/>",
                radius - 16
            );
            let turn = rng.integer(0, 90);
            for i in 0..(3 + rng.integer(0, 7)) {
                put!(
                    svg,
                    "<rect x=\"238\" y=\"{}\" width=\"4\" height=\"{}\" fill=\"{dark}\" transform=\"rotate({} 240 178)\"/>",
                    178 - radius + 20,
                    radius - 30,
                    turn + i * 40
                );
            }
        }
        6 => {
            let tilt = rng.integer(-30, 30);
            put!(
                svg,
                "<g transform=\"rotate({tilt} 240 180)\"><path d=\"M232 40l8 -18l8 18l4 190h-24z\" fill=\"{accent}\"/><rect x=\"190\" y=\"228\" width=\"100\" height=\"12\" fill=\"{dark}\"/><rect x=\"231\" y=\"240\" width=\"18\" height=\"64\" fill=\"{main}\"/></g>"
            );
        }
        _ => {
            put!(
                svg,
                "<ellipse cx=\"240\" cy=\"230\" rx=\"{}\" ry=\"{}\" fill=\"{main}\"/><rect x=\"230\" y=\"40\" width=\"20\" height=\"180\" fill=\"{dark}\"/><circle cx=\"240\" cy=\"225\" r=\"{}\" fill=\"{accent}\"/>",
                rng.integer(60, 110),
                rng.integer(60, 84),
                rng.integer(14, 30)
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A bust in front of a ground.
pub(crate) fn portrait(rng: &mut Rng) -> String {
    let [ground, main, accent, dark] = colours(rng);
    let mut svg = open(220, 260, &ground);
    let skin = ["#f1d3b8", "#d9a877", "#a97142", "#7a4a2a", "#e8bf97"][rng.index(5)];
    put!(
        svg,
        "<path d=\"M30 260C30 190 70 176 110 176C150 176 190 190 190 260z\" fill=\"{main}\"/><ellipse cx=\"110\" cy=\"112\" rx=\"{}\" ry=\"{}\" fill=\"{skin}\"/>",
        rng.integer(40, 50),
        rng.integer(52, 60)
    );
    put!(
        svg,
        "<path d=\"M62 104C60 {} 160 {} 158 104C150 84 74 84 62 104z\" fill=\"{dark}\"/><path d=\"M96 176l14 18l14 -18z\" fill=\"{accent}\"/></svg>",
        rng.integer(24, 44),
        rng.integer(24, 44)
    );
    svg
}

/// A box with a handle, a lamp, a wheel: by category of a product.
pub(crate) fn product(rng: &mut Rng, category: usize) -> String {
    let [_, main, accent, dark] = colours(rng);
    let mut svg = open(360, 300, "#f4f4f2");
    put!(svg, "<ellipse cx=\"180\" cy=\"262\" rx=\"110\" ry=\"10\" fill=\"#000\" opacity=\"0.12\"/>");
    match category % 6 {
        0 => put!(
            svg,
            "<path d=\"M110 256l16 -150h108l16 150z\" fill=\"{main}\"/><path d=\"M126 106C130 60 230 60 234 106\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"12\"/><path d=\"M250 140l44 -26v18l-38 44z\" fill=\"{accent}\"/>"
        ),
        1 => put!(
            svg,
            "<path d=\"M120 110l30 -70h60l30 70z\" fill=\"{accent}\"/><rect x=\"174\" y=\"110\" width=\"12\" height=\"130\" fill=\"{dark}\"/><ellipse cx=\"180\" cy=\"248\" rx=\"64\" ry=\"12\" fill=\"{main}\"/>"
        ),
        2 => put!(
            svg,
            "<path d=\"M90 190C90 60 270 60 270 190\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"16\"/><rect x=\"70\" y=\"160\" width=\"46\" height=\"90\" rx=\"18\" fill=\"{main}\"/><rect x=\"244\" y=\"160\" width=\"46\" height=\"90\" rx=\"18\" fill=\"{main}\"/><rect x=\"106\" y=\"170\" width=\"10\" height=\"70\" fill=\"{accent}\"/>"
        ),
        3 => put!(
            svg,
            "<rect x=\"70\" y=\"100\" width=\"220\" height=\"150\" rx=\"16\" fill=\"{main}\"/><circle cx=\"180\" cy=\"176\" r=\"{}\" fill=\"{dark}\"/><circle cx=\"180\" cy=\"176\" r=\"28\" fill=\"{accent}\"/>",
            46 + rng.below(18)
        ),
        4 => put!(
            svg,
            "<path d=\"M100 256V120C100 60 260 60 260 120V256z\" fill=\"{main}\"/><rect x=\"126\" y=\"170\" width=\"108\" height=\"64\" rx=\"10\" fill=\"{accent}\"/><rect x=\"150\" y=\"52\" width=\"60\" height=\"14\" rx=\"7\" fill=\"{dark}\"/>"
        ),
        _ => put!(
            svg,
            "<circle cx=\"110\" cy=\"200\" r=\"{0}\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"9\"/><circle cx=\"256\" cy=\"200\" r=\"{0}\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"9\"/><path d=\"M110 200l50 -80h70l26 80M160 120l30 80h-80M190 200l42 -80\" fill=\"none\" stroke=\"{main}\" stroke-width=\"10\"/><rect x=\"144\" y=\"106\" width=\"36\" height=\"12\" fill=\"{accent}\"/>",
            40 + rng.below(18)
        ),
    }
    svg.push_str("</svg>");
    svg
}

/// A mark of a company: two shapes.
pub(crate) fn emblem(rng: &mut Rng) -> String {
    let [ground, main, accent, _] = colours(rng);
    let mut svg = open(160, 160, &ground);
    match rng.below(4) {
        0 => put!(
            svg,
            "<circle cx=\"80\" cy=\"80\" r=\"{}\" fill=\"{main}\"/><path d=\"M80 30L130 120H30z\" fill=\"{accent}\"/>",
            40 + rng.below(25)
        ),
        1 => put!(
            svg,
            "<rect x=\"30\" y=\"30\" width=\"{}\" height=\"100\" fill=\"{main}\"/><circle cx=\"110\" cy=\"80\" r=\"30\" fill=\"{accent}\"/>",
            30 + rng.below(50)
        ),
        2 => put!(
            svg,
            "<path d=\"M80 20l{} 60l-60 60l-60 -60z\" fill=\"{main}\"/><path d=\"M80 50l30 30l-30 30l-30 -30z\" fill=\"{accent}\"/>",
            40 + rng.below(30)
        ),
        _ => put!(
            svg,
            "<path d=\"M20 110C40 {} 120 {} 140 110z\" fill=\"{main}\"/><rect x=\"20\" y=\"118\" width=\"120\" height=\"14\" fill=\"{accent}\"/>",
            20 + rng.below(40),
            20 + rng.below(40)
        ),
    }
    svg.push_str("</svg>");
    svg
}
