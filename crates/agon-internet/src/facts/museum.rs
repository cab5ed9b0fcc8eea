//! Objects of the museum, who made them, and exhibitions.

use super::names::passing_name;
use super::people::{Maker, Profession};
use super::table::{CityId, CountryId, ExhibitionId, ObjectId, PersonId, Table};
use crate::date::Date;
use agon_core::Rng;

/// Something in the collection.
#[derive(Clone, Debug)]
pub struct Object {
    /// Not always unique: there are many bowls.
    pub title: String,
    /// Such as `Vase`.
    pub kind: &'static str,
    /// Index into [`DEPARTMENTS`].
    pub department: usize,
    /// Who made it, if known.
    pub maker: Option<PersonId>,
    /// Where it was made.
    pub place: CityId,
    /// Of the place.
    pub country: CountryId,
    /// When it was made; the first and the last year it may be.
    pub years: (i32, i32),
    /// Of what.
    pub material: &'static str,
    /// Height, width, depth in millimetres; flat ones have no depth.
    pub size: (i64, i64, i64),
    /// Such as `1954.17.3`; different from all others.
    pub accession: String,
    /// When it came to the museum.
    pub acquired: i32,
    /// How it came.
    pub credit: String,
    /// Room 1 to 48, or in store.
    pub gallery: Option<u32>,
    /// Who had it before, the first first: owner, place, from year.
    pub provenance: Vec<(String, CityId, i32)>,
    /// In which exhibitions it was shown.
    pub exhibitions: Vec<ExhibitionId>,
    /// Grams, where it was weighed.
    pub weight: Option<i64>,
}

/// A show with a beginning and an end.
#[derive(Clone, Debug)]
pub struct Exhibition {
    /// Different from all others.
    pub title: String,
    /// First day.
    pub opens: Date,
    /// Last day.
    pub closes: Date,
    /// Who put it together.
    pub curator: PersonId,
    /// What is in it.
    pub objects: Vec<ObjectId>,
    /// So far, or in all.
    pub visitors: i64,
}

/// The departments, with kinds of objects and their materials.
pub const DEPARTMENTS: [(&str, [&str; 6], [&str; 4]); 8] = [
    (
        "Paintings",
        ["Landscape", "Portrait", "Still life", "Harbour view", "Interior", "Allegory"],
        ["oil on canvas", "oil on panel", "tempera on wood", "watercolour on paper"],
    ),
    (
        "Prints and drawings",
        ["Etching", "Woodcut", "Drawing", "Lithograph", "Engraving", "Sketchbook leaf"],
        ["ink on paper", "charcoal on paper", "red chalk on paper", "pencil on vellum"],
    ),
    (
        "Ceramics and glass",
        ["Bowl", "Vase", "Jug", "Tile", "Goblet", "Dish"],
        ["earthenware", "porcelain", "stoneware", "blown glass"],
    ),
    ("Textiles", ["Tapestry", "Shawl", "Carpet", "Sampler", "Robe", "Banner"], ["wool", "silk", "linen", "cotton"]),
    (
        "Scientific instruments",
        ["Astrolabe", "Sextant", "Microscope", "Barometer", "Globe", "Balance"],
        ["brass", "brass and glass", "silvered brass", "mahogany and brass"],
    ),
    ("Coins and medals", ["Coin", "Medal", "Token", "Seal", "Badge", "Plaquette"], ["silver", "gold", "bronze", "copper"]),
    (
        "Arms and armour",
        ["Sword", "Helmet", "Shield", "Powder flask", "Crossbow", "Breastplate"],
        ["steel", "iron and leather", "steel and gilt brass", "horn and iron"],
    ),
    (
        "Musical instruments",
        ["Lute", "Flute", "Drum", "Zither", "Horn", "Harp"],
        ["spruce and maple", "boxwood", "rosewood", "brass"],
    ),
];

/// How many rooms there are.
pub const GALLERIES: u32 = 48;

pub(crate) struct Collection {
    pub(crate) objects: Table<ObjectId, Object>,
    pub(crate) exhibitions: Table<ExhibitionId, Exhibition>,
}

