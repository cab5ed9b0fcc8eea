//! Products of the shop and what buyers say.

use super::companies::{Company, INDUSTRIES};
use super::names::passing_name;
use super::table::{CompanyId, ProductId, Table};
use crate::date::Date;
use agon_core::Rng;
use std::collections::HashSet;

/// Something that is sold.
#[derive(Clone, Debug)]
pub struct Product {
    /// Different from all others.
    pub name: String,
    /// Index into [`CATEGORIES`].
    pub category: usize,
    /// Who makes it.
    pub maker: CompanyId,
    /// Such as `BW-40213`.
    pub sku: String,
    /// Hundredths of a crown.
    pub price: i64,
    /// What it cost before, if it is reduced.
    pub old_price: Option<i64>,
    /// How many are there; 0 if sold out.
    pub stock: i64,
    /// Days until it is delivered.
    pub delivery: i64,
    /// Grams.
    pub weight: i64,
    /// Months.
    pub warranty: i64,
    /// What the category's specifications are, in its order.
    pub specs: [i64; 4],
    /// What buyers say, the newest first.
    pub reviews: Vec<Review>,
    /// When it came into the shop.
    pub since: Date,
}

impl Product {
    /// Mean of the stars in hundredths.
    pub fn rating(&self) -> Option<i64> {
        let n = self.reviews.len() as i64;
        let sum: i64 = self.reviews.iter().map(|r| r.stars).sum();
        (n > 0).then(|| (sum * 100 + n / 2) / n)
    }
}

/// What a buyer says.
#[derive(Clone, Debug)]
pub struct Review {
    /// Given name and an initial.
    pub by: String,
    /// 1 to 5.
    pub stars: i64,
    /// When.
    pub date: Date,
    /// Which texts; the page composes them.
    pub(crate) text: u64,
    /// Found helpful by so many.
    pub helpful: i64,
}

