//! The film with the best photography of a year, its studio, the studio's largest segment; the best rated product of a kind, ordered for its chief executive.

use super::{in_office, is_clear};
use crate::chain::GoalState;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{AUDITORS, Award, CATEGORIES, CopiedField, Product, ProductId, Role, Status, rank};

const BEST_PHOTOGRAPHY: usize = 5;
/// Products on a page of the shop.
const PER_PAGE: usize = 12;
/// Of the shop's categories, those that one gives to people who make films.
const KINDS: [&str; 6] = ["cameras", "lamps", "headphones", "backpacks", "watches", "printers"];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let awards: Vec<&Award> =
        facts.awards.iter().filter(|award| award.category == BEST_PHOTOGRAPHY && (1996..=2026).contains(&award.year)).collect();
    let award = w.draw(&awards)?;
    let film_id = award.nominees[award.winner].0;
    let film = &facts.films[film_id];
    let other_film = &facts.films[award.nominees.iter().find(|nominee| nominee.0 != film_id)?.0];
    let studio = film.studio?;
    let company = &facts.companies[studio];
    let (chief, chair) = (in_office(company, Role::ChiefExecutive)?, in_office(company, Role::Chair)?);
    let report = company.reports.last().filter(|report| report.year == 2025)?;
    let segments = rank(report.segments.iter().copied());
    let [(segment, revenue), (second_segment, less), ..] = segments[..] else { return None };
    if company.status != Status::Active || chief == chair || revenue == less {
        return None;
    }
    let town = facts.cities[company.city].name;
    let copied = facts.copies.iter().find(|copy| copy.company() == Some(studio)).map(|copy| &copy.wrong);
    let wrong_town = if let Some(CopiedField::HeadOffice(city)) = copied { facts.cities[*city].name } else { film.setting };
    let wrong_chief = if let Some(CopiedField::ChiefExecutive(person)) = copied { *person } else { chair };
    let other_auditor = AUDITORS.iter().find(|auditor| **auditor != company.auditor)?;

    let key = w.draw(&KINDS)?;
    let category = CATEGORIES.iter().position(|category| category.key == key)?;
    let kind = &CATEGORIES[category];
    let all: Vec<(ProductId, &Product)> = facts.products.iter().filter(|(_, product)| product.category == category).collect();
    let most = all[w.rng.index(all.len())].1.price / 100 + 1;
    let able = all.iter().filter(|(_, product)| product.stock > 0 && product.price <= most * 100).copied();
    let by_rating = rank(able.map(|(id, product)| (id, (product.rating(), product.reviews.len()))));
    let [(best, (rating, _)), (second, (next, _)), _, _, ..] = by_rating[..] else { return None };
    let product = &facts.products[best];
    let shown = by_rating.iter().take(PER_PAGE).map(|(id, _)| facts.products[*id].name.as_str());
    let quantity = w.rng.integer(2, 4);
    if rating == next || wrong_town == town || quantity > product.stock || !is_clear(&product.name, shown) {
        return None;
    }
    let (stars, count) =
        (product.rating()? as f64 / 100.0, product.reviews.iter().filter(|review| review.stars == 5).count() as f64);
    let year = award.year.to_string();
    let name = |id| facts.people[id].name.as_str();
    let email = w.draw(&["production@reels.example", "gifts@lantern.example", "office@academy.example"])?;
    w.say("year", &year);
    w.say("kind", kind.title.to_lowercase());
    w.say("most", most);
    w.say("quantity", quantity);
    w.say("email", email);
    let (company_page, product_page) = (net.company_page(studio), net.product_page(best));
    w.stage(|s| {
        let page = format!("http://films.example/awards/{year}");
        s.text("film", &film.title, &other_film.title, told(&page));
        s.go("films.example");
        s.press("Golden Lantern");
        s.press(&year);
        s.read(2);
    });
    w.stage(|s| {
        s.text("studio", &company.name, &film.title, told(&company_page));
        s.text("chief_executive", name(chief), name(wrong_chief), told(&company_page));
        s.text("town", town, wrong_town, told(&company_page));
        s.text("auditor", company.auditor, other_auditor, told(&company_page));
        super::find_film(s, facts, film_id);
        s.read(1);
        s.press(&company.name);
        s.read(1);
        s.press("People");
        s.read(1);
    });
    w.stage(|s| {
        let file = net.report_file(studio, 2025);
        s.text("largest_segment", segment, second_segment, told(&file));
        s.number("segment_revenue", (revenue as f64, 0.5, "thousand kr"), less as f64, told(&file));
        s.goal("report", GoalState::Opened(file));
        // The first match is in the head of the page.
        s.press_nth("Filings", 2);
        s.read(1);
        s.press("Annual report (PDF)");
        let short = super::all_but_last(s);
        s.read(4);
        s.slip_by("the report is not opened", "report", short);
    });
    w.stage(|s| {
        s.text("product", &product.name, &facts.products[second].name, told(&product_page));
        s.number("rating", (stars, 0.001, "of 5"), next.unwrap_or(0) as f64 / 100.0, told(&product_page));
        let reviews = format!("{product_page}/reviews");
        s.number("five_stars", (count, 0.1, "reviews"), product.reviews.len() as f64 + 1.0, computed(&[reviews]));
        let quantity = quantity.to_string();
        s.kept("cart", ("shop.example", "cart"), &[("sku", &product.sku), ("quantity", &quantity)]);
        s.go("shop.example");
        s.press("Only necessary");
        s.read(1);
        s.press("All categories");
        s.read(1);
        s.press(kind.title);
        s.choose("Stock", "In stock only");
        s.fill("Up to, kr", most);
        s.enter();
        s.choose("Order", "Best rated first");
        s.enter();
        s.read(2);
        s.press(&product.name);
        s.read(1);
        s.press(&format!("All {} reviews", product.reviews.len()));
        s.read(1);
        s.press("To the product");
        s.fill("Quantity", &quantity);
        s.enter();
        s.slip("one only", "cart", (&quantity, "1"));
    });
    w.stage(|s| {
        let quantity = quantity.to_string();
        let fields: [(&str, &str); 10] = [
            ("cart.0.sku", &product.sku),
            ("cart.0.quantity", &quantity),
            ("cart.1.sku", ""),
            ("name", name(chief)),
            ("street", &company.street),
            ("postcode", &company.postcode),
            ("town", town),
            ("email", email),
            ("delivery", "express"),
            ("payment", "transfer"),
        ];
        s.kept("order", ("shop.example", "orders"), &fields);
        s.go(&company_page);
        s.read(1);
        s.go("shop.example/cart");
        s.read(1);
        s.press("To the checkout");
        // The head of every page has a link to the terms of delivery.
        s.choose_nth("Delivery", 2, "Express");
        s.choose("Payment", "Bank transfer");
        s.tick("I accept the terms");
        s.fill("Name", name(chief));
        s.fill("Street and number", &company.street);
        s.fill("Postcode", &company.postcode);
        s.fill("Town", town);
        s.fill("Email", email);
        s.enter();
        s.slip("by post", "order", ("Express", "By post"));
        s.slip("to the chair of the board", "order", (name(chief), name(chair)));
    });
    Some(())
}
