//! The portal of the administration: services with forms, offices, appointments, grants, notices, accounts.

mod forms;

use super::{Addresses, Documents, article_link, city_link, company_link, page, person_link, svg};
use crate::address::Address;
use crate::facts::{Contradiction, Entity, Facts, NoticeKind, Office, Service};
use crate::format::{commas, crowns, fixed};
use crate::html::{Frame, TableKind, definitions, field, link, list, number, options, pager, part, put, select, sorted, table};
use crate::{Answer, Internet, map};

pub(super) const FRAME: Frame<'static> = Frame {
    brand: "Citizens' Portal",
    motto: "Services of the administration",
    links: &[
        ("/services", "Services"),
        ("/offices", "Offices"),
        ("/appointments", "Appointments"),
        ("/grants", "Grants"),
        ("/fees", "Fees"),
        ("/medicines", "Medicines"),
        ("/notices", "Notices"),
        ("/preferences", "Preferences"),
        ("/account", "My account"),
    ],
    extra: "<p class=\"login\"><span data-if=\"login\">Logged in as <b data-text=\"login.name\">nobody</b></span><a data-unless=\"login\" href=\"/log-in\">Log in</a></p>",
    footer: "<p>Citizens' Portal. Applications are answered within the time named on the page of the service.</p>",
    asks_about_cookies: false,
};

const PER_PAGE: usize = 25;

fn money(hundredths: i64) -> String {
    if hundredths == 0 { "free".into() } else { format!("kr {}", fixed(hundredths, 2)) }
}

/// A form that is sent with a service's page as where it comes from.
fn service<'a>(facts: &'a Facts, key: &str) -> Option<&'a Service> {
    facts.portal.services.iter().find(|s| s.key == key)
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Citizens' Portal", home(net)),
        ["log-in"] => page("Log in - Citizens' Portal", log_in(facts)),
        ["account"] => page("My account - Citizens' Portal", account(net)),
        ["preferences"] => page("Preferences - Citizens' Portal", preferences(facts)),
        ["services"] => page("Services - Citizens' Portal", services(facts)),
        ["service", key] => service_page(facts, service(facts, key)?),
        ["form", key] => forms::first(net, service(facts, key)?),
        ["form", key, step] => forms::step(net, service(facts, key)?, step.parse().ok()?),
        ["done", key] => forms::done(facts, key),
        ["offices"] => page("Offices - Citizens' Portal", offices(net)),
        ["office", key] => office(net, facts.portal.offices.iter().find(|o| o.key == *key)?),
        ["world.svg"] => svg("world", map::draw([-180.0, -58.0, 180.0, 84.0], "#e8eef4", |_| "#cfd8cf", &[])),
        ["appointments"] => page("Appointments - Citizens' Portal", appointments(net, address)),
        ["fees"] => page("Fees - Citizens' Portal", fees(facts)),
        ["grants"] => page("Grants - Citizens' Portal", grants(facts)),
        ["grant", key] => grant(net, key),
        ["notices"] => notices(net, address.page()),
        ["notice", n] => notice(net, n.parse::<usize>().ok()?.checked_sub(1)?),
        ["medicines"] => page("Approved medicines - Citizens' Portal", medicines(net, address)),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in
        ["/", "/log-in", "/account", "/preferences", "/services", "/offices", "/appointments", "/fees", "/grants", "/medicines"]
    {
        list.add(path);
    }
    for s in &facts.portal.services {
        list.add(&format!("/service/{}", s.key));
        list.add(&format!("/form/{}", s.key));
        for step in 2..=forms::steps(s.key) {
            list.add(&format!("/form/{}/{step}", s.key));
        }
        list.add(&format!("/done/{}", s.key));
    }
    for key in ["appointments", "grants"] {
        list.add(&format!("/done/{key}"));
    }
    for o in &facts.portal.offices {
        list.add(&format!("/office/{}", o.key));
        list.add(&format!("/appointments?office={}", o.key));
    }
    for g in &facts.portal.grants {
        list.add(&format!("/grant/{}", g.key));
    }
    list.add_pages("/notices", facts.portal.notices.len(), PER_PAGE);
    for n in 1..=facts.portal.notices.len() {
        list.add(&format!("/notice/{n}"));
    }
    for year in approval_years(facts) {
        list.add(&format!("/medicines?year={year}"));
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for s in &facts.portal.services {
        to.add(
            format!("http://portal.example/service/{}", s.key),
            s.title,
            &format!("{} Form, fee, documents and time. Service of the Citizens' Portal.", s.about),
        );
    }
    for o in &facts.portal.offices {
        to.add(
            format!("http://portal.example/office/{}", o.key),
            &format!("Office of the administration in {}", facts.cities[o.city].name),
            &format!("Address, opening hours, services and appointments of the office in {}.", super::place(net, o.city)),
        );
    }
    for g in &facts.portal.grants {
        to.add(
            format!("http://portal.example/grant/{}", g.key),
            &g.title,
            &format!("Grant {}: who may apply, how much, until when.", g.number),
        );
    }
    for (n, notice) in facts.portal.notices.iter().enumerate() {
        to.add(
            format!("http://portal.example/notice/{}", n + 1),
            &notice_title(net, n),
            &format!("Notice of {} of the Citizens' Portal.", notice.date.long()),
        );
    }
    to.add("http://portal.example/appointments".into(), "Book an appointment", "Choose an office, a service, a day and a time.");
    to.add("http://portal.example/preferences".into(), "Preferences of the portal", "Language, units, notices, text size.");
}

