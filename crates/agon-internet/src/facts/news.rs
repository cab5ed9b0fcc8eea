//! Articles of the newspaper: each tells something that is a fact elsewhere, some wrongly.

use super::exchange::{FilingKind, trading_days};
use super::statistics::LAST_YEAR;
use super::table::{
    ArticleId, BridgeId, CityId, CompanyId, CountryId, ExhibitionId, FilingId, FilmId, IndicatorId, MedicineId, PaperId,
    PersonId, PrizeId, ShipId, Table,
};
use super::{Entity, Facts};
use crate::date::{Date, TODAY};
use crate::format::{change, commas, crowns, fixed, slug};
use agon_core::Rng;

/// An article.
#[derive(Clone, Debug)]
pub struct Article {
    /// Index into [`SECTIONS`].
    pub section: usize,
    /// When.
    pub date: Date,
    /// Who wrote it.
    pub by: PersonId,
    /// What it tells.
    pub story: Story,
    /// What stands above it.
    pub headline: String,
    /// In addresses; different from all others.
    pub slug: String,
    /// If the figure it tells is wrong.
    pub error: Option<Mistake>,
}

/// What an article got wrong.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The wrong figure, in the unit of the right one.
    pub told: i64,
    /// When a correction was put below the article.
    pub corrected: Option<Date>,
    /// A later article that tells it rightly.
    pub put_right_by: Option<ArticleId>,
}

/// What an article tells.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Story {
    /// A company's year; the figure is the revenue.
    Results(CompanyId, i32),
    /// An officer was appointed: which of the company's.
    Appointment(CompanyId, usize),
    /// Went into administration.
    Administration(CompanyId),
    /// An indicator of a country in a year; the figure is the value.
    Indicator(IndicatorId, CountryId, i32),
    /// The first three of a continent.
    Ranking(IndicatorId, &'static str, i32),
    /// What a paper found; the figure is the sample.
    Paper(PaperId),
    /// A film comes to the cinemas; the figure is the runtime.
    Film(FilmId),
    /// A Golden Lantern, by index.
    Award(usize),
    /// An exhibition opens.
    ExhibitionOpens(ExhibitionId),
    /// An exhibition has closed; the figure is the number of visitors.
    ExhibitionCloses(ExhibitionId),
    /// A medicine was approved.
    Medicine(MedicineId),
    /// Somebody got a prize: which of the laureates.
    Prize(PrizeId, usize),
    /// Trading of a day, by index.
    Market(usize),
    /// A filing.
    Filing(FilingId),
    /// A bridge was opened; the figure is the length.
    Bridge(BridgeId),
    /// A wreck was found; the figure is the depth.
    Wreck(ShipId),
    /// Something of a city: which kind, and a number.
    Local(CityId, u32, i64),
}

/// Sections: key and title.
pub const SECTIONS: [(&str, &str); 7] = [
    ("business", "Business"),
    ("markets", "Markets"),
    ("world", "World"),
    ("science", "Science"),
    ("culture", "Culture"),
    ("health", "Health"),
    ("local", "Local"),
];

impl Story {
    /// What it is about, first the main thing.
    pub fn about(self, facts: &Facts) -> Vec<Entity> {
        match self {
            Self::Results(c, _) | Self::Administration(c) => vec![Entity::Company(c)],
            Self::Appointment(c, officer) => {
                vec![Entity::Company(c), Entity::Person(facts.companies[c].officers[officer].person)]
            }
            Self::Indicator(_, country, _) => vec![Entity::Country(country)],
            Self::Ranking(..) | Self::Market(_) => Vec::new(),
            Self::Paper(p) => facts.papers[p].authors.iter().take(1).map(|a| Entity::Person(*a)).collect(),
            Self::Film(f) => vec![Entity::Film(f), Entity::Person(facts.films[f].director)],
            Self::Award(a) => {
                let award = &facts.awards[a];
                let (film, person) = award.nominees[award.winner];
                std::iter::once(Entity::Film(film)).chain(person.map(Entity::Person)).collect()
            }
            Self::ExhibitionOpens(e) | Self::ExhibitionCloses(e) => vec![Entity::Person(facts.exhibitions[e].curator)],
            Self::Medicine(m) => vec![Entity::Medicine(m), Entity::Company(facts.medicines[m].company)],
            Self::Prize(p, l) => vec![Entity::Prize(p), Entity::Person(facts.prizes[p].laureates[l].1)],
            Self::Filing(f) => vec![Entity::Company(facts.listings[facts.filings[f].listing].company)],
            Self::Bridge(b) => vec![Entity::Bridge(b), Entity::City(facts.bridges[b].city)],
            Self::Wreck(s) => vec![Entity::Ship(s)],
            Self::Local(c, ..) => vec![Entity::City(c)],
        }
    }

