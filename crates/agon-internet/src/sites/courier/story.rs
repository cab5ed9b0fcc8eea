//! Articles: what they say.

use super::{FRAME, correction};
use crate::facts::{
    AWARDS, Article, ArticleId, CountryId, DEPARTMENTS, Entity, Facts, FilingKind, Id, SECTIONS, Status, Story, trading_days,
};
use crate::format::{change, commas, crowns, fixed, listed, ordinal};
use crate::html::{link, list, paragraphs, put};
use crate::sites::{
    article_address, article_link, city_link, company_address, company_link, country_link, film_address, news_address, page,
    paper_address, person_link,
};
use crate::{Answer, Internet};

/// The figure that an article tells, right or wrong.
fn told(facts: &Facts, a: &Article) -> String {
    let figure = a.error.as_ref().map(|e| e.told).or_else(|| a.story.figure(facts)).unwrap_or(0);
    a.story.figure_text(facts, figure)
}

/// The first sentence, without links.
pub(super) fn first_sentence(net: &Internet, id: ArticleId) -> String {
    let facts = net.facts();
    let a = &facts.articles[id];
    let told = told(facts, a);
    match a.story {
        Story::Results(c, year) => {
            format!("{} had revenue of {told} in {year}, according to its annual report.", facts.companies[c].name)
        }
        Story::Appointment(c, o) => {
            let officer = &facts.companies[c].officers[o];
            format!(
                "{} will take office as {} of {} on {}.",
                facts.people[officer.person].name,
                officer.role.word().to_lowercase(),
                facts.companies[c].name,
                officer.appointed.long()
            )
        }
        Story::Administration(c) => {
            format!("{} of {} is now run by administrators.", facts.companies[c].name, facts.cities[facts.companies[c].city].name)
        }
        Story::Indicator(i, c, year) => format!(
            "In {} the figure for {} stood at {told} in {year}.",
            facts.countries[c].name,
            facts.indicators[i].title.to_lowercase()
        ),
        Story::Ranking(i, continent, year) => format!(
            "The Office of Comparative Statistics has published {} for {year}; we look at {continent}.",
            facts.indicators[i].title.to_lowercase()
        ),
        Story::Paper(p) => format!("A paper in {} is based on {told}.", facts.venues[facts.papers[p].venue].name),
        Story::Film(f) => format!("{} by {} runs for {told}.", facts.films[f].title, facts.people[facts.films[f].director].name),
        Story::Award(n) => {
            let award = &facts.awards[n];
            format!(
                "The Golden Lantern {} for {} goes to {}.",
                award.year,
                AWARDS[award.category].to_lowercase().replace("best ", "the best "),
                facts.films[award.nominees[award.winner].0].title
            )
        }
        Story::ExhibitionOpens(e) => {
            format!("{} opens at the Halden Museum on {}.", facts.exhibitions[e].title, facts.exhibitions[e].opens.long())
        }
        Story::ExhibitionCloses(e) => format!("{} has closed after {told}.", facts.exhibitions[e].title),
        Story::Medicine(m) => format!(
            "The agency has approved {} ({}) of {} against {}.",
            facts.medicines[m].brand,
            facts.medicines[m].name,
            facts.companies[facts.medicines[m].company].name,
            facts.medicines[m].indication
        ),
        Story::Prize(p, l) => format!(
            "{} receives the {} of {}.",
            facts.people[facts.prizes[p].laureates[l].1].name, facts.prizes[p].name, facts.prizes[p].laureates[l].0
        ),
        Story::Market(day) => {
            let (up, down) = facts.movers(day);
            format!(
                "{} rose most on the Northgate Exchange on {}, {} fell most.",
                facts.companies[facts.listings[up].company].short,
                trading_days()[day].long(),
                facts.companies[facts.listings[down].company].short
            )
        }
        Story::Filing(f) => format!(
            "{} has told the exchange of a {}.",
            facts.companies[facts.listings[facts.filings[f].listing].company].name,
            facts.filings[f].kind.title().to_lowercase()
        ),
        Story::Bridge(b) => format!(
            "The {} in {} has been opened; it is {told} long.",
            facts.bridges[b].name, facts.cities[facts.bridges[b].city].name
        ),
        Story::Wreck(s) => format!(
            "The wreck of the {} has been found near {} at a depth of {told}.",
            facts.ships[s].name, facts.cities[facts.ships[s].near].name
        ),
        Story::Local(c, ..) => {
            format!("{}: the city has published its figures, and there is something to celebrate.", facts.cities[c].name)
        }
    }
}

