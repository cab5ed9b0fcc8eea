//! Indicators of countries by year.

use super::geography::Country;
use super::table::{CountryId, IndicatorId, Table};
use agon_core::Rng;

/// The first year of every series.
pub const FIRST_YEAR: i32 = 2008;
/// The last year of every series.
pub const LAST_YEAR: i32 = 2025;
/// Years of a series.
pub const YEARS: usize = (LAST_YEAR - FIRST_YEAR + 1) as usize;

/// Something that is measured in every country and year.
#[derive(Clone, Debug)]
pub struct Indicator {
    /// In addresses, such as `life-expectancy`.
    pub code: &'static str,
    /// Such as `Life expectancy at birth`.
    pub title: &'static str,
    /// Such as `years`.
    pub unit: &'static str,
    /// How many decimals are published.
    pub decimals: u32,
    /// One of [`THEMES`].
    pub theme: &'static str,
    /// One sentence.
    pub definition: &'static str,
    shape: Shape,
}

/// The themes, in the order of the site.
pub const THEMES: [&str; 6] =
    ["Population", "Economy", "Health", "Education and research", "Environment and energy", "Transport and communication"];

/// How values are drawn: `low` to `high` from poor to rich, `noise` as a share of that range, and what a year adds as a share of it.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Range {
        low: f64,
        high: f64,
        noise: f64,
        trend: f64,
    },
    /// Swings about a mean from year to year.
    Swing {
        mean: f64,
        width: f64,
    },
    Population,
    /// Per head and in total: in proportion to the population.
    Total {
        per_thousand_low: f64,
        per_thousand_high: f64,
        noise: f64,
    },
    /// Product: from the series before it and the population.
    Product,
}