pub(crate) fn make(rng: &mut Rng, maker: &mut Maker<'_>) -> Collection {
    let artists: Vec<PersonId> = (0..340).map(|_| maker.person(rng, Profession::Artist, 1560..=1975)).collect();
    let curators: Vec<PersonId> = (0..24).map(|_| maker.person(rng, Profession::Curator, 1955..=1990)).collect();
    let mut accessions = std::collections::HashSet::new();
    let mut objects: Vec<Object> = (0..1_200).map(|_| draw_object(rng, maker, &artists, &mut accessions)).collect();
    for (d, _) in DEPARTMENTS.iter().enumerate() {
        let mut of: Vec<&mut Object> = objects.iter_mut().filter(|o| o.department == d).collect();
        super::spread(&mut of, |o| &mut o.size.0);
        super::spread(&mut of, |o| &mut o.size.1);
    }
    let mut exhibitions = Vec::new();
    for index in 0..56u32 {
        let department = rng.index(DEPARTMENTS.len());
        let opens = Date::new(2012, 2, 1).plus(i64::from(index) * 92 + rng.integer(0, 40));
        let closes = opens.plus(rng.integer(60, 160));
        let mut chosen: Vec<ObjectId> = Vec::new();
        for (i, object) in objects.iter().enumerate() {
            let likes = if object.department == department { 0.14 } else { 0.008 };
            if object.acquired < opens.year && rng.chance(likes) && chosen.len() < 36 {
                chosen.push(ObjectId(i as u32));
            }
        }
        for id in &chosen {
            objects[id.0 as usize].exhibitions.push(ExhibitionId(index));
        }
        let (name, kinds, _) = DEPARTMENTS[department];
        let title = match rng.below(5) {
            0 => format!(
                "{}: {name} from the collection",
                ["Close to Home", "Light and Shade", "Hand and Eye", "A Measured World", "Made to Last"][rng.index(5)]
            ),
            1 => format!("The {} and its Makers", kinds[rng.index(6)]),
            2 => format!("{} in {} objects", kinds[rng.index(6)], chosen.len()),
            3 => format!(
                "From {} to {}: {}",
                maker.cities[maker.city(rng)].name,
                maker.cities[maker.city(rng)].name,
                name.to_lowercase()
            ),
            _ => format!("New Light on {name}"),
        };
        exhibitions.push(Exhibition {
            title: format!("{title} ({})", opens.year),
            opens,
            closes,
            curator: curators[rng.index(curators.len())],
            objects: chosen,
            visitors: rng.integer(8_000, 240_000),
        });
    }
    let mut seen = std::collections::HashSet::new();
    for exhibition in &mut exhibitions {
        while !seen.insert(exhibition.title.clone()) {
            exhibition.title.insert_str(0, "Again: ");
        }
    }
    super::spread(&mut exhibitions, |e| &mut e.visitors);
    Collection { objects: Table::new(objects), exhibitions: Table::new(exhibitions) }
}

