//! The best rated product of each of three categories, what they weigh, who makes them, and one order of all.

use super::open_company;
use crate::chain::Move;
use crate::writer::{Writer, computed};
use agon_internet::facts::{CATEGORIES, Id as _, Product, ProductId, rank};

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let mut kinds: Vec<usize> = (0..CATEGORIES.len()).collect();
    w.rng.shuffle(&mut kinds);
    kinds.truncate(3);
    let best = |kind: &usize| {
        let stocked = facts.products.iter().filter(|(_, row)| row.category == *kind && row.stock > 0);
        let ranked = rank(stocked.filter_map(|(id, row)| Some((id, row.rating()?))));
        let [(first, most), (second, next), ..] = ranked[..] else { return None };
        (most != next).then_some((first, second))
    };
    let chosen: Vec<(ProductId, ProductId)> = kinds.iter().map(best).collect::<Option<_>>()?;
    let products: Vec<&Product> = chosen.iter().map(|(id, _)| &facts.products[*id]).collect();
    let weights = rank(products.iter().map(|row| (*row, -row.weight)));
    let light = weights[0].0;
    let by_age = rank(products.iter().map(|row| (row.maker, std::cmp::Reverse(facts.companies[row.maker].incorporated))));
    let (oldest, younger) = (&facts.companies[by_age[0].0], &facts.companies[by_age[1].0]);
    let quantities: Vec<i64> = products.iter().map(|row| if row.sku == light.sku { 2 } else { 1 }).collect();
    let total: i64 = products.iter().zip(&quantities).map(|(row, quantity)| row.price * quantity).sum();
    let single: i64 = products.iter().map(|row| row.price).sum();
    let weight: i64 = products.iter().map(|row| row.weight).sum();
    let titles: Vec<String> = kinds.iter().map(|kind| CATEGORIES[*kind].title.to_lowercase()).collect();
    let mut makers: Vec<_> = products.iter().map(|row| row.maker).collect();
    makers.sort_by_key(|id| id.index());
    makers.dedup();
    let is_clear = makers.len() == 3
        && weights[0].1 != weights[1].1
        && oldest.incorporated.year < younger.incorporated.year
        && light.stock >= 2;
    if !is_clear {
        return None;
    }
    let list_pages: Vec<String> = kinds
        .iter()
        .map(|kind| format!("http://shop.example/category/{}?brand=&max=&stock=yes&sort=rated", CATEGORIES[*kind].key))
        .collect();
    let product_pages: Vec<String> = chosen.iter().map(|(id, _)| net.product_page(*id)).collect();
    let company_pages: Vec<String> = products.iter().map(|row| net.company_page(row.maker)).collect();
    let number = facts.company_number(by_age[0].0).to_string();

    w.say("first", &titles[0]);
    w.say("second", &titles[1]);
    w.say("third", &titles[2]);
    w.stage(|s| {
        let names = products.iter().map(|row| row.name.clone()).collect();
        let wrong = chosen.iter().map(|(_, id)| facts.products[*id].name.clone()).collect();
        s.list("products", names, wrong, computed(&list_pages));
        s.go("shop.example");
        s.press("Only necessary");
        for kind in &kinds {
            s.read(1);
            s.press("All categories");
            s.press(CATEGORIES[*kind].title);
            s.choose("Stock", "In stock only");
            s.press("Apply");
            s.choose("Order", "Best rated first");
            s.enter();
            s.read(1);
        }
    });
    w.stage(|s| {
        let heavy = weights[2].0;
        s.number("weight", (weight as f64, 0.0, "g"), (weight + light.weight) as f64, computed(&product_pages));
        s.text("lightest", &light.name, &heavy.name, computed(&product_pages));
        for row in &products {
            s.go("shop.example");
            s.fill("Search Brightwell", &row.name);
            s.enter();
            // The first match is the heading of the results.
            s.press_nth(&row.name, 2);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.any_of("oldest_maker", &[&oldest.name, &oldest.short], &younger.name, computed(&company_pages));
        s.date("incorporated", oldest.incorporated, younger.incorporated, computed(&company_pages));
        for (page, row) in product_pages.iter().zip(&products) {
            s.go(page.as_str());
            s.press(&facts.companies[row.maker].name);
            s.read(1);
        }
    });
    w.stage(|s| {
        let (total, single) = (total as f64 / 100.0, single as f64 / 100.0);
        s.number("total", (total, 0.001, "kr"), single, computed(&product_pages));
        let counts: Vec<String> = quantities.iter().map(i64::to_string).collect();
        s.kept(
            "order",
            ("shop.example", "orders"),
            &[
                ("cart.0.sku", &products[0].sku),
                ("cart.0.quantity", &counts[0]),
                ("cart.1.sku", &products[1].sku),
                ("cart.1.quantity", &counts[1]),
                ("cart.2.sku", &products[2].sku),
                ("cart.2.quantity", &counts[2]),
                ("cart.3.sku", ""),
                ("name", "Nora Vik"),
                ("postcode", "5003"),
                ("delivery", "express"),
                ("payment", "card"),
            ],
        );
        for (page, count) in product_pages.iter().zip(&counts) {
            s.go(page.as_str());
            s.fill("Quantity", count);
            s.press("Add to cart");
            s.read(1);
        }
        s.press("To the checkout");
        // The first match is the link to the terms of delivery.
        s.choose_nth("Delivery", 2, "Express");
        s.choose("Payment", "Card on delivery");
        s.tick("I accept the terms");
        s.fill("Name", "Nora Vik");
        s.fill("Street and number", "Mill Lane 7");
        s.fill("Postcode", "5003");
        s.fill("Town", "Bergen");
        s.fill("Email", "nora@vik.example");
        s.enter();
        s.slip("one of each", "order", ("2", "1"));
        s.slip("delivered by post", "order", ("Express", "By post"));
        let moves = s.moves();
        let without = moves.iter().position(|one| matches!(one, Move::Go(address) if *address == product_pages[2]));
        let without = without.map(|at| [&moves[..at], &moves[at + 4..]].concat()).unwrap_or_default();
        s.slip_by("without the third", "order", without);
    });
    w.stage(|s| {
        s.kept("watch", ("register.example", "watched"), &[("company", &number), ("event", "all")]);
        open_company(s, &oldest.name);
        s.choose("Tell me about", "Every change");
        s.enter();
        s.slip("new accounts only", "watch", ("Every change", "New accounts"));
    });
    Some(())
}