/// Deadlines, fees and streets that notices give as they were before.
pub(super) fn contradictions(net: &Internet) -> Vec<Contradiction> {
    let facts = net.facts();
    facts
        .portal
        .notices
        .iter()
        .enumerate()
        .filter_map(|(n, notice)| {
            let wrong_address = format!("http://portal.example/notice/{}", n + 1);
            match &notice.kind {
                NoticeKind::Fee(i, old, new, _) => Some(Contradiction {
                    what: format!("fee of {}", facts.portal.services[*i].title),
                    right_address: format!("http://portal.example/service/{}", facts.portal.services[*i].key),
                    right: money(*new),
                    wrong_address,
                    wrong: money(*old),
                }),
                NoticeKind::Deadline(i, first) => Some(Contradiction {
                    what: format!("deadline of {}", facts.portal.grants[*i].title),
                    right_address: format!("http://portal.example/grant/{}", facts.portal.grants[*i].key),
                    right: facts.portal.grants[*i].deadline.long(),
                    wrong_address,
                    wrong: first.long(),
                }),
                NoticeKind::Moved(i, street) => Some(Contradiction {
                    what: format!("street of the office in {}", facts.cities[facts.portal.offices[*i].city].name),
                    right_address: format!("http://portal.example/office/{}", facts.portal.offices[*i].key),
                    right: facts.portal.offices[*i].street.clone(),
                    wrong_address,
                    wrong: street.clone(),
                }),
                NoticeKind::Closed(..) => None,
            }
        })
        .collect()
}

fn home(net: &Internet) -> String {
    let facts = net.facts();
    let tiles = facts
        .portal
        .services
        .iter()
        .map(|s| format!("{}<span>{}</span>", link(&format!("/service/{}", s.key), s.title), s.about));
    let latest = (0..6.min(facts.portal.notices.len())).map(|n| link(&format!("/notice/{}", n + 1), &notice_title(net, n)));
    FRAME.page(
        "home",
        &format!("<h1>What would you like to do?</h1>{}<h2>Notices</h2>{}", list("tiles", tiles), list("notices", latest)),
    )
}

fn log_in(facts: &Facts) -> String {
    let checks: Vec<String> = facts.portal.accounts.iter().map(|a| format!("{}:{}", facts.portal.salt, a.hash)).collect();
    FRAME.page("form", &format!(
        "<h1>Log in</h1><div data-if=\"login\"><p>You are logged in as <b data-text=\"login.name\">nobody</b>.</p><form method=\"post\" data-forget=\"login\" action=\"/\"><button>Log out</button></form></div><form class=\"stacked\" data-unless=\"login\" method=\"post\" data-keep=\"login\" data-keep-one=\"\" data-check=\"{}\" data-refused=\"The user name or the password is wrong.\" action=\"/account\">{}{}<button class=\"main\">Log in</button></form><p>User names are given by the offices. There is no way to reset a password here.</p>",
        checks.join(" "),
        field("name", "User name", "text", "required=\"\" autocomplete=\"off\""),
        field("password", "Password", "password", "required=\"\"")
    ))
}