pub(super) fn article(net: &Internet, id: ArticleId) -> Option<Answer> {
    let facts = net.facts();
    let a = &facts.articles[id];
    let mut html = format!(
        "<article><p class=\"section-title\">{}</p><h1>{}</h1><p class=\"meta\">By {} · {}, {}</p><p class=\"lead\">{}</p>",
        link(&format!("/section/{}", SECTIONS[a.section].0), SECTIONS[a.section].1),
        a.headline,
        link(&format!("/by/{}", facts.person_code(a.by)), &facts.people[a.by].name),
        a.date.weekday_name(),
        a.date.long(),
        first_sentence(net, id)
    );
    html.push_str(&paragraphs(&body(net, id)));
    if let Some(note) = correction(facts, a) {
        put!(html, "<p class=\"correction\">{note}</p>");
    }
    html.push_str("</article>");
    let mut related: Vec<ArticleId> =
        a.story.about(facts).iter().flat_map(|e| facts.articles_about(*e)).copied().filter(|o| *o != id).collect();
    related.sort_by_key(|o| std::cmp::Reverse((facts.articles[*o].date, *o)));
    related.dedup();
    if !related.is_empty() {
        put!(
            html,
            "<aside class=\"related\"><h2>More on this</h2>{}</aside>",
            list(
                "",
                related.iter().take(5).map(|o| {
                    let other = &facts.articles[*o];
                    format!("{} ({})", link(&news_address(other), &other.headline), other.date.long())
                })
            )
        );
    }
    page(&format!("{} - The Daily Courier", a.headline), FRAME.page("story", &html))
}

fn quote(rng: &mut agon_core::Rng, who: &str) -> String {
    let words = [
        "We had hoped for this, but not planned on it.",
        "It is too early to celebrate.",
        "There is more work ahead than behind us.",
        "I would rather talk about next year.",
        "Numbers are one thing, people another.",
        "Nobody expected it to go so quickly.",
        "We will look at every detail.",
        "It has been a long road.",
    ];
    let quoted = words[rng.index(words.len())];
    match rng.below(3) {
        0 => format!("\u{201c}{},\u{201d} said {who}.", quoted.trim_end_matches('.')),
        1 => format!("{who} put it this way: \u{201c}{quoted}\u{201d}"),
        _ => format!("Asked about it, {who} said: \u{201c}{quoted}\u{201d}"),
    }
}

/// Who speaks for a government in a year: its head, if already in office.
fn government(net: &Internet, country: CountryId, year: i32) -> String {
    let c = &net.facts().countries[country];
    if c.leader_since < year { person_link(net, c.leader) } else { "a member of the government".into() }
}