fn draw_object(
    rng: &mut Rng,
    maker: &Maker<'_>,
    artists: &[PersonId],
    accessions: &mut std::collections::HashSet<String>,
) -> Object {
    let department = rng.index(DEPARTMENTS.len());
    let (_, kinds, materials) = DEPARTMENTS[department];
    let kind = kinds[rng.index(6)];
    let is_signed = rng.chance(if department < 2 { 0.9 } else { 0.35 });
    let by = is_signed.then(|| artists[rng.index(artists.len())]);
    let (country, years) = match by {
        Some(person) => {
            let row = &maker.people[person];
            let end = row.died.map_or(2015, |d| d.year).min(2015);
            let made = rng.integer(i64::from(row.born.year) + 19, i64::from(end.max(row.born.year + 20))) as i32;
            (row.country, (made, made + if rng.chance(0.3) { rng.below(4) as i32 } else { 0 }))
        }
        None => {
            let made = (1920.0 - 1500.0 * rng.unit() * rng.unit()) as i32;
            (maker.country(rng), (made, made + rng.integer(0, 40) as i32))
        }
    };
    let years = (years.0.min(2016), years.1.min(2016));
    let place = maker.city_of(rng, country);
    let size = match department {
        0 => (rng.integer(220, 1_900), rng.integer(220, 2_300), 0),
        1 => (rng.integer(90, 520), rng.integer(90, 560), 0),
        3 => (rng.integer(400, 3_900), rng.integer(300, 4_200), 0),
        5 => (rng.integer(120, 1_400) / 10, rng.integer(120, 1_400) / 10, rng.integer(1, 6)),
        _ => (rng.integer(60, 1_250), rng.integer(50, 900), rng.integer(30, 600)),
    };
    let acquired = rng.integer(i64::from(years.1.max(1872)) + 1, 2024).min(2024) as i32;
    let accession = loop {
        let text = format!("{acquired}.{}.{}", rng.integer(1, 120), rng.integer(1, 30));
        if accessions.insert(text.clone()) {
            break text;
        }
    };
    let donor = passing_name(rng).replace('.', "");
    let family = super::names::some_family(rng);
    let credit = match rng.below(5) {
        0 => format!("Gift of the {family} family, {acquired}"),
        1 => format!("Bequest of {} {family}, {acquired}", donor.split(' ').next().unwrap_or("Anna")),
        2 => format!("Purchased with the {family} Fund, {acquired}"),
        3 => format!("Transferred from the {} Library, {acquired}", maker.cities[place].name),
        _ => format!("Museum purchase, {acquired}"),
    };
    let mut provenance = Vec::new();
    let mut year = years.1 + rng.integer(1, 30) as i32;
    for _ in 0..rng.index(4) {
        if year >= acquired - 2 {
            break;
        }
        let owner = match rng.below(3) {
            0 => format!("{} Gallery", super::names::some_family(rng)),
            1 => format!("{} collection", super::names::some_family(rng)),
            _ => format!("the {} family", super::names::some_family(rng)),
        };
        provenance.push((owner, maker.city(rng), year));
        year += rng.integer(4, 70) as i32;
    }
    let place_name = maker.cities[place].name;
    let title = match (department, rng.below(3)) {
        (0 | 1, 0) => format!("{kind}, {place_name}"),
        (0 | 1, 1) => format!(
            "{} {}",
            ["The", "A"][rng.index(2)],
            [
                "Ferry at Dusk",
                "Market Day",
                "Letter",
                "Window",
                "Old Bridge",
                "Miller's Daughter",
                "Reading Lesson",
                "Storm",
                "Quarry",
                "Winter Road",
                "Flower Seller",
                "Harvest",
                "Empty Chair",
                "Fishmonger",
                "Cellist"
            ][rng.index(15)]
        ),
        (0 | 1, _) => format!(
            "{kind} with {}",
            [
                "a Heron",
                "Two Figures",
                "a Blue Jar",
                "Lemons",
                "a Broken Column",
                "Boats",
                "a Sleeping Dog",
                "Ruins",
                "Poplars",
                "a Candle"
            ][rng.index(10)]
        ),
        (_, 0) => format!(
            "{kind} with {}",
            [
                "a floral border",
                "inscription",
                "coat of arms",
                "geometric pattern",
                "bird motifs",
                "a crowned lion",
                "wave pattern",
                "star motifs"
            ][rng.index(8)]
        ),
        (_, 1) => format!("{kind} from {place_name}"),
        _ => format!(
            "{} {}",
            ["Small", "Large", "Ceremonial", "Travelling", "Presentation", "Painted"][rng.index(6)],
            kind.to_lowercase()
        ),
    };
    Object {
        title,
        kind,
        department,
        maker: by,
        place,
        country,
        years,
        material: materials[rng.index(4)],
        size,
        accession,
        acquired,
        credit,
        gallery: rng.chance(0.55).then(|| 1 + rng.below(u64::from(GALLERIES)) as u32),
        provenance,
        exhibitions: Vec::new(),
        weight: (department >= 2 && rng.chance(0.6)).then(|| rng.integer(8, 9_000)),
    }
}