#[rustfmt::skip]
const ROWS: [(&str, &str, &str, u32, usize, &str, Shape); 30] = [
    ("population", "Population", "thousand", 0, 0, "Persons usually living in the country at the middle of the year.", Shape::Population),
    ("urban-share", "Urban population", "% of population", 2, 0, "Share of the population that lives in places of 5,000 people or more.", Shape::Range { low: 24.0, high: 91.0, noise: 0.16, trend: 0.08 }),
    ("birth-rate", "Births", "per 1,000 people", 2, 0, "Live births during the year.", Shape::Range { low: 38.0, high: 8.0, noise: 0.12, trend: 0.1 }),
    ("death-rate", "Deaths", "per 1,000 people", 2, 0, "Deaths during the year, of all causes.", Shape::Range { low: 9.0, high: 8.0, noise: 3.5, trend: 0.2 }),
    ("median-age", "Median age", "years", 2, 0, "Half of the population is younger, half is older.", Shape::Range { low: 17.5, high: 44.0, noise: 0.11, trend: 0.1 }),
    ("net-migration", "Net migration", "per 1,000 people", 2, 0, "Those who moved in less those who moved out.", Shape::Range { low: -5.0, high: 6.0, noise: 0.3, trend: 0.03 }),
    ("gdp-per-head", "Gross domestic product per head", "dollars", 0, 1, "Value of all goods and services made in the country, divided by the population, at the prices of 2020.", Shape::Range { low: 900.0, high: 88_000.0, noise: 0.09, trend: 0.16 }),
    ("gdp", "Gross domestic product", "million dollars", 0, 1, "Value of all goods and services made in the country, at the prices of 2020.", Shape::Product),
    ("growth", "Growth of gross domestic product", "%", 2, 1, "Change from the year before, at constant prices.", Shape::Swing { mean: 2.6, width: 3.0 }),
    ("inflation", "Inflation", "%", 2, 1, "Change of consumer prices from the year before.", Shape::Swing { mean: 4.1, width: 2.4 }),
    ("unemployment", "Unemployment", "% of labour force", 2, 1, "Persons without work who are looking for it.", Shape::Range { low: 13.5, high: 4.5, noise: 0.34, trend: 0.05 }),
    ("exports", "Exports of goods and services", "% of product", 2, 1, "Value of exports as a share of gross domestic product.", Shape::Range { low: 17.0, high: 58.0, noise: 0.26, trend: 0.05 }),
    ("debt", "Public debt", "% of product", 2, 1, "Gross debt of the general government.", Shape::Range { low: 48.0, high: 72.0, noise: 0.9, trend: 0.3 }),
    ("inequality", "Inequality of incomes", "Gini coefficient", 2, 1, "From 0, all have the same, to 100, one has all.", Shape::Range { low: 44.0, high: 30.0, noise: 0.42, trend: 0.04 }),
    ("life-expectancy", "Life expectancy at birth", "years", 2, 2, "Years a newborn would live if mortality stayed as it is.", Shape::Range { low: 56.0, high: 83.5, noise: 0.08, trend: 0.09 }),
    ("health-spending", "Spending on health", "% of product", 2, 2, "Public and private spending.", Shape::Range { low: 3.4, high: 10.6, noise: 0.2, trend: 0.1 }),
    ("physicians", "Physicians", "per 10,000 people", 1, 2, "Doctors who see patients.", Shape::Range { low: 2.5, high: 46.0, noise: 0.13, trend: 0.08 }),
    ("hospital-beds", "Hospital beds", "per 10,000 people", 1, 2, "Beds in hospitals of all kinds.", Shape::Range { low: 8.0, high: 64.0, noise: 0.2, trend: -0.04 }),
    ("literacy", "Adult literacy", "%", 2, 3, "Share of those of 15 years and more who can read and write.", Shape::Range { low: 46.0, high: 99.0, noise: 0.06, trend: 0.05 }),
    ("schooling", "Years of schooling", "years", 2, 3, "Mean of those of 25 years and more.", Shape::Range { low: 3.8, high: 13.6, noise: 0.1, trend: 0.09 }),
    ("research-spending", "Spending on research and development", "% of product", 2, 3, "By companies, universities and government.", Shape::Range { low: 0.12, high: 3.3, noise: 0.17, trend: 0.08 }),
    ("patents", "Patent applications", "number", 0, 3, "Filed by residents during the year.", Shape::Total { per_thousand_low: 0.004, per_thousand_high: 0.62, noise: 0.3 }),
    ("emissions", "Carbon dioxide emissions", "tonnes per head", 2, 4, "From burning fuels and making cement.", Shape::Range { low: 0.3, high: 11.5, noise: 0.2, trend: -0.06 }),
    ("renewables", "Renewable electricity", "% of production", 2, 4, "Water, wind, sun, heat of the ground and plants.", Shape::Range { low: 41.0, high: 47.0, noise: 3.6, trend: 0.9 }),
    ("forest", "Forest area", "% of land", 2, 4, "Land under trees of five metres and more.", Shape::Range { low: 30.0, high: 33.0, noise: 6.2, trend: -0.2 }),
    ("waste", "Municipal waste", "kg per head", 0, 4, "Collected from households and shops.", Shape::Range { low: 160.0, high: 640.0, noise: 0.14, trend: 0.06 }),
    ("internet-users", "Internet users", "% of population", 2, 5, "Used the internet in the last three months.", Shape::Range { low: 12.0, high: 92.0, noise: 0.07, trend: 0.22 }),
    ("roads", "Paved roads", "km", 0, 5, "Length at the end of the year.", Shape::Total { per_thousand_low: 0.5, per_thousand_high: 11.0, noise: 0.25 }),
    ("arrivals", "Arrivals of tourists", "thousand", 0, 5, "Visitors from abroad who stay at least a night.", Shape::Total { per_thousand_low: 0.05, per_thousand_high: 1.1, noise: 0.3 }),
    ("rail-freight", "Rail freight", "million tonne-km", 0, 5, "Goods carried times the way.", Shape::Total { per_thousand_low: 0.08, per_thousand_high: 2.2, noise: 0.4 }),
];

/// Values of all series: steps of the indicator's last decimal, or none.
#[derive(Clone, Debug)]
pub struct Series {
    values: Vec<i64>,
    countries: usize,
}

const MISSING: i64 = i64::MIN;

impl Series {
    fn at(&self, indicator: usize, country: usize, year: usize) -> usize {
        (indicator * YEARS + year) * self.countries + country
    }

    /// A value; `None` where it was not published or the year is outside the series.
    pub fn value(&self, indicator: IndicatorId, country: CountryId, year: i32) -> Option<i64> {
        if !(FIRST_YEAR..=LAST_YEAR).contains(&year) {
            return None;
        }
        let value = self.values[self.at(indicator.0 as usize, country.0 as usize, (year - FIRST_YEAR) as usize)];
        (value != MISSING).then_some(value)
    }
}

pub(crate) fn indicators() -> Table<IndicatorId, Indicator> {
    let row = |(code, title, unit, decimals, theme, definition, shape): (_, _, _, _, usize, _, _)| Indicator {
        code,
        title,
        unit,
        decimals,
        theme: THEMES[theme],
        definition,
        shape,
    };
    Table::new(ROWS.into_iter().map(row).collect())
}

