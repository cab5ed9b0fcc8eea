//! A figure of a country that the newspaper got wrong and put right, what the statistics office says, and where the country stands.

use super::{STATS, bookmark, count, open_profile, subscribe, value_of};
use crate::writer::{Writer, computed, only, told};
use agon_internet::Date;
use agon_internet::facts::{ArticleId, CopiedField, Entity, FIRST_YEAR, LAST_YEAR, Story, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let corrected: Vec<(Date, ArticleId)> =
        facts.articles.iter().filter_map(|(id, article)| Some((article.error.as_ref()?.corrected?, id))).collect();
    let able: Vec<(Date, ArticleId)> =
        corrected.iter().copied().filter(|(_, id)| matches!(facts.articles[*id].story, Story::Indicator(..))).collect();
    let (day, id) = w.draw(&able)?;
    let article = &facts.articles[id];
    let Story::Indicator(indicator, country, year) = article.story else { return None };
    let row = &facts.indicators[indicator];
    let (right, wrong) = (facts.value(indicator, country, year)?, article.error.as_ref()?.told);
    // On the page of corrections one stands above the other, the newest first.
    let mut listed = corrected.clone();
    listed.sort_by_key(|one| std::cmp::Reverse(*one));
    only(listed.iter().filter(|(other, _)| *other == day))?;
    let place = listed.iter().position(|(_, other)| *other == id)?;
    let pages = place / 30;
    let titles = listed.iter().filter(|(_, other)| facts.articles[*other].headline.contains(&article.headline)).count();
    let series = rank((FIRST_YEAR..=LAST_YEAR).filter_map(|year| Some((year, facts.value(indicator, country, year)?))));
    let [(top_year, top), (next_year, next), ..] = series[..] else { return None };
    let standing = facts.ranking(indicator, LAST_YEAR, None).iter().position(|(other, _)| *other == country)? + 1;
    let here = &facts.countries[country];
    let country_page = net.article_page(Entity::Country(country))?;
    let capital_page = net.article_page(Entity::City(here.capital))?;
    let capital = facts.cities[here.capital].name;
    let (leader, mayor) = (facts.people[here.leader].name.as_str(), facts.people[facts.cities[here.capital].mayor].name.as_str());
    if titles != 1 || top == next || top_year == year {
        return None;
    }
    w.say("day", day.long());

    let (article_page, series_page) = (net.news_page(id), net.series_page(indicator, country));
    let from = "2026-07-01";
    let number = |value: i64| value_of(row, value);
    w.stage(|s| {
        let another = facts.countries.iter().find(|(other, _)| *other != country).map_or("", |(_, other)| other.name);
        s.text("country", here.name, another, told(&article_page));
        s.number("first_told", (number(wrong), 0.001, row.unit), number(right), told(&article_page));
        s.number("put_right", (number(right), 0.001, row.unit), number(wrong), told(&article_page));
        s.date("figure_of", year, year - 1, told(&article_page));
        s.go("courier.example");
        s.press("Only necessary");
        s.read(1);
        s.press("Corrections");
        for _ in 0..pages {
            s.read(2);
            s.press("Next");
        }
        s.read(1);
        s.press(&article.headline);
        s.read(1);
    });
    w.stage(|s| {
        s.date("highest_year", top_year, next_year, computed(std::slice::from_ref(&series_page)));
        s.number("place", (standing as f64, 0.0, ""), standing as f64 + 1.0, told(&series_page));
        s.press("The office's table has all years.");
        s.press("Only necessary");
        s.read(2);
        bookmark(s, &series_page);
        // The sentence with the country's place comes before the link.
        s.press_nth("All countries", 2);
        s.read(2);
    });
    w.stage(|s| {
        let another = facts.countries.iter().find(|(other, _)| *other != country);
        let another_capital = another.map_or("", |(_, other)| facts.cities[other.capital].name);
        let copied = facts.copies.iter().find(|copy| copy.country() == Some(country)).map(|copy| &copy.wrong);
        let other_capital = if let Some(CopiedField::Capital(name)) = copied { name } else { another_capital };
        s.text("capital", capital, other_capital, told(&country_page));
        s.text("head_of_government", leader, mayor, told(&country_page));
        let height = facts.cities[here.capital].elevation as f64;
        s.number("elevation", (height, 0.0, "m"), height + 10.0, told(&capital_page));
        s.number(
            "land_borders",
            (here.neighbours.len() as f64, 0.0, "countries"),
            here.neighbours.len() as f64 + 1.0,
            computed(std::slice::from_ref(&country_page)),
        );
        s.search(&format!("{} quick facts", here.name));
        s.press(&format!("{}: quick facts", here.name));
        s.read(1);
        open_profile(s, facts, country);
        s.press("Article in Meridian");
        s.read(3);
        // The heading and the title of the box may have the capital's name in them.
        s.press_nth(capital, 1 + 2 * count(&capital.to_lowercase(), &[here.name]));
        s.read(1);
    });
    w.stage(|s| {
        s.kept(
            "newsletter",
            ("courier.example", "newsletter"),
            &[("email", "desk@alder.example"), ("rhythm", "weekly"), ("world", "yes"), ("business", "")],
        );
        s.go(&article_page);
        s.read(1);
        s.press("Newsletter");
        // The first match is the link to the section.
        s.tick_nth("World", 2);
        s.fill("Email", "desk@alder.example");
        s.choose("How often", "Every week");
        s.press("Subscribe");
        s.slip("every day", "newsletter", ("Every week", "Every day"));
    });
    w.stage(|s| {
        let fields = [("theme", row.theme), ("from", from), ("email", "desk@alder.example")];
        s.kept("subscription", (STATS, "subscriptions"), &fields);
        s.go(&series_page);
        s.read(1);
        subscribe(s, row.theme, from, "desk@alder.example");
        s.slip("all themes", "subscription", (row.theme, "All themes"));
        s.slip("another day", "subscription", (from, "2026-07-02"));
    });
    Some(())
}