fn account(net: &Internet) -> String {
    let facts = net.facts();
    let mut html = String::from(
        "<h1>My account</h1><p data-unless=\"login\">Please <a href=\"/log-in\">log in</a> to see your account.</p>",
    );
    for a in &facts.portal.accounts {
        let o = &facts.portal.offices[a.office];
        put!(
            html,
            "<section data-if=\"login.name={}\"><h2>{}</h2>{}</section>",
            a.user,
            facts.people[a.person].name,
            definitions(
                "facts",
                &[
                    ("Reference", a.reference.clone()),
                    ("Address", format!("{}, {}", a.street, facts.cities[o.city].name)),
                    ("Your office", link(&format!("/office/{}", o.key), facts.cities[o.city].name)),
                    ("Balance of 2025", format!("kr {} to be paid by {}", fixed(a.balance, 2), a.due.long())),
                ]
            )
        );
    }
    html.push_str(
        "<div data-if=\"login\"><h2>Pay</h2><form class=\"stacked\" method=\"post\" data-keep=\"payments\" action=\"/account\">",
    );
    html.push_str(&field(
        "reference",
        "Reference",
        "text",
        "required=\"\" pattern=\"C-[0-9]{3}-[0-9]{3}-[0-9]\" title=\"As in C-123-456-7\"",
    ));
    html.push_str(&field("amount", "Amount, kr", "number", "required=\"\" min=\"1\" step=\"0.01\""));
    html.push_str(&field("on", "On", "date", "required=\"\" data-widget=\"dates\" min=\"2026-06-02\" max=\"2026-08-31\""));
    html.push_str("<button>Pay</button></form><p data-if=\"payments\">Payments ordered: <span data-text=\"payments.length\">0</span></p><form method=\"post\" data-forget=\"login\" action=\"/\"><button>Log out</button></form></div>");
    FRAME.page("account", &html)
}

fn preferences(facts: &Facts) -> String {
    let pair = |items: &[(&str, &str)]| items.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
    let offices: Vec<(String, String)> = std::iter::once((String::new(), "None".to_string()))
        .chain(facts.portal.offices.iter().map(|o| (o.key.clone(), facts.cities[o.city].name.to_string())))
        .collect();
    FRAME.page("form", &format!(
        "<h1>Preferences</h1><p data-if=\"settings\">Your preferences are saved.</p><form class=\"stacked\" method=\"post\" data-keep=\"settings\" data-keep-one=\"\" action=\"/preferences\">{}{}{}{}{}{}<fieldset><legend>Tell me about</legend>{}</fieldset><button class=\"main\">Save</button></form>",
        select("language", "Language", &pair(&[("en", "English"), ("de", "Deutsch"), ("fr", "Francais"), ("es", "Espanol"), ("pt", "Portugues"), ("sv", "Svenska")]), "en", "data-value=\"settings.language\""),
        select("units", "Units", &pair(&[("metric", "Metric"), ("imperial", "Imperial")]), "metric", "data-value=\"settings.units\""),
        select("text", "Size of text", &pair(&[("normal", "Normal"), ("large", "Large"), ("huge", "Very large")]), "normal", "data-value=\"settings.text\""),
        select("contact", "Letters", &pair(&[("post", "By post"), ("email", "By email"), ("both", "Both")]), "post", "data-value=\"settings.contact\""),
        select("home_office", "Home office", &offices, "", "data-value=\"settings.home_office\""),
        field("email", "Email", "email", "data-value=\"settings.email\""),
        [("fees", "Changes of fees"), ("grants", "Grants"), ("closures", "Closures of offices")].map(|(key, text)| format!("<p class=\"tick\"><input type=\"checkbox\" id=\"tell-{key}\" name=\"tell_{key}\" value=\"yes\"/><label for=\"tell-{key}\">{text}</label></p>")).concat()
    ))
}

fn services(facts: &Facts) -> String {
    let rows: Vec<_> = facts
        .portal
        .services
        .iter()
        .map(|s| vec![link(&format!("/service/{}", s.key), s.title).into(), s.form.as_str().into(), s.about.into()])
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Services</h1>{}",
            table(
                "Services",
                &["Service", "Form", "What it is"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter services") }
            )
        ),
    )
}