    /// The figure that an article may get wrong.
    pub fn figure(self, facts: &Facts) -> Option<i64> {
        match self {
            Self::Results(c, year) => facts.companies[c].reports.iter().find(|r| r.year == year).map(|r| r.revenue),
            Self::Indicator(i, c, year) => facts.series.value(i, c, year),
            Self::Paper(p) => Some(facts.papers[p].sample),
            Self::Film(f) => Some(facts.films[f].runtime),
            Self::ExhibitionCloses(e) => Some(facts.exhibitions[e].visitors),
            Self::Bridge(b) => Some(facts.bridges[b].length),
            Self::Wreck(s) => Some(facts.ships[s].depth),
            _ => None,
        }
    }

    /// The figure as a text with its unit.
    pub fn figure_text(self, facts: &Facts, figure: i64) -> String {
        match self {
            Self::Results(..) => crowns(figure),
            Self::Indicator(i, ..) => {
                let indicator = &facts.indicators[i];
                let unit = indicator.unit;
                let gap = if unit.starts_with('%') { "" } else { " " };
                format!("{}{gap}{unit}", fixed(figure, indicator.decimals))
            }
            Self::Paper(_) => format!("{} cases", commas(figure)),
            Self::Film(_) => format!("{figure} minutes"),
            Self::ExhibitionCloses(_) => format!("{} visitors", commas(figure)),
            Self::Bridge(_) | Self::Wreck(_) => format!("{} metres", commas(figure)),
            _ => commas(figure),
        }
    }
}

/// What happens in cities.
pub const LOCAL: [&str; 10] = [
    "New tram line carries {n} passengers in its first month",
    "Library counts {n} loans in a year",
    "Night market draws {n} visitors",
    "Council plants {n} trees along the ring road",
    "Marathon ends with {n} finishers",
    "Old waterworks to become {n} flats",
    "School kitchens to serve {n} meals a day",
    "Volunteers collect {n} kilograms of litter",
    "Botanic garden counts {n} kinds of plants",
    "Heatwave: {n} fountains stay open all night",
];

pub(crate) fn make(rng: &mut Rng, facts: &Facts) -> Table<ArticleId, Article> {
    let mut stories = Vec::new();
    gather(rng, facts, &mut stories);
    let mut rows: Vec<(Date, usize, Story)> = Vec::new();
    rng.shuffle(&mut stories);
    let mut local = 4_000usize.saturating_sub(stories.len());
    rows.append(&mut stories);
    while local > 0 {
        let city = CityId(rng.index(facts.cities.len()) as u32);
        rows.push((
            Date::new(2015, 1, 5).plus(rng.integer(0, 4_160)),
            6,
            Story::Local(city, rng.below(LOCAL.len() as u64) as u32, rng.integer(12, 48_000)),
        ));
        local -= 1;
    }
    rows.sort_by_key(|r| r.0);
    let mut slugs = std::collections::HashSet::new();
    let mut articles: Vec<Article> = rows
        .into_iter()
        .map(|(date, section, story)| {
            let headline = headline(rng, facts, story);
            let mut text = slug(&headline, '-');
            while !slugs.insert(text.clone()) {
                text = format!("{}-{}", slug(&headline, '-'), rng.integer(2, 9_999));
            }
            let by = facts.journalists[rng.index(facts.journalists.len())];
            Article { section, date, by, story, headline, slug: text, error: None }
        })
        .collect();
    plant_mistakes(rng, facts, &mut articles);
    Table::new(articles)
}

