//! A company with a project: the programmes with a deadline in a month, the one that pays most of its costs, and the application.

use super::{PORTAL, bookmark, weekday_from};
use crate::chain::Move;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CompanyId, Grant, Status, rank};

const MONTHS: [(u8, &str); 5] =
    [(7, "July 2026"), (8, "August 2026"), (9, "September 2026"), (10, "October 2026"), (11, "November 2026")];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let (month, month_name) = w.draw(&MONTHS)?;
    let grants: Vec<&Grant> = facts.portal.grants.iter().filter(|grant| grant.deadline.month == month).collect();
    let outside = facts.portal.grants.iter().find(|grant| grant.deadline.month != month)?;
    let is_able = |id: &CompanyId| {
        let company = &facts.companies[*id];
        let last = company.reports.get(4);
        company.status == Status::Active && last.is_some_and(|report| (60..1_500).contains(&report.research))
    };
    let able: Vec<CompanyId> = facts.companies.ids().filter(is_able).collect();
    let id = w.draw(&able)?;
    let company = &facts.companies[id];
    let named = facts.companies.iter().filter(|(_, other)| other.name.contains(&company.name)).count();
    let (costs, costs_before) = (company.reports[4].research, company.reports[3].research);
    // Sums from a million on are shown rounded: then the share must decide by far.
    let is_shown = |grant: &&Grant| grant.most < 1_000 || costs * grant.share / 100 + 60 < grant.most;
    let paid = |grant: &Grant| (costs * grant.share / 100).min(grant.most);
    let ranked = rank(grants.iter().map(|grant| (*grant, paid(grant))));
    let [(best, sum), (second, less), ..] = ranked[..] else { return None };
    if !(2..=9).contains(&grants.len())
        || !grants.iter().all(is_shown)
        || sum - less < 3
        || costs == costs_before
        || named != 1
        || best.contact == second.contact
    {
        return None;
    }
    let begins = weekday_from(best.deadline.plus(30));
    let number = facts.company_number(id).to_string();
    w.say("number", &number);
    w.say("month", month_name);

    let pages: Vec<String> = grants.iter().map(|grant| format!("http://{PORTAL}/grant/{}", grant.key)).collect();
    let best_page = format!("http://{PORTAL}/grant/{}", best.key);
    w.stage(|s| {
        s.text("company", &company.name, &company.short, told(&net.company_page(id)));
        s.number("research", (costs as f64, 0.5, "thousand kr"), costs_before as f64, told(&net.accounts_page(id, 2025)));
        s.go("register.example");
        s.fill("Name or number", &number);
        s.press("Search the register");
        s.press(&company.name);
        s.read(1);
        s.press_nth("Filings", 2);
        s.read(1);
        s.press_nth("Accounts", 2);
        s.read(1);
    });
    w.stage(|s| {
        let numbers: Vec<String> = grants.iter().map(|grant| grant.number.clone()).collect();
        let wrong = numbers.iter().skip(1).cloned().chain([outside.number.clone()]).collect();
        s.set("programmes", numbers, wrong, told(&format!("http://{PORTAL}/grants")));
        s.go(PORTAL);
        s.press("Grants");
        s.read(2);
    });
    w.stage(|s| {
        let contact = |grant: &Grant| facts.people[grant.contact].name.clone();
        s.text("best_programme", &best.number, &second.number, computed(&pages));
        s.number("sum", (sum as f64, 1.0, "thousand kr"), less as f64, computed(&pages));
        s.text("contact", &contact(best), &contact(second), told(&best_page));
        for grant in &grants {
            s.press(&grant.title);
            s.read(1);
            s.then(Move::Back);
        }
        s.press(&best.title);
        bookmark(s, &best_page);
        s.then(Move::Back);
    });
    w.stage(|s| {
        let (costs, sum, begins) = (costs.to_string(), sum.to_string(), begins.to_string());
        let fields = [
            ("grant", best.number.as_str()),
            ("applicant", &company.name),
            ("costs", &costs),
            ("sum", &sum),
            ("begins", &begins),
        ];
        s.kept("application", (PORTAL, "grant_applications"), &fields);
        s.press(&best.title);
        s.fill("The project in a few sentences", "Work that was started last year goes on.");
        s.fill("Applicant", &company.name);
        s.fill("Costs of the project", &costs);
        s.fill("Sum applied for", &sum);
        s.fill("Begin", &begins);
        s.enter();
        s.slip("all of the costs", "application", (&sum, &(less.max(1)).to_string()));
        s.slip("a month too late", "application", (&begins, &weekday_from(best.deadline.plus(60)).to_string()));
    });
    w.stage(|s| {
        let fields = [
            ("name", "Jonas Alder"),
            ("email", "jonas@alder.example"),
            ("way", "email"),
            ("grants", "yes"),
            ("fees", ""),
            ("closures", ""),
        ];
        s.kept("newsletter", (PORTAL, "newsletter"), &fields);
        s.go(PORTAL);
        s.press("Newsletter");
        s.press("Start the form");
        let start = s.moves();
        // The first match is the link to the grants; the label of the email stands in another, too.
        s.tick_nth("Grants", 2);
        s.fill("Full name", "Jonas Alder");
        s.fill_next("jonas@alder.example");
        s.tick("by email");
        s.press("Send");
        let by_post = s.moves().into_iter().map(|one| match one {
            Move::Tick { label, nth } if label == "by email" => Move::Tick { label: "by post".into(), nth },
            other => other,
        });
        let by_post = by_post.collect();
        s.slip_by("by post", "newsletter", by_post);
        s.slip_by("the form is only opened", "newsletter", start);
    });
    Some(())
}