/// A kind of product: key, title, words for names, specifications (name, unit, least, most), price from and to in crowns.
pub struct Category {
    /// In addresses.
    pub key: &'static str,
    /// As a heading.
    pub title: &'static str,
    words: [&'static str; 4],
    /// Name, unit, least, most.
    pub specs: [(&'static str, &'static str, i64, i64); 4],
    price: (i64, i64),
}

macro_rules! category {
    ($key:literal, $title:literal, $words:expr, $price:expr, $specs:expr) => {
        Category { key: $key, title: $title, words: $words, specs: $specs, price: $price }
    };
}

/// What the shop sells.
#[rustfmt::skip]
pub const CATEGORIES: [Category; 12] = [
    category!("kettles", "Kettles", ["Kettle", "Tea Kettle", "Gooseneck Kettle", "Travel Kettle"], (190, 1_400), [("Capacity", "ml", 500, 2_200), ("Power", "W", 900, 3_000), ("Noise", "dB", 48, 84), ("Cord", "cm", 60, 140)]),
    category!("lamps", "Lamps", ["Desk Lamp", "Floor Lamp", "Reading Lamp", "Pendant Lamp"], (140, 3_600), [("Light", "lm", 220, 2_600), ("Power", "W", 3, 38), ("Colour temperature", "K", 2_200, 6_500), ("Height", "cm", 22, 190)]),
    category!("headphones", "Headphones", ["Headphones", "Earphones", "Studio Headphones", "Travel Headphones"], (160, 4_900), [("Battery", "hours", 6, 72), ("Range", "m", 8, 30), ("Drivers", "mm", 6, 50), ("Charging time", "minutes", 20, 180)]),
    category!("cameras", "Cameras", ["Compact Camera", "System Camera", "Action Camera", "Trail Camera"], (900, 24_000), [("Resolution", "megapixels", 12, 61), ("Burst", "frames/s", 3, 40), ("Battery", "pictures", 180, 960), ("Zoom", "times", 1, 30)]),
    category!("backpacks", "Backpacks", ["Daypack", "Trekking Backpack", "Commuter Backpack", "Climbing Pack"], (240, 3_100), [("Volume", "l", 14, 85), ("Load", "kg", 6, 32), ("Pockets", "", 3, 14), ("Water column", "mm", 400, 5_000)]),
    category!("tents", "Tents", ["Dome Tent", "Tunnel Tent", "Family Tent", "Trekking Tent"], (600, 9_800), [("Persons", "", 1, 8), ("Packed length", "cm", 32, 82), ("Water column", "mm", 1_500, 6_000), ("Height inside", "cm", 92, 215)]),
    category!("bicycles", "Bicycles", ["City Bicycle", "Touring Bicycle", "Gravel Bicycle", "Folding Bicycle"], (2_900, 38_000), [("Gears", "", 1, 27), ("Wheel", "inches", 16, 29), ("Frame", "cm", 38, 64), ("Load", "kg", 95, 180)]),
    category!("vacuums", "Vacuum cleaners", ["Vacuum Cleaner", "Stick Vacuum", "Robot Vacuum", "Workshop Vacuum"], (480, 7_400), [("Power", "W", 90, 1_400), ("Noise", "dB", 54, 82), ("Container", "ml", 300, 20_000), ("Radius", "cm", 250, 1_300)]),
    category!("keyboards", "Keyboards", ["Keyboard", "Mechanical Keyboard", "Compact Keyboard", "Split Keyboard"], (190, 2_900), [("Keys", "", 61, 108), ("Travel", "hundredths of mm", 120, 410), ("Battery", "days", 20, 900), ("Height", "mm", 9, 42)]),
    category!("watches", "Watches", ["Field Watch", "Diving Watch", "Dress Watch", "Sports Watch"], (380, 19_000), [("Diameter", "mm", 32, 47), ("Water resistance", "m", 30, 600), ("Power reserve", "hours", 38, 2_000), ("Thickness", "tenths of mm", 62, 158)]),
    category!("blenders", "Blenders", ["Blender", "Hand Blender", "Food Processor", "Smoothie Maker"], (210, 5_600), [("Capacity", "ml", 400, 3_800), ("Power", "W", 250, 1_900), ("Speeds", "", 1, 12), ("Noise", "dB", 62, 94)]),
    category!("printers", "Printers", ["Laser Printer", "Ink Printer", "Photo Printer", "Label Printer"], (690, 8_900), [("Speed", "pages/min", 5, 48), ("Resolution", "dpi", 203, 4_800), ("Tray", "sheets", 50, 550), ("Noise", "dB", 38, 66)]),
];

pub(crate) fn make(rng: &mut Rng, companies: &Table<CompanyId, Company>) -> Table<ProductId, Product> {
    let makers: Vec<CompanyId> = companies
        .iter()
        .filter(|(_, c)| {
            matches!(INDUSTRIES[c.industry].code, "26" | "27" | "13" | "28") && c.status == super::companies::Status::Active
        })
        .map(|(id, _)| id)
        .collect();
    let mut brands: Vec<Vec<CompanyId>> = Vec::new();
    for _ in &CATEGORIES {
        brands.push((0..9).map(|_| makers[rng.index(makers.len())]).collect());
    }
    let mut names = HashSet::new();
    let mut rows: Vec<Product> = Vec::new();
    for index in 0..600 {
        let c = index % CATEGORIES.len();
        let category = &CATEGORIES[c];
        let maker = brands[c][rng.index(9)];
        let brand = companies[maker].short.split([' ', '-']).next().unwrap_or("Brightwell").to_string();
        let word = rng.index(4);
        let name = loop {
            let series = [
                "Alto", "Brio", "Corda", "Duet", "Esprit", "Forte", "Largo", "Mezzo", "Nota", "Opus", "Presto", "Rondo", "Solo",
                "Tempo", "Vivace",
            ][rng.index(15)];
            let name = format!("{brand} {series} {} {}", rng.integer(1, 99) * 10, category.words[word]);
            if names.insert(name.clone()) {
                break name;
            }
        };
        let (low, high) = category.price;
        let price =
            (libm::exp(rng.real(libm::log(low as f64), libm::log(high as f64))) as i64) * 100 + [0, 50, 90, 95, 99][rng.index(5)];
        let quality = rng.real(0.2, 0.95);
        let mut reviews: Vec<Review> = (0..3 + rng.index(24))
            .map(|_| Review {
                by: passing_name(rng),
                stars: (1.0 + 4.99 * libm::pow(rng.unit(), 1.2 - quality)) as i64,
                date: Date::new(2024, 1, 4).plus(rng.integer(0, 870)),
                text: rng.next_u64(),
                helpful: (30.0 * rng.unit() * rng.unit() * rng.unit()) as i64,
            })
            .collect();
        reviews.sort_by_key(|r| std::cmp::Reverse(r.date));
        rows.push(Product {
            name,
            category: c,
            maker,
            sku: format!("BW-{}", 40_000 + index * 37 % 9_973),
            price,
            old_price: rng.chance(0.2).then(|| price * 5 / 4 / 100 * 100 + 90),
            stock: if rng.chance(0.12) { 0 } else { rng.integer(1, 240) },
            delivery: rng.integer(1, 12),
            weight: rng.integer(90, 14_000),
            warranty: [12, 24, 24, 36, 60][rng.index(5)],
            specs: category.specs.map(|(_, _, least, most)| rng.integer(least, most)),
            reviews,
            since: Date::new(2023, 3, 1).plus(rng.integer(0, 1_100)),
        });
    }
    super::spread(&mut rows, |p| &mut p.price);
    Table::new(rows)
}
