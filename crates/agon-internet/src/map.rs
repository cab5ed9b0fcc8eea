//! The outlines of countries as SVG: longitude and latitude straight, tenths of a degree.

use crate::html::put;
use flate2::read::ZlibDecoder;
use std::io::Read as _;
use std::sync::LazyLock;

#[derive(serde::Deserialize)]
struct File {
    arcs: Vec<Vec<i32>>,
    countries: Vec<Shape>,
}

#[derive(serde::Deserialize)]
struct Shape {
    iso: Option<String>,
    polygons: Vec<Vec<Vec<i32>>>,
}

/// A country's outline: its code, the path, and its box (west, south, east, north) in tenths of a degree.
struct Outline {
    iso: String,
    path: String,
    bounds: [i32; 4],
}

static OUTLINES: LazyLock<Vec<Outline>> = LazyLock::new(|| {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/countries.zlib"));
    let mut json = Vec::new();
    let read = ZlibDecoder::new(packed).read_to_end(&mut json);
    let Some(file) = read.ok().and_then(|_| serde_json::from_slice::<File>(&json).ok()) else {
        return Vec::new();
    };
    let arcs: Vec<Vec<(i32, i32)>> = file
        .arcs
        .iter()
        .map(|steps| {
            let mut at = (0, 0);
            steps
                .chunks_exact(2)
                .map(|step| {
                    at = (at.0 + step[0], at.1 + step[1]);
                    at
                })
                .collect()
        })
        .collect();
    file.countries
        .iter()
        .filter(|c| c.iso.as_deref() != Some("AQ"))
        .map(|country| {
            let mut path = String::new();
            let mut bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
            let mut largest = 0;
            for ring in country.polygons.iter().flatten() {
                let mut points: Vec<(i32, i32)> = Vec::new();
                for index in ring {
                    let backwards = *index < 0;
                    let Some(arc) = arcs.get(if backwards { -1 - index } else { *index } as usize) else { continue };
                    let mut add = |(lon, lat): (i32, i32)| {
                        // Whole tenths of a degree are enough at the sizes that are shown.
                        let point = ((lon + 50).div_euclid(100), -((lat + 50).div_euclid(100)));
                        if points.last() != Some(&point) {
                            points.push(point);
                        }
                    };
                    if backwards { arc.iter().rev().for_each(|p| add(*p)) } else { arc.iter().for_each(|p| add(*p)) }
                }
                if points.len() < 4 {
                    continue;
                }
                // The box is that of the largest part: far islands would make every map one of the world.
                if points.len() > largest {
                    largest = points.len();
                    let (xs, ys) = (points.iter().map(|p| p.0), points.iter().map(|p| -p.1));
                    bounds = [
                        xs.clone().min().unwrap_or(0),
                        ys.clone().min().unwrap_or(0),
                        xs.max().unwrap_or(0),
                        ys.max().unwrap_or(0),
                    ];
                }
                let mut last = points[0];
                put!(path, "M{} {}l", last.0, last.1);
                for point in &points[1..] {
                    put!(path, "{} {} ", point.0 - last.0, point.1 - last.1);
                    last = *point;
                }
                path.push('z');
            }
            Outline { iso: country.iso.clone().unwrap_or_default(), path, bounds }
        })
        .collect()
});

/// Places that a map marks, in degrees east and north.
pub(crate) type Mark = (f64, f64);

/// A map of a part of the world in degrees (west, south, east, north), with a colour for each country.
pub(crate) fn draw(bounds: [f64; 4], sea: &str, colour: impl Fn(&str) -> &'static str, marks: &[Mark]) -> String {
    let [west, south, east, north] = bounds;
    let (width, height) = ((east - west) * 10.0, (north - south) * 10.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.0} {:.0} {width:.0} {height:.0}\" preserveAspectRatio=\"none\"><rect x=\"{:.0}\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{sea}\"/>",
        west * 10.0,
        -north * 10.0,
        west * 10.0,
        -north * 10.0
    );
    let line = width / 1800.0;
    for outline in OUTLINES.iter() {
        let b = outline.bounds.map(f64::from);
        let is_far = b[0] > east * 10.0 + 300.0
            || b[2] < west * 10.0 - 300.0
            || b[1] > north * 10.0 + 300.0
            || b[3] < south * 10.0 - 300.0;
        if !is_far {
            put!(
                svg,
                "<path d=\"{}\" fill=\"{}\" stroke=\"#ffffff\" stroke-width=\"{line:.2}\"/>",
                outline.path,
                colour(&outline.iso)
            );
        }
    }
    for (lon, lat) in marks {
        put!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"#b3261e\"/>", lon * 10.0, -lat * 10.0, width / 110.0);
    }
    svg.push_str("</svg>");
    svg
}

/// The box of a country with room around it, at least 16 degrees wide; `None` for those that are too small to be drawn.
pub(crate) fn around(iso: &str) -> Option<[f64; 4]> {
    let outline = OUTLINES.iter().find(|o| o.iso == iso && o.bounds[0] <= o.bounds[2])?;
    let [west, south, east, north] = outline.bounds.map(|b| f64::from(b) / 10.0);
    let half = ((east - west).max((north - south) * 1.4) * 0.9).max(8.0);
    let (x, y) = ((east + west) / 2.0, (south + north) / 2.0);
    Some([x - half, y - half * 0.62, x + half, y + half * 0.62])
}

/// Around a place, for those that have no outline.
pub(crate) fn near(lon: f64, lat: f64) -> [f64; 4] {
    [lon - 10.0, lat - 6.2, lon + 10.0, lat + 6.2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_the_countries_of_their_part() {
        let map = draw([-10.0, 35.0, 30.0, 60.0], "#dde", |iso| if iso == "DE" { "#123456" } else { "#eee" }, &[(13.4, 52.5)]);
        assert!(map.contains("#123456") && map.contains("<circle") && map.len() > 5_000);
        assert!(roxmltree::Document::parse(&map).is_ok());
    }

    #[test]
    fn countries_have_a_part_of_the_world() {
        let [west, south, east, north] = around("FR").expect("France");
        assert!(west < 2.0 && east > 2.0 && south < 46.0 && north > 46.0);
        assert_eq!(around("??"), None);
    }
}