fn service_page(facts: &Facts, s: &Service) -> Option<Answer> {
    let offered = facts
        .portal
        .offices
        .iter()
        .filter(|o| o.services.contains(&s.key))
        .map(|o| link(&format!("/office/{}", o.key), facts.cities[o.city].name))
        .collect::<Vec<_>>();
    let html = format!(
        "<h1>{}</h1><p class=\"lead\">{}</p>{}<p><a class=\"main\" href=\"/form/{}\">Start the form</a></p><div data-widget=\"accordion\" data-one=\"\"><details><summary>What you need</summary>{}</details><details><summary>Fees</summary><p>The fee is {}. Urgent applications cost {}.</p></details><details><summary>How long it takes</summary><p>{} working days from the day on which all documents are there.</p></details><details><summary>Where</summary>{}</details></div>",
        s.title,
        s.about,
        definitions("facts", &[("Form", s.form.clone()), ("Offices", offered.len().to_string())]),
        s.key,
        list("", s.documents.iter().map(|d| d.to_string())),
        money(s.fee),
        money(s.urgent_fee),
        s.days,
        list("entries", offered)
    );
    page(&format!("{} - Citizens' Portal", s.title), FRAME.page("service", &html))
}

fn offices(net: &Internet) -> String {
    let facts = net.facts();
    let mut html = String::from(
        "<h1>Offices</h1><div class=\"map\" data-widget=\"map\" data-box=\"-180 -58 180 84\"><img src=\"/world.svg\" alt=\"Map of the world\" width=\"1080\" height=\"440\"/>",
    );
    for o in &facts.portal.offices {
        let c = &facts.cities[o.city];
        put!(
            html,
            "<a data-at=\"{:.4} {:.4}\" href=\"/office/{}\">{}</a> ",
            f64::from(c.lat) / 10_000.0,
            f64::from(c.lon) / 10_000.0,
            o.key,
            c.name
        );
    }
    html.push_str("</div>");
    let rows: Vec<_> = facts
        .portal
        .offices
        .iter()
        .map(|o| {
            vec![
                link(&format!("/office/{}", o.key), facts.cities[o.city].name).into(),
                facts.countries[facts.cities[o.city].country].name.into(),
                number(o.counters, 0),
                format!("{} to {}", o.opens, o.closes).into(),
            ]
        })
        .collect();
    put!(
        html,
        "{}",
        table(
            "Offices",
            &["Office", "Country", "Counters#", "Open"],
            &rows,
            TableKind { sortable: true, filter: Some("Filter offices") }
        )
    );
    FRAME.page("offices", &html)
}

const WEEKDAYS: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];

fn office(net: &Internet, o: &Office) -> Option<Answer> {
    let facts = net.facts();
    let name = facts.cities[o.city].name;
    let days =
        WEEKDAYS.iter().enumerate().filter(|(i, _)| o.closed_weekday != Some(*i)).map(|d| d.1.to_string()).collect::<Vec<_>>();
    let offered = facts
        .portal
        .services
        .iter()
        .filter(|s| o.services.contains(&s.key))
        .map(|s| link(&format!("/service/{}", s.key), s.title))
        .collect::<Vec<_>>();
    let html = format!(
        "<h1>Office in {name}</h1>{}<p><a class=\"main\" href=\"/appointments?office={}\">Book an appointment</a></p><h2>Services</h2>{}",
        definitions(
            "facts",
            &[
                ("Address", format!("{}, {}", o.street, city_link(net, o.city))),
                ("Open", format!("{}, {} to {}", crate::format::listed(&days), o.opens, o.closes)),
                ("Telephone", o.phone.clone()),
                ("Head", facts.people[o.head].name.clone()),
                ("Counters", o.counters.to_string())
            ]
        ),
        o.key,
        list("entries", offered)
    );
    page(&format!("Office in {name} - Citizens' Portal"), FRAME.page("office", &html))
}

