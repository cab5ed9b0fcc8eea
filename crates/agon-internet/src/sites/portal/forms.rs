//! The forms of services. Some have several steps: the steps are gathered in a draft, which the last one sends.

use super::{FRAME, service};
use crate::facts::{CATEGORIES, DEPARTMENTS, Facts, INDUSTRIES, Service};
use crate::html::{field, link, put, select};
use crate::sites::page;
use crate::{Answer, Internet};

/// How many steps a form has.
pub(super) fn steps(key: &str) -> usize {
    match key {
        "business-permit" => 4,
        "data-access" => 3,
        "cultural-export" => 2,
        _ => 1,
    }
}

/// What answers are kept as: a hyphen would not do in a path.
fn kept(key: &str) -> String {
    key.replace('-', "_")
}

fn pairs(items: &[(&str, &str)]) -> Vec<(String, String)> {
    items.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
}

fn choices(values: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<(String, String)> {
    let values = values.into_iter().map(|v| (v.as_ref().to_string(), v.as_ref().to_string()));
    std::iter::once((String::new(), "Choose".to_string())).chain(values).collect()
}

fn area(id: &str, label: &str, more: &str) -> String {
    format!(
        "<p class=\"field\"><label for=\"{id}\">{label}</label><textarea id=\"{id}\" name=\"{id}\" rows=\"4\" {more}></textarea></p>"
    )
}

fn tick(id: &str, label: &str, more: &str) -> String {
    format!(
        "<p class=\"tick\"><input type=\"checkbox\" id=\"{id}\" name=\"{id}\" value=\"yes\" {more}/><label for=\"{id}\">{label}</label></p>"
    )
}

fn radios(name: &str, legend: &str, items: &[(&str, &str)]) -> String {
    let mut html = format!("<fieldset><legend>{legend}</legend>");
    for (value, text) in items {
        put!(
            html,
            "<p class=\"tick\"><input type=\"radio\" id=\"{name}-{value}\" name=\"{name}\" value=\"{value}\" required=\"\"/><label for=\"{name}-{value}\">{text}</label></p>"
        );
    }
    html.push_str("</fieldset>");
    html
}

fn applicant() -> String {
    field("name", "Full name", "text", "required=\"\"") + &field("email", "Email", "email", "required=\"\"")
}

const SPEED: &[(&str, &str)] = &[("normal", "Normal"), ("urgent", "Urgent, for the higher fee")];
const DAY: &str = "required=\"\" data-widget=\"dates\" min=\"2026-06-02\" max=\"2026-12-31\"";
const NUMBER: &str = "required=\"\" pattern=\"[0-9]{8}\" title=\"Eight digits\"";

fn offices(facts: &Facts, key: &str) -> String {
    let list: Vec<(String, String)> = std::iter::once((String::new(), "Choose".to_string()))
        .chain(
            facts
                .portal
                .offices
                .iter()
                .filter(|o| o.services.contains(&key))
                .map(|o| (o.key.clone(), facts.cities[o.city].name.to_string())),
        )
        .collect();
    select("office", "Office", &list, "", "required=\"\"")
}

/// The fields of a form's step, counted from 1.
fn fields(facts: &Facts, key: &str, step: usize) -> String {
    match (key, step) {
        ("business-permit", 1) => {
            field("company", "Number of the company", "text", NUMBER)
                + &field("company_name", "Name of the company", "text", "required=\"\"")
                + &select("industry", "Industry", &choices(INDUSTRIES.iter().map(|i| i.title)), "", "required=\"\"")
        }
        ("business-permit", 2) => {
            field("street", "Street and number of the premises", "text", "required=\"\"")
                + &offices(facts, key)
                + &field("floor", "Floor space, square metres", "number", "required=\"\" min=\"4\" max=\"20000\"")
                + &radios("premises", "The premises are", &[("owned", "owned"), ("rented", "rented")])
        }
        ("business-permit", 3) => {
            field("opens", "Day of opening", "date", DAY)
                + &field("employees", "Employees", "number", "required=\"\" min=\"0\" max=\"9999\"")
                + &tick("food", "Food is served", "")
                + &tick("alcohol", "Alcohol is served", "")
                + &tick("music", "Music is played", "")
        }
        ("business-permit", _) => {
            radios("speed", "Speed", SPEED) + &applicant() + &tick("truth", "All of this is true", "required=\"\"")
        }
        ("data-access", 1) => {
            field("title", "Title of the project", "text", "required=\"\" minlength=\"5\"")
                + &select(
                    "institution",
                    "Institution",
                    &choices(facts.universities.rows().iter().map(|u| u.name.as_str())),
                    "",
                    "required=\"\"",
                )
                + &field("leader", "Leader of the project", "text", "required=\"\"")
        }
        ("data-access", 2) => {
            select("indicator", "Main indicator", &choices(facts.indicators.rows().iter().map(|i| i.title)), "", "required=\"\"")
                + &field("from", "From year", "number", "required=\"\" min=\"2008\" max=\"2025\"")
                + &field("to", "To year", "number", "required=\"\" min=\"2008\" max=\"2025\"")
                + &radios("detail", "Detail", &[("region", "by region"), ("person", "by person")])
        }
        ("data-access", _) => {
            area("purpose", "Purpose", "required=\"\"")
                + &field(
                    "until",
                    "Access until",
                    "date",
                    "required=\"\" data-widget=\"dates\" min=\"2026-07-01\" max=\"2028-12-31\"",
                )
                + &applicant()
                + &tick("secrecy", "I keep the data secret", "required=\"\"")
        }
        ("cultural-export", 1) => {
            field("object", "Accession number or description", "text", "required=\"\"")
                + &select("department", "Kind", &choices(DEPARTMENTS.iter().map(|d| d.0)), "", "required=\"\"")
                + &field("year", "Year it was made, at the latest", "number", "required=\"\" min=\"1\" max=\"2026\"")
                + &field("value", "Value, kr", "number", "required=\"\" min=\"1\"")
        }
        ("cultural-export", _) => {
            select(
                "destination",
                "Country of destination",
                &choices(facts.countries.rows().iter().map(|c| c.name)),
                "",
                "required=\"\"",
            ) + &field("leaves", "Leaves on", "date", DAY)
                + &radios("stay", "It leaves", &[("ever", "for ever"), ("time", "for a time")])
                + &applicant()
        }
        ("change-of-address", _) => {
            applicant()
                + &field("old_street", "Old street and number", "text", "required=\"\"")
                + &field("street", "New street and number", "text", "required=\"\"")
                + &field("postcode", "Postcode", "text", "required=\"\" pattern=\"[0-9]{4}\" title=\"Four digits\"")
                + &field("town", "Town", "text", "required=\"\"")
                + &field("moved", "Moved on", "date", "required=\"\" data-widget=\"dates\" min=\"2026-01-01\" max=\"2026-12-31\"")
                + &field("persons", "Persons who moved", "number", "required=\"\" min=\"1\" max=\"20\"")
        }
        ("archive-copy", _) => {
            field("entry", "Entry or reference", "text", "required=\"\"")
                + &field("copies", "Copies", "number", "required=\"\" min=\"1\" max=\"50\"")
                + &radios("kind", "Kind", &[("plain", "plain"), ("certified", "certified")])
                + &radios("speed", "Speed", SPEED)
                + &applicant()
        }
        ("consumer-complaint", _) => {
            select("category", "Kind of product", &choices(CATEGORIES.iter().map(|c| c.title)), "", "required=\"\"")
                + &field("product", "Product", "text", "required=\"\"")
                + &field("article", "Article number", "text", "pattern=\"[A-Z]{2}-[0-9]{5}\" title=\"As in BW-40123\"")
                + &field("company", "Number of the company that makes it", "text", NUMBER)
                + &radios("problem", "Problem", &[("unsafe", "unsafe"), ("broken", "broken"), ("described", "not as described")])
                + &area("what", "What happened", "required=\"\"")
                + &applicant()
        }
        ("readers-pass", _) => {
            applicant()
                + &field(
                    "born",
                    "Date of birth",
                    "date",
                    "required=\"\" data-widget=\"dates\" min=\"1916-01-01\" max=\"2018-12-31\"",
                )
                + &offices(facts, key)
                + &select("term", "Valid for", &pairs(&[("1", "1 year"), ("3", "3 years"), ("5", "5 years")]), "1", "")
                + &tick("abroad", "I want to borrow from abroad", "")
        }
        ("vessel-registration", _) => {
            field("vessel", "Name of the vessel", "text", "required=\"\"")
                + &select(
                    "kind",
                    "Kind",
                    &choices(["Sailing boat", "Motor boat", "Rowing boat", "Houseboat"]),
                    "",
                    "required=\"\"",
                )
                + &field("length", "Length, metres", "number", "required=\"\" min=\"5\" max=\"90\" step=\"0.1\"")
                + &field("built", "Built in", "number", "required=\"\" min=\"1850\" max=\"2026\"")
                + &offices(facts, key)
                + &applicant()
        }
        ("event-notice", _) => {
            field("event", "Name of the event", "text", "required=\"\"")
                + &field("date", "Date", "date", DAY)
                + &select("from", "From", &choices((8..=22).map(|h| format!("{h:02}:00"))), "", "required=\"\"")
                + &select("until", "Until", &choices((9..=23).map(|h| format!("{h:02}:00"))), "", "required=\"\"")
                + &field("people", "People expected", "number", "required=\"\" min=\"50\" max=\"100000\"")
                + &offices(facts, key)
                + &tick("road", "A road must be closed", "")
                + &applicant()
        }
        ("travel-refund", _) => {
            field("from", "From", "text", "required=\"\"")
                + &field("to", "To", "text", "required=\"\"")
                + &field("travelled", "Day", "date", "required=\"\" data-widget=\"dates\" min=\"2026-01-01\" max=\"2026-05-31\"")
                + &select("by", "By", &choices(["Train", "Bus", "Ferry", "Car", "Aeroplane"]), "", "required=\"\"")
                + &field("costs", "Costs, kr", "number", "required=\"\" min=\"1\" step=\"0.01\"")
                + &field("account", "Bank account", "text", "required=\"\" pattern=\"[0-9]{10}\" title=\"Ten digits\"")
                + &applicant()
        }
        ("tree-felling", _) => {
            field("street", "Street and number", "text", "required=\"\"")
                + &select(
                    "tree",
                    "Kind of tree",
                    &choices(["Oak", "Beech", "Lime", "Birch", "Spruce", "Pine", "Maple", "Other"]),
                    "",
                    "required=\"\"",
                )
                + &field("girth", "Around the trunk, cm", "number", "required=\"\" min=\"80\" max=\"1500\"")
                + &area("reason", "Reason", "required=\"\"")
                + &offices(facts, key)
                + &applicant()
        }
        ("parking-permit", _) => {
            field(
                "plate",
                "Registration number of the car",
                "text",
                "required=\"\" pattern=\"[A-Z]{2} [0-9]{5}\" title=\"As in AB 12345\"",
            ) + &select("zone", "Zone", &choices(["A", "B", "C", "D", "E"]), "", "required=\"\"")
                + &select("months", "Months", &pairs(&[("6", "6"), ("12", "12"), ("24", "24")]), "12", "")
                + &applicant()
        }
        ("school-place", _) => {
            field("child", "Name of the child", "text", "required=\"\"")
                + &field(
                    "born",
                    "Date of birth",
                    "date",
                    "required=\"\" data-widget=\"dates\" min=\"2008-01-01\" max=\"2021-12-31\"",
                )
                + &select("class", "Class", &choices((1..=12).map(|n| n.to_string())), "", "required=\"\"")
                + &field(
                    "begins",
                    "From",
                    "date",
                    "required=\"\" data-widget=\"dates\" min=\"2026-08-01\" max=\"2027-06-30\" data-off-weekdays=\"0 6\"",
                )
                + &offices(facts, key)
                + &applicant()
        }
        _ => {
            applicant()
                + &radios("way", "How", &[("post", "by post"), ("email", "by email")])
                + &tick("fees", "Changes of fees", "")
                + &tick("grants", "Grants", "")
                + &tick("closures", "Closures of offices", "")
        }
    }
}

/// The first step, or the whole form.
pub(super) fn first(net: &Internet, s: &Service) -> Option<Answer> {
    step(net, s, 1)
}

/// A step of a form, counted from 1.
pub(super) fn step(net: &Internet, s: &Service, number: usize) -> Option<Answer> {
    let count = steps(s.key);
    if number == 0 || number > count {
        return None;
    }
    let facts = net.facts();
    let name = kept(s.key);
    let is_last = number == count;
    let how = match (count, is_last) {
        (1, _) => format!("data-keep=\"{name}\" action=\"/done/{}\"", s.key),
        (_, false) => {
            format!("data-keep=\"{name}_draft\" data-keep-one=\"\" data-merge=\"\" action=\"/form/{}/{}\"", s.key, number + 1)
        }
        (_, true) => {
            format!("data-keep=\"{name}\" data-with=\"{name}_draft\" data-forget=\"{name}_draft\" action=\"/done/{}\"", s.key)
        }
    };
    let progress = if count > 1 { format!("<p class=\"progress\">Step {number} of {count}</p>") } else { String::new() };
    let back = if number > 1 {
        format!(
            "<p>{}</p>",
            link(
                &(if number == 2 { format!("/form/{}", s.key) } else { format!("/form/{}/{}", s.key, number - 1) }),
                "Back to the step before"
            )
        )
    } else {
        String::new()
    };
    let warning = if number > 1 {
        format!(
            "<p class=\"note\" data-unless=\"{name}_draft\">The earlier steps are empty. Please begin with the {}.</p>",
            link(&format!("/form/{}", s.key), "first step")
        )
    } else {
        String::new()
    };
    let html = format!(
        "<p class=\"meta\">Form {} · {}</p><h1>{}</h1>{progress}{warning}<form class=\"stacked\" method=\"post\" {how}>{}<button class=\"main\">{}</button></form>{back}",
        s.form,
        link(&format!("/service/{}", s.key), "About this service"),
        s.title,
        fields(facts, s.key, number),
        if is_last { "Send" } else { "Next" }
    );
    page(&format!("{} - Citizens' Portal", s.title), FRAME.page("form", &html))
}

/// What is shown after sending.
pub(super) fn done(facts: &Facts, key: &str) -> Option<Answer> {
    let (title, name, what) = match key {
        "appointments" => (
            "Appointments".to_string(),
            "appointments".to_string(),
            "{{date}} at {{time}}, {{office}}: {{service}}, for {{name}}",
        ),
        "grants" => {
            ("Grant applications".to_string(), "grant_applications".to_string(), "{{grant}}: {{applicant}}, {{sum}} thousand kr")
        }
        _ => {
            let s = service(facts, key)?;
            (s.title.to_string(), kept(s.key), "{{name}}")
        }
    };
    let days =
        service(facts, key).map(|s| format!("<p>You will hear from us within {} working days.</p>", s.days)).unwrap_or_default();
    let html = format!(
        "<h1>{title}: received</h1><p data-unless=\"{name}\">Nothing has been sent yet.</p><div data-if=\"{name}\"><p>Thank you. What you have sent:</p><ol><template data-each=\"{name}\"><li>Number {{{{number}}}}: {what}</li></template></ol>{days}</div>"
    );
    page(&format!("{title} - Citizens' Portal"), FRAME.page("done", &html))
}