fn gather(rng: &mut Rng, facts: &Facts, stories: &mut Vec<(Date, usize, Story)>) {
    for (id, company) in facts.companies.iter() {
        let is_listed = facts.listing_of(id).is_some();
        for report in &company.reports {
            if rng.chance(if is_listed { 0.4 } else { 0.07 }) {
                stories.push((report.filed.plus(rng.integer(0, 3)), 0, Story::Results(id, report.year)));
            }
        }
        for (i, officer) in company.officers.iter().enumerate() {
            let is_head = matches!(officer.role, super::Role::ChiefExecutive | super::Role::Chair);
            if is_head && officer.appointed.year >= 2015 && rng.chance(if is_listed { 0.45 } else { 0.04 }) {
                stories.push((officer.appointed.plus(-rng.integer(1, 25)), 0, Story::Appointment(id, i)));
            }
        }
        if let super::Status::InAdministration(date) = company.status {
            stories.push((date.plus(1), 0, Story::Administration(id)));
        }
    }
    for year in 2014..=LAST_YEAR {
        for (indicator, _) in facts.indicators.iter() {
            for _ in 0..2 {
                let country = CountryId(rng.index(facts.countries.len()) as u32);
                if facts.series.value(indicator, country, year).is_some() {
                    stories.push((
                        Date::new(year + 1, 2, 20).plus(rng.integer(0, 90)),
                        2,
                        Story::Indicator(indicator, country, year),
                    ));
                }
            }
            if rng.chance(0.5) {
                let continent = super::CONTINENTS[rng.index(6)];
                stories.push((
                    Date::new(year + 1, 2, 20).plus(rng.integer(0, 90)),
                    2,
                    Story::Ranking(indicator, continent, year),
                ));
            }
        }
    }
    for (id, paper) in facts.papers.iter() {
        if paper.published.year >= 2015 && rng.chance(0.2) {
            let section = if paper.topics[0].0 / 12 == 8 { 5 } else { 3 };
            stories.push((paper.published.plus(rng.integer(1, 9)), section, Story::Paper(id)));
        }
    }
    for (id, film) in facts.films.iter().filter(|(_, f)| f.released.year >= 2015) {
        stories.push((film.released.plus(-rng.integer(0, 4)), 4, Story::Film(id)));
    }
    for (i, award) in facts.awards.iter().enumerate().filter(|(_, a)| a.year >= 2015) {
        stories.push((Date::new(award.year, 3, 8), 4, Story::Award(i)));
    }
    for (id, exhibition) in facts.exhibitions.iter().filter(|(_, e)| e.opens.year >= 2015) {
        stories.push((exhibition.opens.plus(-2), 4, Story::ExhibitionOpens(id)));
        if exhibition.closes < TODAY.plus(-12) {
            stories.push((exhibition.closes.plus(rng.integer(3, 11)), 4, Story::ExhibitionCloses(id)));
        }
    }
    for (id, medicine) in facts.medicines.iter().filter(|(_, m)| m.approved.year >= 2015) {
        stories.push((medicine.approved.plus(1), 5, Story::Medicine(id)));
    }
    for (id, prize) in facts.prizes.iter() {
        for (l, laureate) in prize.laureates.iter().enumerate().filter(|(_, l)| l.0 >= 2015) {
            if rng.chance(0.6) {
                stories.push((Date::new(laureate.0, 10, 2).plus(rng.integer(0, 40)), 3, Story::Prize(id, l)));
            }
        }
    }
    for day in (4..trading_days().len()).step_by(2) {
        stories.push((trading_days()[day], 1, Story::Market(day)));
    }
    for (id, filing) in facts.filings.iter() {
        if !matches!(filing.kind, FilingKind::AnnualResults(_) | FilingKind::Dealing(..)) && rng.chance(0.12) {
            stories.push((filing.date, 1, Story::Filing(id)));
        }
    }
    for (id, bridge) in facts.bridges.iter().filter(|(_, b)| b.opened.year >= 2015) {
        stories.push((bridge.opened, 6, Story::Bridge(id)));
    }
    for (id, ship) in facts.ships.iter() {
        if let Some((year, ..)) = ship.found.filter(|f| f.0 >= 2015) {
            stories.push((Date::new(year, 6, 1).plus(rng.integer(0, 120)).min(TODAY.plus(-3)), 3, Story::Wreck(id)));
        }
    }
    stories.retain(|s| s.0 < TODAY && s.0.year >= 2015);
}