fn appointments(net: &Internet, address: &Address) -> String {
    let facts = net.facts();
    let chosen = address.value("office").and_then(|key| facts.portal.offices.iter().find(|o| o.key == key));
    let offices: Vec<(String, String)> =
        facts.portal.offices.iter().map(|o| (o.key.clone(), facts.cities[o.city].name.to_string())).collect();
    let mut html = format!(
        "<h1>Book an appointment</h1><form class=\"filters\" action=\"/appointments\">{}<button>Choose</button></form>",
        select("office", "Office", &offices, chosen.map_or("", |o| &o.key), "required=\"\"")
    );
    if let Some(o) = chosen {
        // Days of the week count from Sunday in pickers.
        let off = o.closed_weekday.map_or_else(|| "0 6".to_string(), |d| format!("0 {} 6", d + 1));
        let closed = o.closed.iter().map(|d| d.to_string()).collect::<Vec<_>>().join(" ");
        let services: Vec<(String, String)> = facts
            .portal
            .services
            .iter()
            .filter(|s| o.services.contains(&s.key))
            .map(|s| (s.key.to_string(), s.title.to_string()))
            .collect();
        let opens: u32 = o.opens[..2].parse().unwrap_or(9);
        let closes: u32 = o.closes[..2].parse().unwrap_or(15);
        let times: Vec<String> = (opens + 1..closes).flat_map(|h| [format!("{h:02}:00"), format!("{h:02}:30")]).collect();
        put!(
            html,
            "<h2>{}</h2><form class=\"stacked\" method=\"post\" data-keep=\"appointments\" action=\"/done/appointments\"><input type=\"hidden\" name=\"office\" value=\"{}\"/>{}{}{}{}{}<button class=\"main\">Book</button></form>",
            facts.cities[o.city].name,
            o.key,
            select("service", "Service", &services, "", "required=\"\""),
            field(
                "date",
                "Day",
                "date",
                &format!(
                    "required=\"\" data-widget=\"dates\" min=\"2026-06-02\" max=\"2026-07-31\" data-off-weekdays=\"{off}\" data-off=\"{closed}\""
                )
            ),
            select("time", "Time", &options("Choose a time", times), "", "required=\"\""),
            field("name", "Name", "text", "required=\"\""),
            field("phone", "Telephone", "tel", "required=\"\" pattern=\"[0-9 +-]{6,20}\" title=\"Digits, spaces and hyphens\"")
        );
    }
    FRAME.page("form", &html)
}