pub(crate) fn make(rng: &mut Rng, indicators: &Table<IndicatorId, Indicator>, countries: &Table<CountryId, Country>) -> Series {
    let n = countries.len();
    let mut series = Series { values: vec![MISSING; indicators.len() * YEARS * n], countries: n };
    let mut population = vec![0.0; n * YEARS];
    let mut per_head = vec![0.0; n * YEARS];
    for (id, indicator) in indicators.iter() {
        let scale = 10f64.powi(indicator.decimals as i32);
        for (country, row) in countries.iter() {
            let c = country.0 as usize;
            let own = rng.real(-1.0, 1.0);
            let drift = rng.real(-0.4, 1.0);
            let wealth = row.wealth;
            let growth = 0.026 - 0.028 * wealth + rng.real(-0.004, 0.005);
            let late = rng.real(0.94, 1.06);
            // A walk that stays near its beginning makes series look measured.
            let mut walk = 0.0;
            for year in 0..YEARS {
                walk = walk * 0.8 + rng.real(-1.0, 1.0) * 0.22;
                let past = (YEARS - 1 - year) as f64;
                let value = match indicator.shape {
                    Shape::Population => {
                        let value =
                            row.base_population as f64 / 1000.0 * late * libm::exp(-growth * (past - 6.0)) * (1.0 + walk * 0.003);
                        population[c * YEARS + year] = value;
                        value
                    }
                    Shape::Range { low, high, noise, trend } => {
                        let range = high - low;
                        let level = low + range * wealth;
                        let (floor, ceiling) = (low.min(high), low.max(high));
                        let moved = level
                            + range.abs() * (noise * (own + walk * 0.35) - trend * drift * past / YEARS as f64 * range.signum());
                        // Beyond the usual range values crowd together but do not end at a wall.
                        let value = soft(moved, floor, ceiling, indicator.unit.starts_with('%'));
                        if indicator.code == "gdp-per-head" {
                            let value = value.max(310.0 + 40.0 * own) * libm::exp(walk * 0.03);
                            per_head[c * YEARS + year] = value;
                            value
                        } else {
                            value
                        }
                    }
                    Shape::Swing { mean, width } => {
                        let shock: f64 = match year {
                            1 => -0.9,
                            12 => -1.3,
                            13 => 0.8,
                            14 => 0.5,
                            _ => 0.0,
                        };
                        mean + width
                            * (own * 0.5 + walk * 1.9 + if indicator.code == "growth" { shock } else { shock.abs() * 0.5 })
                    }
                    Shape::Total { per_thousand_low, per_thousand_high, noise } => {
                        let rate = per_thousand_low + (per_thousand_high - per_thousand_low) * wealth * wealth;
                        let factor = libm::exp(noise * 2.0 * own + walk * 0.07 - 0.03 * past * drift);
                        population[c * YEARS + year] * rate * factor + 3.0
                    }
                    Shape::Product => per_head[c * YEARS + year] * population[c * YEARS + year] / 1000.0,
                };
                let at = series.at(id.0 as usize, c, year);
                series.values[at] = (value * scale).round() as i64;
            }
        }
        // No ties within a year.
        for year in 0..YEARS {
            let from = series.at(id.0 as usize, 0, year);
            super::spread_down(&mut series.values[from..from + n], |v| v);
        }
        // Small countries publish late, and not every year.
        if !matches!(indicator.shape, Shape::Population | Shape::Product) && indicator.code != "gdp-per-head" {
            for country in 0..n {
                let is_small = countries[CountryId(country as u32)].base_population < 400_000;
                for year in 0..YEARS {
                    if rng.chance(if is_small { 0.12 } else { 0.012 }) {
                        let at = series.at(id.0 as usize, country, year);
                        series.values[at] = MISSING;
                    }
                }
            }
        }
    }
    series
}

/// Keeps a value between bounds without putting many on them.
fn soft(value: f64, floor: f64, ceiling: f64, is_share: bool) -> f64 {
    let range = ceiling - floor;
    let (low, high) = if is_share {
        ((floor - range * 0.25).max(0.2), (ceiling + range * 0.25).min(99.4))
    } else {
        (floor - range * 0.15, ceiling + range * 0.3)
    };
    let (low, high) = if floor >= 0.0 { (low.max(floor * 0.3).max(0.05), high) } else { (low, high) };
    let middle = (low + high) / 2.0;
    let half = (high - low) / 2.0;
    middle + half * libm::tanh((value - middle) / half)
}

impl super::Facts {
    /// Flash estimates of the four quarters of the last year and the first of the next: about the year's value, published in pictures only.
    pub fn flash(&self, indicator: IndicatorId, country: CountryId) -> [i64; 5] {
        let mut rng = self.rng("flash", indicator.0 as usize * 1_000 + country.0 as usize);
        let year =
            self.value(indicator, country, LAST_YEAR).or_else(|| self.value(indicator, country, LAST_YEAR - 1)).unwrap_or(250);
        let width = (year.abs() / 6).max(40);
        let mut values = [0; 5].map(|_: i64| year + rng.integer(-width, width));
        // No two quarters tie.
        super::spread(&mut values, |v| v);
        values
    }
}
