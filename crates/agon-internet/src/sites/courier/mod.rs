//! The newspaper and its archive.

mod story;

use super::{Addresses, Documents, news_address, page, source_address};
use crate::address::Address;
use crate::date::MONTHS;
use crate::facts::{Article, ArticleId, Contradiction, Facts, PersonId, SECTIONS};
use crate::format::commas;
use crate::html::{Frame, link, list, pager, part, put};
use crate::{Answer, Date, Internet};
use story::{article, first_sentence};

const FRAME: Frame<'static> = Frame {
    brand: "The Daily Courier",
    motto: "Monday, 1 June 2026",
    links: &[
        ("/section/business", "Business"),
        ("/section/markets", "Markets"),
        ("/section/world", "World"),
        ("/section/science", "Science"),
        ("/section/culture", "Culture"),
        ("/section/health", "Health"),
        ("/section/local", "Local"),
        ("/archive", "Archive"),
        ("/corrections", "Corrections"),
    ],
    extra: "<form class=\"find\" action=\"http://search.example/search\" role=\"search\"><label for=\"q\">Search the Courier</label><input id=\"q\" name=\"q\" type=\"search\" required=\"\"/><input type=\"hidden\" name=\"site\" value=\"courier.example\"/><button>Search</button></form>",
    footer: "<p>The Daily Courier. Articles are not changed after they appear; corrections are added below them. <a href=\"/newsletter\">Newsletter</a></p>",
    asks_about_cookies: true,
};

/// Articles in one part of a section.
const PART: usize = 15;
const PER_PAGE: usize = 30;

/// Articles of a section, newest first.
fn of_section(facts: &Facts, section: usize) -> Vec<ArticleId> {
    let mut ids: Vec<ArticleId> = facts.articles.iter().filter(|(_, a)| a.section == section).map(|(id, _)| id).collect();
    ids.sort_by_key(|id| std::cmp::Reverse((facts.articles[*id].date, *id)));
    ids
}

fn teaser(net: &Internet, id: ArticleId) -> String {
    let a = &net.facts().articles[id];
    format!(
        "<article class=\"teaser\"><h2>{}</h2><p class=\"meta\">{} · {}</p><p>{}</p></article>",
        link(&news_address(a), &a.headline),
        a.date.long(),
        SECTIONS[a.section].1,
        first_sentence(net, id)
    )
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("The Daily Courier", front(net)),
        ["section", key] => section(net, SECTIONS.iter().position(|s| s.0 == *key)?),
        ["part", key, number] => fragment(net, SECTIONS.iter().position(|s| s.0 == *key)?, number.parse().ok()?),
        ["archive"] => page("Archive - The Daily Courier", archive(facts)),
        ["archive", year, month] => month_page(facts, year.parse().ok()?, month.parse().ok()?),
        ["corrections"] => corrections(net, address.page()),
        ["newsletter"] => page("Newsletter - The Daily Courier", newsletter()),
        ["by", code] => by(net, facts.person_by_code(code)?, address.page()),
        [year, month, day, slug] => {
            let date = Date::parse(&format!("{year}-{month}-{day}"))?;
            // By date in the table, but for those that put others right, which come last.
            let (id, _) = facts.articles.iter().find(|(_, a)| a.date == date && a.slug == *slug)?;
            article(net, id)
        }
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/archive", "/newsletter"] {
        list.add(path);
    }
    for (_, a) in facts.articles.iter() {
        list.add(news_address(a).trim_start_matches("http://courier.example"));
    }
    for (i, (key, _)) in SECTIONS.iter().enumerate() {
        list.add(&format!("/section/{key}"));
        for n in 1..of_section(facts, i).len().div_ceil(PART) {
            list.add(&format!("/part/{key}/{n}"));
        }
    }
    for (year, month) in months() {
        list.add(&format!("/archive/{year}/{month:02}"));
    }
    list.add_pages("/corrections", corrected(facts).len(), PER_PAGE);
    for person in &facts.journalists {
        list.add_pages(
            &format!("/by/{}", facts.person_code(*person)),
            facts.articles.iter().filter(|(_, a)| a.by == *person).count(),
            PER_PAGE,
        );
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    for (id, a) in net.facts().articles.iter() {
        to.add(news_address(a), &a.headline, &format!("{}. {}", a.date.long(), first_sentence(net, id)));
    }
}