fn fees(facts: &Facts) -> String {
    let rows: Vec<_> = facts
        .portal
        .services
        .iter()
        .map(|s| {
            vec![
                link(&format!("/service/{}", s.key), s.title).into(),
                s.form.as_str().into(),
                number(s.fee, 2),
                number(s.urgent_fee, 2),
                number(s.days, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Fees</h1><p>In force on 1 June 2026.</p>{}",
            table(
                "Fees",
                &["Service", "Form", "Fee, kr#", "Urgent, kr#", "Working days#"],
                &rows,
                TableKind { sortable: true, filter: None }
            )
        ),
    )
}

fn grants(facts: &Facts) -> String {
    let rows: Vec<_> = facts
        .portal
        .grants
        .iter()
        .map(|g| {
            vec![
                link(&format!("/grant/{}", g.key), &g.title).into(),
                g.number.as_str().into(),
                g.who.into(),
                sorted(g.deadline.long(), g.deadline.days()),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Grants</h1>{}",
            table(
                "Grants",
                &["Programme", "Number", "Who may apply", "Deadline@"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter grants") }
            )
        ),
    )
}

fn grant(net: &Internet, key: &str) -> Option<Answer> {
    let facts = net.facts();
    let g = facts.portal.grants.iter().find(|g| g.key == key)?;
    let html = format!(
        "<h1>{}</h1>{}<h2>Apply</h2><form class=\"stacked\" method=\"post\" data-keep=\"grant_applications\" action=\"/done/grants\"><input type=\"hidden\" name=\"grant\" value=\"{}\"/>{}{}{}{}{}<button class=\"main\">Apply</button></form>",
        g.title,
        definitions(
            "facts",
            &[
                ("Number", g.number.clone()),
                ("Who may apply", g.who.into()),
                ("At most", crowns(g.most)),
                ("Share of costs", format!("{} %", g.share)),
                ("Deadline", g.deadline.long()),
                ("Given in 2025", format!("{} grants, {} in all", g.given.0, crowns(g.given.1))),
                ("Contact", person_link(net, g.contact))
            ]
        ),
        g.number,
        field("applicant", "Applicant", "text", "required=\"\""),
        field("costs", "Costs of the project, thousand kr", "number", "required=\"\" min=\"1\""),
        field("sum", "Sum applied for, thousand kr", "number", &format!("required=\"\" min=\"1\" max=\"{}\"", g.most)),
        field("begins", "Begin", "date", "required=\"\" data-widget=\"dates\" min=\"2026-07-01\" max=\"2027-12-31\""),
        "<p class=\"field\"><label for=\"project\">The project in a few sentences</label><textarea id=\"project\" name=\"project\" rows=\"4\" required=\"\"></textarea></p>"
    );
    page(&format!("{} - Citizens' Portal", g.title), FRAME.page("form", &html))
}

fn notice_title(net: &Internet, n: usize) -> String {
    let facts = net.facts();
    match &facts.portal.notices[n].kind {
        NoticeKind::Fee(i, ..) => format!("New fee: {}", facts.portal.services[*i].title),
        NoticeKind::Closed(i, day) => {
            format!("Office in {} closed on {}", facts.cities[facts.portal.offices[*i].city].name, day.long())
        }
        NoticeKind::Deadline(i, _) => format!("Deadline extended: {}", facts.portal.grants[*i].title),
        NoticeKind::Moved(i, _) => format!("Office in {} has moved", facts.cities[facts.portal.offices[*i].city].name),
    }
}

fn notices(net: &Internet, number_of_page: usize) -> Option<Answer> {
    let facts = net.facts();
    let all: Vec<usize> = (0..facts.portal.notices.len()).collect();
    let (shown, pages) = part(&all, number_of_page, PER_PAGE);
    let items = shown.iter().map(|n| {
        format!("{}: {}", facts.portal.notices[*n].date.long(), link(&format!("/notice/{}", n + 1), &notice_title(net, *n)))
    });
    page(
        "Notices - Citizens' Portal",
        FRAME.page("plain", &format!("<h1>Notices</h1>{}{}", list("notices", items), pager("/notices", number_of_page, pages))),
    )
}

fn notice(net: &Internet, n: usize) -> Option<Answer> {
    let facts = net.facts();
    let notice = facts.portal.notices.get(n)?;
    let text = match &notice.kind {
        NoticeKind::Fee(i, old, new, from) => format!(
            "The fee for {} changes from {} to {} on {}.",
            link(&format!("/service/{}", facts.portal.services[*i].key), &facts.portal.services[*i].title.to_lowercase()),
            money(*old),
            money(*new),
            from.long()
        ),
        NoticeKind::Closed(i, day) => format!(
            "The office in {} is closed on {}, {}.",
            link(&format!("/office/{}", facts.portal.offices[*i].key), facts.cities[facts.portal.offices[*i].city].name),
            day.weekday_name(),
            day.long()
        ),
        NoticeKind::Deadline(i, first) => format!(
            "The deadline of the {} was {}. It has been extended; the new one is on the page of the programme.",
            link(&format!("/grant/{}", facts.portal.grants[*i].key), &facts.portal.grants[*i].title),
            first.long()
        ),
        NoticeKind::Moved(i, street) => format!(
            "The office in {} is no longer at {street}. The new address is on its page.",
            link(&format!("/office/{}", facts.portal.offices[*i].key), facts.cities[facts.portal.offices[*i].city].name)
        ),
    };
    page(
        &format!("{} - Citizens' Portal", notice_title(net, n)),
        FRAME.page(
            "notice",
            &format!("<p class=\"meta\">Notice of {}</p><h1>{}</h1><p>{text}</p>", notice.date.long(), notice_title(net, n)),
        ),
    )
}

fn approval_years(facts: &Facts) -> Vec<i32> {
    let mut years: Vec<i32> = facts.medicines.iter().map(|(_, m)| m.approved.year).collect();
    years.sort_unstable();
    years.dedup();
    years
}

fn medicines(net: &Internet, address: &Address) -> String {
    let facts = net.facts();
    let years = approval_years(facts);
    let wanted = address.number::<i32>("year").filter(|y| years.contains(y)).or_else(|| years.last().copied()).unwrap_or(2025);
    let mut found: Vec<_> = facts.medicines.iter().filter(|(_, m)| m.approved.year == wanted).collect();
    found.sort_by_key(|m| m.1.approved);
    let rows: Vec<_> = found
        .iter()
        .map(|(id, m)| {
            vec![
                m.file.as_str().into(),
                article_link(net, Entity::Medicine(*id), &m.name).into(),
                m.brand.as_str().into(),
                company_link(net, m.company).into(),
                m.indication.into(),
                sorted(m.approved.to_string(), m.approved.days()),
                m.withdrawn.map(|d| d.to_string()).unwrap_or_default().into(),
            ]
        })
        .collect();
    let choices: Vec<(String, String)> = years.iter().rev().map(|y| (y.to_string(), y.to_string())).collect();
    FRAME.page("plain", &format!("<h1>Approved medicines</h1><form class=\"filters\" action=\"/medicines\">{}<button>Show</button></form><p>{} medicines were approved in {wanted}.</p>{}", select("year", "Year of approval", &choices, &wanted.to_string(), ""), commas(rows.len() as i64), table(&format!("Medicines approved in {wanted}"), &["File", "Medicine", "Brand", "Company", "Against", "Approved@", "Withdrawn"], &rows, TableKind { sortable: true, filter: Some("Filter medicines") })))
}
