//! The best of a shop's products by one figure, its maker, what buyers say, an order by the shop's own rules, and a watch on the maker.

use super::{in_office, open_latest_accounts};
use crate::chain::Move;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{CATEGORIES, Role, rank};

/// Reviews on a page.
const REVIEWS: usize = 8;

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let kind = w.rng.index(CATEGORIES.len());
    let category = &CATEGORIES[kind];
    let at = w.rng.index(category.specs.len());
    let (spec, unit, ..) = category.specs[at];
    let (wanted, quantity) = (4 + w.rng.index(3), w.rng.integer(2, 4));
    let mut stocked: Vec<_> = facts.products.iter().filter(|(_, row)| row.category == kind && row.stock > 0).collect();
    stocked.sort_by_key(|(_, row)| row.price);
    let most = stocked.get(wanted - 1)?.1.price / 100 + 1;
    let able: Vec<_> = stocked.into_iter().filter(|(_, row)| row.price <= most * 100).collect();
    let ranked = rank(able.iter().map(|(id, row)| (*id, row.specs[at])));
    let [(best, value), (second, less), ..] = ranked[..] else { return None };
    let product = &facts.products[best];
    let maker = &facts.companies[product.maker];
    let (chief, chair) = (in_office(maker, Role::ChiefExecutive)?, in_office(maker, Role::Chair)?);
    let report = maker.reports.last().filter(|report| report.year == 2025)?;
    let before = maker.reports.iter().find(|report| report.year == 2024)?;
    let helpful = rank(product.reviews.iter().map(|review| (review, review.helpful)));
    let [(praised, helped), (other_review, fewer), ..] = helpful[..] else { return None };
    let free_from = free_from(&net.text("http://shop.example/delivery")?)?;
    let is_free = product.price * quantity >= free_from * 100;
    let (delivery, way, other_way) = if is_free {
        ("post", "By post", "Collect at the warehouse")
    } else {
        ("collect", "Collect at the warehouse", "By post")
    };
    let chief_name = &facts.people[chief].name;
    let other_maker = facts.companies.rows().iter().find(|row| row.short != maker.short)?;
    let is_clear = able.len() == wanted
        && value != less
        && product.stock >= quantity
        && chief != chair
        && report.research != before.research
        && helped != fewer
        && praised.by != other_review.by
        && product.reviews.iter().filter(|review| review.by == praised.by).count() == 1;
    if !is_clear {
        return None;
    }
    let pages: Vec<String> = able.iter().map(|(id, _)| net.product_page(*id)).collect();
    let (product_page, company_page) = (net.product_page(best), net.company_page(product.maker));
    let accounts_page = net.accounts_page(product.maker, 2025);
    let review_pages: Vec<String> = (1..=product.reviews.len().div_ceil(REVIEWS))
        .map(|n| if n == 1 { format!("{product_page}/reviews") } else { format!("{product_page}/reviews?page={n}") })
        .collect();

    w.say("category", category.title.to_lowercase());
    w.say("spec", spec.to_lowercase());
    w.say("most", most);
    w.say("quantity", quantity);
    w.stage(|s| {
        s.text("product", &product.name, &facts.products[second].name, computed(&pages));
        s.number("figure", (value as f64, 0.0, unit), less as f64, told(&product_page));
        s.go("shop.example");
        s.press("Only necessary");
        s.press("All categories");
        s.press(category.title);
        s.choose("Stock", "In stock only");
        s.fill("Up to, kr", most);
        s.enter();
        s.read(1);
        for (_, row) in &able {
            s.press(&row.name);
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.any_of("maker", &[&maker.name, &maker.short], &other_maker.name, told(&product_page));
        s.text("chief_executive", chief_name, &facts.people[chair].name, told(&company_page));
        s.number("research", (report.research as f64, 0.5, "thousand kr"), before.research as f64, told(&accounts_page));
        s.press(&product.name);
        s.read(1);
        s.press(&maker.name);
        s.read(1);
        s.press("People");
        s.read(1);
        open_latest_accounts(s);
    });
    w.stage(|s| {
        let five = product.reviews.iter().filter(|review| review.stars == 5).count() as f64;
        s.number("five_stars", (five, 0.0, "reviews"), five + 1.0, told(&review_pages[0]));
        s.text("most_helpful", &praised.by, &other_review.by, computed(&review_pages));
        s.go(product_page.as_str());
        s.press(&format!("All {} reviews", product.reviews.len()));
        s.read(2);
        for _ in 1..review_pages.len() {
            s.press("Next");
            s.read(2);
        }
    });
    w.stage(|s| {
        s.number("free_from", (free_from as f64, 0.0, "kr"), free_from as f64 + 100.0, told("http://shop.example/delivery"));
        s.kept(
            "order",
            ("shop.example", "orders"),
            &[
                ("cart.0.sku", &product.sku),
                ("cart.0.quantity", &quantity.to_string()),
                ("cart.1.sku", ""),
                ("name", "Mira Solberg"),
                ("street", "Quay Street 14"),
                ("postcode", "4117"),
                ("town", "Halden"),
                ("delivery", delivery),
                ("payment", "transfer"),
            ],
        );
        s.go("shop.example");
        s.press("Delivery");
        s.press("What does delivery cost?");
        s.read(1);
        s.go(product_page.as_str());
        s.fill("Quantity", quantity);
        s.press("Add to cart");
        s.read(1);
        s.press("To the checkout");
        // The first match is the link to the terms of delivery.
        s.choose_nth("Delivery", 2, way);
        s.choose("Payment", "Bank transfer");
        s.tick("I accept the terms");
        s.fill("Name", "Mira Solberg");
        s.fill("Street and number", "Quay Street 14");
        s.fill("Postcode", "4117");
        s.fill("Town", "Halden");
        s.fill("Email", "mira@solberg.example");
        s.enter();
        s.slip("delivered the other way", "order", (way, other_way));
        s.slip("one too many", "order", (&quantity.to_string(), &(quantity + 1).to_string()));
    });
    w.stage(|s| {
        let number = facts.company_number(product.maker).to_string();
        s.kept("watch", ("register.example", "watched"), &[("company", &number), ("event", "accounts")]);
        super::open_company(s, &maker.name);
        s.choose("Tell me about", "New accounts");
        s.enter();
        s.slip("told about every change", "watch", ("New accounts", "Every change"));
    });
    Some(())
}

/// From which sum on the shop delivers by post free of charge, in kr.
fn free_from(text: &str) -> Option<i64> {
    text.split_once("Orders of kr ")?.1.split(' ').next()?.parse().ok()
}