/// Articles with a wrong figure, and where the right one is.
pub(super) fn contradictions(net: &Internet) -> Vec<Contradiction> {
    let facts = net.facts();
    facts
        .articles
        .iter()
        .filter_map(|(_, a)| {
            let error = a.error.as_ref()?;
            let right = a.story.figure(facts)?;
            Some(Contradiction {
                what: format!("a figure in the article \"{}\" of {}", a.headline, a.date),
                right_address: source_address(net, a.story)?,
                right: a.story.figure_text(facts, right),
                wrong_address: news_address(a),
                wrong: a.story.figure_text(facts, error.told),
            })
        })
        .collect()
}

fn front(net: &Internet) -> String {
    let facts = net.facts();
    let mut html = String::from("<h1 class=\"hidden\">The Daily Courier</h1><div class=\"front\">");
    for (i, (key, title)) in SECTIONS.iter().enumerate() {
        let ids = of_section(facts, i);
        put!(html, "<section><p class=\"section-title\">{}</p>", link(&format!("/section/{key}"), title));
        for id in ids.iter().take(if i == 0 { 3 } else { 2 }) {
            html.push_str(&teaser(net, *id));
        }
        html.push_str("</section>");
    }
    html.push_str("</div>");
    FRAME.page("front-page", &html)
}

fn section(net: &Internet, at: usize) -> Option<Answer> {
    let (key, title) = SECTIONS[at];
    let ids = of_section(net.facts(), at);
    let next = if ids.len() > PART { format!(" data-next=\"http://courier.example/part/{key}/1\"") } else { String::new() };
    let items: String = ids.iter().take(PART).map(|id| teaser(net, *id)).collect();
    page(&format!("{title} - The Daily Courier"), FRAME.page("section", &format!("<h1>{title}</h1><p>{} articles since 2015. Older ones appear as you scroll; the {} lists them by month.</p><div class=\"teasers\" data-widget=\"endless\"{next}>{items}</div>", commas(ids.len() as i64), link("/archive", "archive"))))
}

fn fragment(net: &Internet, at: usize, number: usize) -> Option<Answer> {
    let ids = of_section(net.facts(), at);
    let from = number * PART;
    if number == 0 || from >= ids.len() {
        return None;
    }
    let next = if from + PART < ids.len() {
        format!(" data-next=\"http://courier.example/part/{}/{}\"", SECTIONS[at].0, number + 1)
    } else {
        String::new()
    };
    let items: String = ids[from..(from + PART).min(ids.len())].iter().map(|id| teaser(net, *id)).collect();
    page(&format!("{}, part {number}", SECTIONS[at].1), format!("<div data-part=\"\"{next}>{items}</div>"))
}

fn months() -> Vec<(i32, u8)> {
    (2015..=2026).flat_map(|year| (1..=12).map(move |month| (year, month))).filter(|(y, m)| *y < 2026 || *m < 6).collect()
}

fn archive(facts: &Facts) -> String {
    let mut html = String::from("<h1>Archive</h1>");
    for year in (2015..=2026).rev() {
        let items = months().into_iter().filter(|m| m.0 == year).map(|(y, m)| {
            format!(
                "{} ({})",
                link(&format!("/archive/{y}/{m:02}"), MONTHS[usize::from(m) - 1]),
                facts.articles.iter().filter(|(_, a)| a.date.year == y && a.date.month == m).count()
            )
        });
        put!(html, "<h2>{year}</h2>{}", list("months", items.collect::<Vec<_>>()));
    }
    FRAME.page("archive", &html)
}

fn month_page(facts: &Facts, year: i32, month: u8) -> Option<Answer> {
    if !months().contains(&(year, month)) {
        return None;
    }
    let mut found: Vec<&Article> =
        facts.articles.rows().iter().filter(|a| a.date.year == year && a.date.month == month).collect();
    found.sort_by_key(|a| a.date);
    let title = format!("{} {year}", MONTHS[usize::from(month) - 1]);
    let items = found.iter().map(|a| {
        format!(
            "<span class=\"day\">{}</span> {} <span class=\"meta\">{}</span>",
            a.date.day,
            link(&news_address(a), &a.headline),
            SECTIONS[a.section].1
        )
    });
    page(
        &format!("{title} - The Daily Courier"),
        FRAME.page(
            "archive",
            &format!(
                "<h1>{title}</h1><p>{} articles. {}</p>{}",
                found.len(),
                link("/archive", "All months"),
                list("days", items)
            ),
        ),
    )
}