fn headline(rng: &mut Rng, facts: &Facts, story: Story) -> String {
    let pick = |rng: &mut Rng, options: &[String]| options[rng.index(options.len())].clone();
    match story {
        Story::Results(c, year) => {
            let company = &facts.companies[c];
            let before = company.reports.iter().find(|r| r.year == year - 1).map(|r| r.revenue);
            let now = company.reports.iter().find(|r| r.year == year).map_or(0, |r| r.revenue);
            match before {
                Some(before) if now >= before => pick(
                    rng,
                    &[
                        format!("{} sells more in {year}", company.short),
                        format!("{} grows by {} per cent", company.short, change(before, now)),
                        format!("A better year for {}", company.short),
                    ],
                ),
                Some(before) => pick(
                    rng,
                    &[
                        format!("{} shrinks in {year}", company.short),
                        format!("Sales of {} fall by {} per cent", company.short, change(before, now).trim_start_matches('-')),
                        format!("{} reports lower sales for {year}", company.short),
                    ],
                ),
                None => format!("{} reports on {year}", company.short),
            }
        }
        Story::Appointment(c, officer) => {
            let company = &facts.companies[c];
            let officer = &company.officers[officer];
            let name = &facts.people[officer.person].name;
            let role = officer.role.word().to_lowercase();
            pick(
                rng,
                &[
                    format!("{name} to become {role} of {}", company.short),
                    format!("{} names {name} as {role}", company.short),
                    format!("New {role} at {}: {name}", company.short),
                ],
            )
        }
        Story::Administration(c) => format!("{} calls in administrators", facts.companies[c].short),
        Story::Indicator(i, c, year) => {
            let (indicator, country) = (&facts.indicators[i], &facts.countries[c]);
            pick(
                rng,
                &[
                    format!("{} in {}: the figures for {year}", indicator.title, country.name),
                    format!("{}: new figures on {}", country.name, indicator.title.to_lowercase()),
                    format!("What {year} brought {}: {}", country.name, indicator.title.to_lowercase()),
                ],
            )
        }
        Story::Ranking(i, continent, year) => format!("{}: who leads {continent} in {year}", facts.indicators[i].title),
        Story::Paper(p) => {
            let paper = &facts.papers[p];
            let subject = facts.topics[paper.topics[0]].subject.to_lowercase();
            let author = facts.people[paper.authors[0]].family();
            pick(
                rng,
                &[
                    format!("New study of {subject} by {author} and colleagues"),
                    format!("What {} teach us", subject),
                    format!("{author}: {subject} are not what we thought"),
                    format!("{} looked at again", crate::format::capital(&subject)),
                ],
            )
        }
        Story::Film(f) => {
            let film = &facts.films[f];
            let director = facts.people[film.director].family();
            pick(
                rng,
                &[
                    format!("In cinemas: {}", film.title),
                    format!("{director}'s new film {} reviewed", film.title),
                    format!("{} opens this week", film.title),
                ],
            )
        }
        Story::Award(a) => {
            let award = &facts.awards[a];
            let (film, person) = award.nominees[award.winner];
            let category = super::AWARDS[award.category].to_lowercase();
            match person {
                Some(person) => format!("Golden Lantern for {}: {category}", facts.people[person].name),
                None => format!("Golden Lantern {}: {} is {category}", award.year, facts.films[film].title)
                    .replace("is best photography", "wins for photography"),
            }
        }
        Story::ExhibitionOpens(e) => format!("Halden Museum opens {}", facts.exhibitions[e].title),
        Story::ExhibitionCloses(e) => format!("{} closes its doors", facts.exhibitions[e].title),
        Story::Medicine(m) => {
            let medicine = &facts.medicines[m];
            pick(
                rng,
                &[
                    format!("Agency approves {} against {}", medicine.brand, medicine.indication),
                    format!("{}: {} comes to the market", facts.companies[medicine.company].short, medicine.brand),
                ],
            )
        }
        Story::Prize(p, l) => format!("{} goes to {}", facts.prizes[p].name, facts.people[facts.prizes[p].laureates[l].1].name),
        Story::Market(day) => {
            let date = trading_days()[day];
            let (up, down) = facts.movers(day);
            pick(
                rng,
                &[
                    format!("Shares on {}: {} leads", date.long(), facts.companies[facts.listings[up].company].short),
                    format!("{} at the bottom on {}", facts.companies[facts.listings[down].company].short, date.long()),
                ],
            )
        }
        Story::Filing(f) => {
            let filing = &facts.filings[f];
            let company = &facts.companies[facts.listings[filing.listing].company].short;
            match &filing.kind {
                FilingKind::ProfitWarning(..) => format!("{company} lowers its outlook"),
                FilingKind::Contract(other, ..) => format!("{company} wins contract with {}", facts.companies[*other].short),
                FilingKind::Holding(other, ..) => format!("{} moves its stake in {company}", facts.companies[*other].short),
                FilingKind::Buyback(..) => format!("{company} buys back shares"),
                FilingKind::Dividend(..) => format!("{company} proposes a dividend"),
                FilingKind::HalfYear(..) => format!("{company}: the first half of 2025"),
                kind => format!("{company}: {}", kind.title().to_lowercase()),
            }
        }
        Story::Bridge(b) => format!("{} opens to traffic in {}", facts.bridges[b].name, facts.cities[facts.bridges[b].city].name),
        Story::Wreck(s) => pick(
            rng,
            &[
                format!("Wreck of the {} found", facts.ships[s].name),
                format!(
                    "After {} years: the {} is found",
                    facts.ships[s].found.map_or(0, |f| f.0) - facts.ships[s].sunk.year,
                    facts.ships[s].name
                ),
            ],
        ),
        Story::Local(c, kind, n) => {
            format!("{}: {}", facts.cities[c].name, LOCAL[kind as usize % LOCAL.len()].replace("{n}", &commas(n)))
        }
    }
}