fn body(net: &Internet, id: ArticleId) -> Vec<String> {
    let facts = net.facts();
    let a = &facts.articles[id];
    let mut rng = facts.rng("courier", id.index());
    let told = told(facts, a);
    match a.story {
        Story::Results(c, year) => {
            let company = &facts.companies[c];
            let at = company.reports.iter().position(|r| r.year == year).unwrap_or(0);
            let Some(report) = company.reports.get(at) else { return Vec::new() };
            let chief = company
                .officers
                .iter()
                .find(|o| {
                    o.role == crate::facts::Role::ChiefExecutive && o.appointed <= a.date && o.resigned.is_none_or(|d| d > a.date)
                })
                .map(|o| person_link(net, o.person))
                .unwrap_or_else(|| "the company".into());
            let before = at
                .checked_sub(1)
                .map(|b| {
                    format!(
                        " A year before it was {}, so the change is {} per cent.",
                        crowns(company.reports[b].revenue),
                        change(company.reports[b].revenue, a.error.as_ref().map_or(report.revenue, |e| e.told))
                    )
                })
                .unwrap_or_default();
            vec![
                format!(
                    "{}, which works in {}, reported on {}.{before}",
                    link(&company_address(net, c), &company.name),
                    crate::facts::INDUSTRIES[company.industry].title.to_lowercase(),
                    report.filed.long()
                ),
                format!(
                    "Operating profit came to {}. {} people worked for the company at the end of the year.",
                    crowns(report.operating_profit),
                    commas(report.employees)
                ),
                quote(&mut rng, &chief),
            ]
        }
        Story::Appointment(c, o) => {
            let company = &facts.companies[c];
            let officer = &company.officers[o];
            let person = &facts.people[officer.person];
            let others: Vec<String> = facts
                .offices_of(officer.person)
                .iter()
                .filter(|(other, _)| *other != c)
                .map(|(other, _)| company_link(net, *other))
                .collect();
            let before = company
                .officers
                .iter()
                .find(|b| b.role == officer.role && b.resigned.is_some_and(|d| d <= officer.appointed))
                .map(|b| {
                    format!(
                        " {} leaves after {} years.",
                        person_link(net, b.person),
                        b.appointed.years_to(officer.appointed).max(1)
                    )
                })
                .unwrap_or_default();
            vec![
                format!(
                    "{}, {} years old, comes from {}.{before}",
                    person_link(net, officer.person),
                    person.born.years_to(a.date),
                    country_link(net, person.country)
                ),
                if others.is_empty() {
                    format!("{} has no other offices.", person.family())
                } else {
                    format!("{} also has or had offices at {}.", person.family(), listed(&others))
                },
                quote(&mut rng, &person_link(net, officer.person)),
            ]
        }
        Story::Administration(c) => {
            let company = &facts.companies[c];
            let since = match company.status {
                Status::InAdministration(date) => date.long(),
                _ => a.date.long(),
            };
            vec![
                format!(
                    "{} has been under administration since {since}. The company was incorporated in {} and audited by {}.",
                    company_link(net, c),
                    company.incorporated.year,
                    company.auditor
                ),
                company
                    .reports
                    .last()
                    .map(|r| {
                        format!(
                            "For {} it had reported revenue of {} and {} employees.",
                            r.year,
                            crowns(r.revenue),
                            commas(r.employees)
                        )
                    })
                    .unwrap_or_default(),
                quote(&mut rng, "a member of the works council"),
            ]
        }
        Story::Indicator(i, c, year) => {
            let indicator = &facts.indicators[i];
            let iso = facts.countries[c].iso;
            let place =
                facts.ranking(i, year, Some(facts.countries[c].continent)).iter().position(|r| r.0 == c).map_or(0, |p| p + 1);
            vec![
                format!(
                    "{} {}",
                    indicator.definition,
                    link(&format!("http://stats.example/country/{iso}/{}", indicator.code), "The office's table has all years.")
                ),
                format!("Within {} the country was {}.", facts.countries[c].continent, ordinal(place)),
                quote(&mut rng, &government(net, c, a.date.year)),
            ]
        }
        Story::Ranking(i, continent, year) => {
            let indicator = &facts.indicators[i];
            let first: Vec<String> = facts
                .ranking(i, year, Some(continent))
                .iter()
                .take(3)
                .map(|(c, v)| format!("{} ({})", country_link(net, *c), fixed(*v, indicator.decimals)))
                .collect();
            vec![
                format!("At the top were {}, in {}.", listed(&first), indicator.unit),
                format!(
                    "{} {}",
                    indicator.definition,
                    link(
                        &format!("http://stats.example/indicator/{}?year={year}", indicator.code),
                        "All countries are in the office's table."
                    )
                ),
            ]
        }
        Story::Paper(p) => {
            let paper = &facts.papers[p];
            let first = paper.authors[0];
            let place = facts.people[first]
                .institution
                .map(|u| article_link(net, Entity::University(u), &facts.universities[u].name))
                .unwrap_or_default();
            vec![
                format!(
                    "{} of {place} and {} others wrote the paper, which is called {}.",
                    person_link(net, first),
                    paper.authors.len() - 1,
                    link(&paper_address(net, p), &paper.title)
                )
                .replace(" and 0 others wrote", " wrote")
                .replace(" and 1 others", " and one other author"),
                format!("The main result: a difference of {} per cent.", fixed(paper.effect, 1)),
                quote(&mut rng, &person_link(net, first)),
                paper.funder.map(|c| format!("The work was paid for in part by {}.", company_link(net, c))).unwrap_or_default(),
            ]
        }
        Story::Film(f) => {
            let film = &facts.films[f];
            let cast: Vec<String> =
                film.cast.iter().take(3).map(|(p, role)| format!("{} as {role}", person_link(net, *p))).collect();
            let view = [
                "The first hour is slow, the last is not.",
                "It is a film of faces and doors.",
                "One leaves the cinema with more questions than answers.",
                "The music does too much.",
                "A small film that stays with you.",
                "The middle sags; the end forgives it.",
            ][rng.index(6)];
            vec![
                format!(
                    "{} tells a story set in {}. {} {view}",
                    link(&film_address(net, f), &film.title),
                    film.setting,
                    listed(&cast) + " carry it."
                ),
                format!(
                    "It was made in {} on a budget of {} thousand dollars.",
                    country_link(net, film.country),
                    commas(film.budget)
                ),
                quote(&mut rng, &person_link(net, film.director)),
            ]
        }
        Story::Award(n) => {
            let award = &facts.awards[n];
            let (film, person) = award.nominees[award.winner];
            let others: Vec<String> = award
                .nominees
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != award.winner)
                .map(|(_, n)| link(&film_address(net, n.0), &facts.films[n.0].title))
                .collect();
            vec![
                format!(
                    "The jury chose {}{}.",
                    link(&film_address(net, film), &facts.films[film].title),
                    person.map(|p| format!(" and honours {}", person_link(net, p))).unwrap_or_default()
                ),
                format!("Also nominated were {}.", listed(&others)),
            ]
        }
        Story::ExhibitionOpens(e) | Story::ExhibitionCloses(e) => {
            let x = &facts.exhibitions[e];
            let department =
                x.objects.first().map_or("the collection", |o| DEPARTMENTS[facts.objects[*o].department].0).to_lowercase();
            vec![
                format!(
                    "{} shows {} objects, many of them from {department}. It was put together by {}.",
                    link(&format!("http://museum.example/exhibition/{}", e.0 + 1), &x.title),
                    x.objects.len(),
                    person_link(net, x.curator)
                ),
                format!(
                    "It {} from {} to {}.",
                    if matches!(a.story, Story::ExhibitionOpens(_)) { "runs" } else { "ran" },
                    x.opens.long(),
                    x.closes.long()
                ),
                quote(&mut rng, &person_link(net, x.curator)),
            ]
        }
        Story::Medicine(m) => {
            let medicine = &facts.medicines[m];
            vec![
                format!(
                    "{} was found by {} and is made by {}. The file has the number {}.",
                    article_link(net, Entity::Medicine(m), &medicine.name),
                    person_link(net, medicine.scientist),
                    company_link(net, medicine.company),
                    medicine.file
                ),
                format!("The decision rests on {}.", link(&paper_address(net, medicine.trial), "a published trial")),
                quote(&mut rng, &person_link(net, medicine.scientist)),
            ]
        }
        Story::Prize(p, l) => {
            let prize = &facts.prizes[p];
            let (_, person, paper) = prize.laureates[l];
            vec![
                format!(
                    "The {} comes with {} and has been given since {}.",
                    article_link(net, Entity::Prize(p), &prize.name),
                    crowns(prize.sum),
                    prize.since
                ),
                paper
                    .map(|paper| {
                        format!("The jury names the paper {}.", link(&paper_address(net, paper), &facts.papers[paper].title))
                    })
                    .unwrap_or_default(),
                quote(&mut rng, &person_link(net, person)),
            ]
        }
        Story::Market(day) => {
            let (up, down) = facts.movers(day);
            let line = |id: crate::facts::ListingId| {
                let l = &facts.listings[id];
                format!(
                    "{} closed at kr {}, a change of {} per cent",
                    link(&format!("http://exchange.example/quote/{}", l.ticker), &facts.companies[l.company].short),
                    fixed(l.quotes[day].close, 2),
                    change(l.quotes[day - 1].close, l.quotes[day].close)
                )
            };
            vec![
                format!("{}.", line(up)),
                format!("{}.", line(down)),
                ["Dealers spoke of a quiet day.", "Trading was brisk until noon.", "Most orders came in the last hour."]
                    [rng.index(3)]
                .to_string(),
            ]
        }
        Story::Filing(f) => {
            let filing = &facts.filings[f];
            let detail = match &filing.kind {
                FilingKind::ProfitWarning(before, now) => format!(
                    "It now expects revenue to change by {} per cent, after {} per cent before.",
                    fixed(*now, 1),
                    fixed(*before, 1)
                ),
                FilingKind::Contract(other, worth, years) => {
                    format!("The contract with {} is worth {} over {years} years.", company_link(net, *other), crowns(*worth))
                }
                FilingKind::Holding(other, before, after) => format!(
                    "{} holds {} per cent now and held {} per cent before.",
                    company_link(net, *other),
                    fixed(*after, 2),
                    fixed(*before, 2)
                ),
                FilingKind::Buyback(shares, sum) => format!("{} shares were bought for {}.", commas(*shares), crowns(*sum)),
                FilingKind::Dividend(sum, paid) => format!("A share brings kr {}, paid on {}.", fixed(*sum, 2), paid.long()),
                FilingKind::HalfYear(revenue, profit) => {
                    format!("Revenue in the first half was {}, operating profit {}.", crowns(*revenue), crowns(*profit))
                }
                FilingKind::BoardChange(person, role) => {
                    format!("{} becomes {}.", person_link(net, *person), role.word().to_lowercase())
                }
                FilingKind::AnnualResults(_) | FilingKind::Dealing(..) => String::new(),
            };
            vec![
                detail,
                format!(
                    "The {} is on the exchange's site.",
                    link(&format!("http://exchange.example/filing/{}", facts.filing_code(f)), "filing")
                ),
            ]
        }
        Story::Bridge(b) => {
            let bridge = &facts.bridges[b];
            vec![
                format!(
                    "The {} was designed by {}. Its longest span measures {} metres.",
                    article_link(net, Entity::Bridge(b), &bridge.name),
                    person_link(net, bridge.engineer),
                    commas(bridge.span)
                ),
                format!(
                    "It cost {} thousand dollars. {}",
                    commas(bridge.cost),
                    quote(&mut rng, &person_link(net, facts.cities[bridge.city].mayor))
                ),
            ]
        }
        Story::Wreck(s) => {
            let ship = &facts.ships[s];
            let by =
                ship.found.map(|f| format!("{} led the team, which used {}.", person_link(net, f.1), f.2)).unwrap_or_default();
            vec![
                format!(
                    "The {}, a {} launched in {}, was lost in {} through {}.",
                    article_link(net, Entity::Ship(s), &ship.name),
                    ship.kind,
                    ship.launched.year,
                    ship.sunk.year,
                    ship.cause
                ),
                by,
                format!("It lies {told} below the surface."),
            ]
        }
        Story::Local(c, ..) => {
            let city = &facts.cities[c];
            vec![
                format!(
                    "{} has {} inhabitants. {}",
                    city_link(net, c),
                    commas(city.population),
                    quote(&mut rng, &person_link(net, city.mayor))
                ),
                [
                    "The council will discuss it next month.",
                    "Neighbouring towns have asked for the plans.",
                    "Not everybody is pleased: residents of the ring road want less noise.",
                    "Schools will be closed for a day to celebrate.",
                ][rng.index(4)]
                .to_string(),
                article_address(net, Entity::City(c)).map(|_| String::new()).unwrap_or_default(),
            ]
        }
    }
}