fn corrected(facts: &Facts) -> Vec<ArticleId> {
    let mut ids: Vec<(Date, ArticleId)> =
        facts.articles.iter().filter_map(|(id, a)| Some((a.error.as_ref()?.corrected?, id))).collect();
    ids.sort_by_key(|i| std::cmp::Reverse(*i));
    ids.into_iter().map(|i| i.1).collect()
}

fn correction(facts: &Facts, a: &Article) -> Option<String> {
    let error = a.error.as_ref()?;
    let right = a.story.figure(facts)?;
    Some(format!(
        "Correction of {}: an earlier version of this article gave {}. The right figure is {}.",
        error.corrected?.long(),
        a.story.figure_text(facts, error.told),
        a.story.figure_text(facts, right)
    ))
}

fn corrections(net: &Internet, number: usize) -> Option<Answer> {
    let facts = net.facts();
    let ids = corrected(facts);
    let (shown, pages) = part(&ids, number, PER_PAGE);
    // Which article, and that it was corrected; the figures are below the article.
    let items = shown.iter().map(|id| {
        let a = &facts.articles[*id];
        let date = a.error.as_ref().and_then(|e| e.corrected).map(Date::long).unwrap_or_default();
        format!(
            "{date}: {}, which appeared on {}. See the note below the article.",
            link(&news_address(a), &a.headline),
            a.date.long()
        )
    });
    page(
        "Corrections - The Daily Courier",
        FRAME.page(
            "archive",
            &format!(
                "<h1>Corrections</h1><p>We correct figures that were wrong. {} corrections so far.</p>{}{}",
                ids.len(),
                list("corrections", items),
                pager("/corrections", number, pages)
            ),
        ),
    )
}

fn by(net: &Internet, person: PersonId, number: usize) -> Option<Answer> {
    let facts = net.facts();
    if !facts.journalists.contains(&person) {
        return None;
    }
    let mut ids: Vec<ArticleId> = facts.articles.iter().filter(|(_, a)| a.by == person).map(|(id, _)| id).collect();
    ids.sort_by_key(|id| std::cmp::Reverse((facts.articles[*id].date, *id)));
    let (shown, pages) = part(&ids, number, PER_PAGE);
    let name = &facts.people[person].name;
    let items = shown.iter().map(|id| {
        let a = &facts.articles[*id];
        format!("<span class=\"day\">{}</span> {}", a.date, link(&news_address(a), &a.headline))
    });
    page(
        &format!("{name} - The Daily Courier"),
        FRAME.page(
            "archive",
            &format!(
                "<h1>{name}</h1><p>{} articles.</p>{}{}",
                ids.len(),
                list("days", items),
                pager(&format!("/by/{}", facts.person_code(person)), number, pages)
            ),
        ),
    )
}

fn newsletter() -> String {
    let boxes: String = SECTIONS.iter().map(|(key, title)| format!("<p class=\"tick\"><input type=\"checkbox\" id=\"section-{key}\" name=\"{key}\" value=\"yes\"/><label for=\"section-{key}\">{title}</label></p>")).collect();
    FRAME.page("form", &format!("<h1>Newsletter</h1><p data-if=\"newsletter\">You are subscribed with <b data-text=\"newsletter.email\">an address</b>.</p><form method=\"post\" data-keep=\"newsletter\" data-keep-one=\"\" action=\"/newsletter\">{}{}<fieldset><legend>Sections</legend>{boxes}</fieldset><button>Subscribe</button></form>", crate::html::field("email", "Email", "email", "required=\"\" data-value=\"newsletter.email\""), crate::html::select("rhythm", "How often", &[("daily", "Every day"), ("weekly", "Every week")].map(|(a, b)| (a.to_string(), b.to_string())), "weekly", "data-value=\"newsletter.rhythm\"")))
}