/// About one of twenty articles with a figure tells a wrong one: most are corrected below, for others a later article tells the right one.
fn plant_mistakes(rng: &mut Rng, facts: &Facts, articles: &mut Vec<Article>) {
    let mut later = Vec::new();
    for (index, article) in articles.iter_mut().enumerate() {
        let Some(right) = article.story.figure(facts).filter(|f| f.abs() > 40) else { continue };
        if !rng.chance(0.06) || article.date > TODAY.plus(-70) {
            continue;
        }
        let step = (right.abs() as f64 * rng.real(0.04, 0.3)) as i64 + 1;
        let told = if rng.chance(0.5) { right + step } else { right - step };
        if rng.chance(0.7) {
            article.error = Some(Mistake { told, corrected: Some(article.date.plus(rng.integer(1, 30))), put_right_by: None });
        } else {
            article.error = Some(Mistake { told, corrected: None, put_right_by: None });
            later.push(index);
        }
    }
    // The later articles come at the end of the table; pages sort by date where they list.
    for index in later {
        let first = articles[index].clone();
        let date = first.date.plus(rng.integer(8, 60));
        let by = facts.journalists[rng.index(facts.journalists.len())];
        let headline = match rng.below(3) {
            0 => format!("A second look: {}", first.headline),
            1 => format!("{}, recounted", first.headline),
            _ => format!("What the records say: {}", first.headline),
        };
        let slug = format!("{}-{}", slug(&headline, '-'), articles.len());
        let id = ArticleId(articles.len() as u32);
        articles.push(Article { section: first.section, date, by, story: first.story, headline, slug, error: None });
        if let Some(error) = &mut articles[index].error {
            error.put_right_by = Some(id);
        }
    }
}
