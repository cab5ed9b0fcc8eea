//! The dearest product of a category, its maker's entry, growth and group, a complaint about it, and a review.

use super::open_company;
use crate::templates::portal::open_form;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CATEGORIES, CompanyId, CopiedField, Report, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let kind = w.rng.index(CATEGORIES.len());
    let category = &CATEGORIES[kind];
    let problem = w.draw(&[("unsafe", "unsafe"), ("broken", "broken"), ("described", "not as described")])?;
    let stars = w.rng.integer(1, 4);
    let stocked: Vec<_> = facts.products.iter().filter(|(_, row)| row.category == kind && row.stock > 0).collect();
    let prices: Vec<i64> = stocked.iter().map(|(_, row)| row.price).collect();
    let limit = (w.draw(&prices)? / 5_000 + 1) * 50;
    let able = stocked.iter().filter(|(_, row)| row.price <= limit * 100);
    let ranked = rank(able.map(|(id, row)| (*id, row.price)));
    let [(best, price), (second, less), ..] = ranked[..] else { return None };
    let product = &facts.products[best];
    let maker = &facts.companies[product.maker];
    let changes: Vec<(i32, i64)> = maker.reports.windows(2).map(|pair| (pair[1].year, change(&pair[0], &pair[1]))).collect();
    let growth = rank(changes.iter().copied());
    let [(best_year, most), (next_year, next), ..] = growth[..] else { return None };
    let group = group_of(facts, product.maker);
    let (parent, top) = (*group.first()?, *group.last()?);
    let subsidiaries = facts.companies[top].subsidiaries.len() as f64;
    let other_maker = facts.companies.rows().iter().find(|row| row.short != maker.short)?;
    let town = facts.cities[maker.city].name;
    let copy = facts.copies.iter().find(|copy| copy.company() == Some(product.maker)).map(|copy| &copy.wrong);
    let other_town = match copy {
        Some(CopiedField::HeadOffice(city)) => facts.cities[*city].name,
        _ => facts.cities[facts.companies[parent].city].name,
    };
    let other_year = match copy {
        Some(CopiedField::Founded(year)) => *year,
        _ => facts.companies[parent].incorporated.year,
    };
    let top_name = &facts.companies[top].name;
    let number = facts.company_number(product.maker).to_string();
    let wrong_top = if group.len() > 1 { &facts.companies[parent].name } else { &maker.name };
    let is_clear = maker.reports.len() == 5 && most != next && other_town != town && other_year != maker.incorporated.year;
    if !is_clear {
        return None;
    }
    let (product_page, company_page) = (net.product_page(best), net.company_page(product.maker));
    let accounts: Vec<String> = (2022..=2025).map(|year| net.accounts_page(product.maker, year)).collect();
    let top_page = net.company_page(top);

    w.say("category", category.title.to_lowercase());
    w.say("limit", limit);
    w.say("problem", problem.1);
    w.say("stars", stars);
    w.stage(|s| {
        s.text("product", &product.name, &facts.products[second].name, told(&product_page));
        s.number("price", (price as f64 / 100.0, 0.001, "kr"), less as f64 / 100.0, told(&product_page));
        s.text("article", &product.sku, &facts.products[second].sku, told(&product_page));
        s.go("shop.example");
        s.press("Only necessary");
        s.press("All categories");
        s.press(category.title);
        s.choose("Stock", "In stock only");
        s.fill("Up to, kr", limit);
        s.enter();
        s.read(1);
        s.choose("Order", "Dearest first");
        s.enter();
        s.read(1);
        s.press(&product.name);
        s.read(1);
    });
    w.stage(|s| {
        s.any_of("maker", &[&maker.name, &maker.short], &other_maker.name, told(&product_page));
        s.text("number", &number, &facts.company_number(parent).to_string(), told(&company_page));
        s.text("head_office", town, other_town, told(&company_page));
        s.date("incorporated", maker.incorporated.year, other_year, told(&company_page));
        s.press(&maker.name);
        s.read(1);
    });
    w.stage(|s| {
        s.date("best_year", best_year, next_year, computed(&accounts));
        s.number("growth", (most as f64 / 10.0, 0.001, "%"), next as f64 / 10.0, computed(&accounts));
        super::open_latest_accounts(s);
        for year in (2022..2025).rev() {
            s.press(&year.to_string());
            s.read(1);
        }
    });
    w.stage(|s| {
        s.any_of("ultimate_parent", &[top_name, &facts.companies[top].short], wrong_top, told(&top_page));
        s.number("subsidiaries", (subsidiaries, 0.0, "companies"), subsidiaries + 1.0, computed(std::slice::from_ref(&top_page)));
        open_company(s, &maker.name);
        for id in std::iter::once(&product.maker).chain(&group) {
            let name = &facts.companies[*id].name;
            if *id != product.maker {
                s.press(name);
                s.read(1);
            }
            // The name stands above the tab, and may have the word.
            s.press_nth("Group", 1 + name.to_lowercase().matches("group").count());
            s.read(1);
        }
    });
    w.stage(|s| {
        s.kept(
            "complaint",
            ("portal.example", "consumer_complaint"),
            &[
                ("category", category.title),
                ("product", &product.name),
                ("article", &product.sku),
                ("company", &number),
                ("problem", problem.0),
                ("name", "Tom Ekern"),
            ],
        );
        open_form(s, "Complaint about a product");
        // The heading and another label come first.
        s.fill_nth("Product", 3, &product.name);
        s.choose("Kind of product", category.title);
        s.fill("Article number", &product.sku);
        s.fill("Number of the company that makes it", &number);
        s.tick(problem.1);
        s.fill("What happened", "It failed on the first day.");
        s.fill("Full name", "Tom Ekern");
        s.fill("Email", "tom@ekern.example");
        s.enter();
        s.slip("the parent's number", "complaint", (&number, &facts.company_number(parent).to_string()));
        s.slip("the second dearest", "complaint", (&product.sku, &facts.products[second].sku));
    });
    w.stage(|s| {
        let (given, other) = (stars.to_string(), (stars + 1).to_string());
        s.kept("review", ("shop.example", "reviews"), &[("sku", &product.sku), ("stars", &given)]);
        s.go("shop.example");
        s.fill("Search Brightwell", &product.name);
        s.enter();
        // The first match is the heading of the results.
        s.press_nth(&product.name, 2);
        s.read(1);
        s.choose("Stars", &given);
        s.fill("What do you think?", "I have complained about it.");
        s.enter();
        s.slip("a star more", "review", (&given, &other));
    });
    Some(())
}

/// The change of revenue in tenths of a per cent, as the accounts of the later year show it.
fn change(before: &Report, after: &Report) -> i64 {
    let earlier = after.restated_revenue.unwrap_or(before.revenue);
    ((after.revenue - earlier) as f64 / earlier.abs() as f64 * 1000.0).round() as i64
}

/// The parent of a company, the parent's parent and so on.
fn group_of(facts: &agon_internet::Facts, company: CompanyId) -> Vec<CompanyId> {
    let parent = |id: &CompanyId| facts.companies[*id].parent.map(|(parent, _)| parent);
    std::iter::successors(parent(&company), parent).take(9).collect()
}
