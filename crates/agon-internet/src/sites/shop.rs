//! The shop.

use super::{Addresses, Documents, company_link, page, svg};
use crate::address::{Address, query};
use crate::facts::{CATEGORIES, Facts, Id, Product, ProductId, Review, rank};
use crate::format::{commas, fixed, raw};
use crate::html::{Frame, TableKind, definitions, escape, field, link, list, number, options, pager, part, put, select, table};
use crate::{Answer, Internet, picture};

const FRAME: Frame<'static> = Frame {
    brand: "Brightwell",
    motto: "Good things for every day",
    links: &[
        ("/category/kettles", "Kettles"),
        ("/category/lamps", "Lamps"),
        ("/category/headphones", "Headphones"),
        ("/category/cameras", "Cameras"),
        ("/category/backpacks", "Backpacks"),
        ("/category/tents", "Tents"),
        ("/categories", "All categories"),
        ("/delivery", "Delivery"),
    ],
    extra: "<form class=\"find\" action=\"/search\" role=\"search\"><label for=\"q\">Search Brightwell</label><input id=\"q\" name=\"q\" type=\"search\" required=\"\" data-widget=\"suggest\" data-from=\"http://shop.example/suggest?q=\"/><button>Search</button></form><p class=\"cart-link\"><a href=\"/cart\">Cart (<span data-text=\"cart.length\">0</span>)</a></p>",
    footer: "<p>Brightwell. Prices in crowns (kr) with tax. Orders are delivered from our warehouse.</p>",
    asks_about_cookies: true,
};

const PER_PAGE: usize = 12;
const REVIEWS: usize = 8;

fn address_of(id: ProductId) -> String {
    format!("/product/{}", id.0 + 1)
}

fn stars(product: &Product) -> String {
    product.rating().map_or_else(|| "No reviews".to_string(), |r| format!("{} of 5 ({})", fixed(r, 2), product.reviews.len()))
}

fn stock(product: &Product) -> String {
    match product.stock {
        0 => "Sold out".into(),
        n if n < 10 => format!("Only {n} left"),
        _ => "In stock".into(),
    }
}

fn price(product: &Product) -> String {
    let old = product.old_price.map(|o| format!(" <s>kr {}</s>", fixed(o, 2))).unwrap_or_default();
    format!("<span class=\"price\">kr {}</span>{old}", fixed(product.price, 2))
}

fn card(id: ProductId, p: &Product) -> String {
    format!(
        "<article class=\"card\"><img src=\"/picture/{}.svg\" alt=\"{}\" width=\"216\" height=\"180\"/><h2>{}</h2><p>{}</p><p>{}</p><p class=\"stock\">{}</p></article>",
        id.0 + 1,
        p.name,
        link(&address_of(id), &p.name),
        price(p),
        stars(p),
        stock(p)
    )
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let product_of = |text: &str| text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).and_then(|n| facts.products.get(n));
    match address.parts().as_slice() {
        [] => page("Brightwell", home(facts)),
        ["categories"] => page(
            "Categories - Brightwell",
            FRAME.page(
                "plain",
                &format!(
                    "<h1>All categories</h1>{}",
                    list("entries", CATEGORIES.iter().map(|c| link(&format!("/category/{}", c.key), c.title)))
                ),
            ),
        ),
        ["category", key] => category(net, CATEGORIES.iter().position(|c| c.key == *key)?, address),
        ["search"] => search(facts, address),
        ["suggest"] => suggest(facts, address.value("q").unwrap_or("")),
        ["product", number] => product_of(number).and_then(|(id, p)| product(net, id, p)),
        ["product", number, "reviews"] => product_of(number).and_then(|(id, p)| reviews(id, p, address.page())),
        ["picture", file] => {
            let (id, p) = product_of(file.strip_suffix(".svg")?)?;
            svg("product", picture::product(&mut facts.rng("picture/product", id.index()), p.category))
        }
        ["cart"] => page("Cart - Brightwell", cart()),
        ["checkout"] => page("Checkout - Brightwell", checkout()),
        ["orders"] => page("Orders - Brightwell", orders()),
        ["delivery"] => page("Delivery - Brightwell", delivery(facts)),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/categories", "/cart", "/checkout", "/orders", "/delivery"] {
        list.add(path);
    }
    for (at, c) in CATEGORIES.iter().enumerate() {
        list.add_pages(
            &format!("/category/{}", c.key),
            facts.products.iter().filter(|(_, p)| p.category == at).count(),
            PER_PAGE,
        );
    }
    for (id, p) in facts.products.iter() {
        list.add(&address_of(id));
        list.add_pages(&format!("{}/reviews", address_of(id)), p.reviews.len(), REVIEWS);
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, p) in facts.products.iter() {
        to.add(
            format!("http://shop.example{}", address_of(id)),
            &p.name,
            &format!(
                "{} by {} for kr {}. {}. {}",
                CATEGORIES[p.category].title,
                facts.companies[p.maker].short,
                fixed(p.price, 2),
                stars(p),
                stock(p)
            ),
        );
    }
}

fn home(facts: &Facts) -> String {
    let reduced: String =
        facts.products.iter().filter(|(_, p)| p.old_price.is_some() && p.stock > 0).take(8).map(|(id, p)| card(id, p)).collect();
    FRAME.page(
        "home",
        &format!(
            "<h1>Reduced this week</h1><div class=\"cards\">{reduced}</div><h2>Categories</h2>{}",
            list("entries", CATEGORIES.iter().map(|c| link(&format!("/category/{}", c.key), c.title)))
        ),
    )
}

fn category(net: &Internet, at: usize, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let c = &CATEGORIES[at];
    let brand = address.value("brand");
    let most: Option<i64> = address.number("max");
    let in_stock = address.value("stock") == Some("yes");
    let sort = address.value("sort").unwrap_or("name");
    let brand_of = |p: &Product| facts.companies[p.maker].short.clone();
    let mut found: Vec<(ProductId, &Product)> = facts
        .products
        .iter()
        .filter(|(_, p)| {
            p.category == at
                && brand.is_none_or(|b| brand_of(p) == b)
                && most.is_none_or(|m| p.price <= m.saturating_mul(100))
                && (!in_stock || p.stock > 0)
        })
        .collect();
    match sort {
        "cheap" => found.sort_by_key(|p| p.1.price),
        "dear" => found.sort_by_key(|p| std::cmp::Reverse(p.1.price)),
        "rated" => {
            found = rank(found.into_iter().map(|p| (p, (p.1.rating(), p.1.reviews.len())))).into_iter().map(|r| r.0).collect()
        }
        "newest" => found.sort_by_key(|p| std::cmp::Reverse((p.1.since, p.0))),
        _ => found.sort_by(|a, b| a.1.name.cmp(&b.1.name)),
    }
    let mut brands: Vec<String> = facts.products.iter().filter(|(_, p)| p.category == at).map(|(_, p)| brand_of(p)).collect();
    brands.sort();
    brands.dedup();
    let (shown, pages) = part(&found, address.page(), PER_PAGE);
    let orders = [
        ("name", "Name"),
        ("cheap", "Cheapest first"),
        ("dear", "Dearest first"),
        ("rated", "Best rated first"),
        ("newest", "Newest first"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()));
    let form = format!(
        "<form class=\"filters\" action=\"/category/{}\">{}{}{}{}<button>Apply</button></form>",
        c.key,
        select("brand", "Brand", &options("All brands", brands), brand.unwrap_or(""), ""),
        field("max", "Up to, kr", "number", &format!("min=\"1\" value=\"{}\"", most.map(|m| m.to_string()).unwrap_or_default())),
        select(
            "stock",
            "Stock",
            &[("", "All"), ("yes", "In stock only")].map(|(a, b)| (a.to_string(), b.to_string())),
            if in_stock { "yes" } else { "" },
            ""
        ),
        select("sort", "Order", &orders, sort, "")
    );
    let base =
        format!("/category/{}{}", c.key, query(&["brand", "max", "stock", "sort"].map(|k| (k, address.value(k).unwrap_or("")))));
    page(
        &format!("{} - Brightwell", c.title),
        FRAME.page(
            "category",
            &format!(
                "<h1>{}</h1>{form}<p>{} products.</p><div class=\"cards\">{}</div>{}",
                c.title,
                found.len(),
                shown.iter().map(|(id, p)| card(*id, p)).collect::<String>(),
                pager(&base, address.page(), pages)
            ),
        ),
    )
}

fn search(facts: &Facts, address: &Address) -> Option<Answer> {
    let text = address.value("q").unwrap_or("");
    let words: Vec<String> = text.to_lowercase().split_whitespace().map(String::from).collect();
    let found: Vec<(ProductId, &Product)> = facts
        .products
        .iter()
        .filter(|(_, p)| {
            let name = p.name.to_lowercase();
            !words.is_empty() && words.iter().all(|w| name.contains(w) || p.sku.to_lowercase() == *w)
        })
        .collect();
    let (shown, pages) = part(&found, address.page(), PER_PAGE);
    page(
        "Search - Brightwell",
        FRAME.page(
            "category",
            &format!(
                "<h1>{} products for {}</h1><div class=\"cards\">{}</div>{}",
                found.len(),
                escape(text),
                shown.iter().map(|(id, p)| card(*id, p)).collect::<String>(),
                pager(&format!("/search{}", query(&[("q", text)])), address.page(), pages)
            ),
        ),
    )
}

fn suggest(facts: &Facts, text: &str) -> Option<Answer> {
    let text = text.to_lowercase();
    let mut html = String::from("<ul>");
    if text.len() >= 2 {
        for (id, p) in facts.products.iter().filter(|(_, p)| p.name.to_lowercase().contains(&text)).take(8) {
            put!(html, "<li data-href=\"http://shop.example{}\">{}</li>", address_of(id), p.name);
        }
    }
    html.push_str("</ul>");
    page("Suggestions", html)
}

fn review_text(review: &Review) -> String {
    let pick = |options: &[&str], shift: u32| options[(review.text >> shift) as usize % options.len()].to_string();
    let verdict = match review.stars {
        1 => pick(&["Broke within a week.", "Not what I ordered.", "I sent it back."], 3),
        2 => pick(&["Works, but only just.", "I expected more for the price.", "Too loud for me."], 3),
        3 => pick(&["Does what it should, no more.", "Fine for now and then.", "Neither good nor bad."], 3),
        4 => pick(&["Good value.", "Well made, with one flaw.", "Nearly perfect."], 3),
        _ => pick(&["The best I have had.", "I bought a second one.", "Exactly right."], 3),
    };
    let more = pick(
        &[
            "Delivery was quick.",
            "The manual is hard to read.",
            "The colour is darker than in the picture.",
            "My family uses it every day.",
            "Easy to clean.",
            "The box was damaged, the thing was not.",
            "I compared three and chose this one.",
            "Customer service was friendly.",
        ],
        9,
    );
    format!("{verdict} {more}")
}

fn review_html(review: &Review) -> String {
    format!(
        "<article class=\"review\"><h3>{} of 5</h3><p class=\"meta\">{} · {}</p><p>{}</p><p class=\"meta\">{} found this helpful</p></article>",
        review.stars,
        review.by,
        review.date.long(),
        review_text(review),
        review.helpful
    )
}

fn product(net: &Internet, id: ProductId, p: &Product) -> Option<Answer> {
    let c = &CATEGORIES[p.category];
    let mut specs: Vec<_> = c
        .specs
        .iter()
        .zip(p.specs)
        .map(|((name, unit, ..), value)| vec![(*name).into(), format!("{} {unit}", commas(value)).trim().to_string().into()])
        .collect();
    specs.push(vec!["Weight".into(), format!("{} g", commas(p.weight)).into()]);
    specs.push(vec!["Warranty".into(), format!("{} months", p.warranty).into()]);
    let buy = if p.stock == 0 {
        "<p class=\"stock\">Sold out</p>".to_string()
    } else {
        format!(
            "<form class=\"buy\" method=\"post\" data-keep=\"cart\" action=\"/cart\"><input type=\"hidden\" name=\"sku\" value=\"{}\"/><input type=\"hidden\" name=\"product\" value=\"{}\"/><input type=\"hidden\" name=\"price\" value=\"{}\"/>{}<button class=\"main\">Add to cart</button></form>",
            p.sku,
            p.name,
            raw(p.price, 2),
            field("quantity", "Quantity", "number", &format!("required=\"\" min=\"1\" max=\"{}\" value=\"1\"", p.stock.min(20)))
        )
    };
    let details = definitions(
        "facts",
        &[
            ("Article", p.sku.clone()),
            ("Maker", company_link(net, p.maker)),
            ("Stock", stock(p)),
            ("Delivery", format!("{} days", p.delivery)),
            ("Rating", stars(p)),
            ("In the shop since", p.since.long()),
        ],
    );
    let html = format!(
        "<p class=\"path\">{} › {}</p><h1>{}</h1><div class=\"product\"><div data-widget=\"gallery\"><figure><img src=\"/picture/{}.svg\" alt=\"{}\" width=\"360\" height=\"300\"/><figcaption>{}</figcaption></figure></div><div><p>{}</p>{details}{buy}</div></div><h2>Specifications</h2>{}<h2>Reviews</h2>{}<p>{}</p>\
         <h2>Write a review</h2><form class=\"filters\" method=\"post\" data-keep=\"reviews\" action=\"{}\"><input type=\"hidden\" name=\"sku\" value=\"{}\"/>{}{}<button>Send</button></form>",
        link("/categories", "Categories"),
        link(&format!("/category/{}", c.key), c.title),
        p.name,
        id.0 + 1,
        p.name,
        p.name,
        price(p),
        table("Specifications", &["Property", "Value"], &specs, TableKind::default()),
        p.reviews.iter().take(3).map(review_html).collect::<String>(),
        link(&format!("{}/reviews", address_of(id)), &format!("All {} reviews", p.reviews.len())),
        address_of(id),
        p.sku,
        select("stars", "Stars", &(1..=5).rev().map(|n| (n.to_string(), n.to_string())).collect::<Vec<_>>(), "5", ""),
        field("text", "What do you think?", "text", "required=\"\" maxlength=\"400\"")
    );
    page(&format!("{} - Brightwell", p.name), FRAME.page("product-page", &html))
}

fn reviews(id: ProductId, p: &Product, number_of_page: usize) -> Option<Answer> {
    let (shown, pages) = part(&p.reviews, number_of_page, REVIEWS);
    let counts: Vec<_> = (1..=5)
        .rev()
        .map(|n| vec![format!("{n} stars").into(), number(p.reviews.iter().filter(|r| r.stars == n).count() as i64, 0)])
        .collect();
    page(
        &format!("Reviews of {} - Brightwell", p.name),
        FRAME.page(
            "plain",
            &format!(
                "<h1>Reviews of {}</h1><p>{} · {}</p>{}{}{}",
                p.name,
                link(&address_of(id), "To the product"),
                stars(p),
                table("Stars", &["Stars", "Reviews#"], &counts, TableKind::default()),
                shown.iter().map(review_html).collect::<String>(),
                pager(&format!("{}/reviews", address_of(id)), number_of_page, pages)
            ),
        ),
    )
}

fn cart() -> String {
    FRAME.page("cart", "<h1>Cart</h1><p data-unless=\"cart\">Your cart is empty.</p><div data-if=\"cart\"><table><caption>In your cart</caption><thead><tr><th scope=\"col\">Product</th><th scope=\"col\">Article</th><th scope=\"col\">Price, kr</th><th scope=\"col\">Quantity</th><th scope=\"col\">Remove</th></tr></thead><tbody><template data-each=\"cart\"><tr><th scope=\"row\">{{product}}</th><td>{{sku}}</td><td>{{price}}</td><td><form method=\"post\" data-change=\"cart\" action=\"/cart\"><input type=\"hidden\" name=\"number\" value=\"{{number}}\"/><label for=\"quantity-{{number}}\">Quantity</label><input id=\"quantity-{{number}}\" name=\"quantity\" type=\"number\" min=\"1\" max=\"20\" value=\"{{quantity}}\" required=\"\"/><button>Change</button></form></td><td><form method=\"post\" data-remove=\"cart\" action=\"/cart\"><input type=\"hidden\" name=\"number\" value=\"{{number}}\"/><button>Remove</button></form></td></tr></template></tbody></table><p class=\"total\">Total: kr <span data-sum=\"cart.price*quantity\">0.00</span></p><p><a class=\"main\" href=\"/checkout\">To the checkout</a></p></div>")
}

fn checkout() -> String {
    let ways = [
        ("post", "By post, 3 to 5 days, kr 49"),
        ("express", "Express, next day, kr 129"),
        ("collect", "Collect at the warehouse, free"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()));
    let pay = [("invoice", "Invoice"), ("card", "Card on delivery"), ("transfer", "Bank transfer")]
        .map(|(a, b)| (a.to_string(), b.to_string()));
    FRAME.page("cart", &format!(
        "<h1>Checkout</h1><p data-unless=\"cart\">Your cart is empty. There is nothing to order.</p><div data-if=\"cart\"><p>Total of the products: kr <span data-sum=\"cart.price*quantity\">0.00</span></p><form class=\"stacked\" method=\"post\" data-keep=\"orders\" data-with=\"cart\" data-forget=\"cart\" action=\"/orders\">{}{}{}{}{}{}{}{}<p class=\"tick\"><input type=\"checkbox\" id=\"terms\" name=\"terms\" value=\"yes\" required=\"\"/><label for=\"terms\">I accept the terms</label></p><button class=\"main\">Order</button></form></div>",
        field("name", "Name", "text", "required=\"\""),
        field("street", "Street and number", "text", "required=\"\""),
        field("postcode", "Postcode", "text", "required=\"\" pattern=\"[0-9]{4}\" title=\"Four digits\""),
        field("town", "Town", "text", "required=\"\""),
        field("email", "Email", "email", "required=\"\""),
        select("delivery", "Delivery", &ways, "post", ""),
        select("payment", "Payment", &pay, "invoice", ""),
        field("voucher", "Voucher (if you have one)", "text", "maxlength=\"20\"")
    ))
}

fn orders() -> String {
    FRAME.page("cart", "<h1>Orders</h1><p data-unless=\"orders\">You have not ordered anything.</p><ul data-if=\"orders\"><template data-each=\"orders\"><li>Order {{number}}: {{name}}, {{street}}, {{postcode}} {{town}}; delivery: {{delivery}}; payment: {{payment}}</li></template></ul>")
}

fn delivery(facts: &Facts) -> String {
    let mut rng = facts.rng("shop/delivery", 0);
    let free = rng.integer(4, 12) * 100;
    let days = rng.integer(14, 60);
    FRAME.page("plain", &format!("<h1>Delivery and returns</h1><div data-widget=\"accordion\" data-one=\"\"><details><summary>What does delivery cost?</summary><p>By post kr 49, express kr 129. Orders of kr {free} and more are delivered by post free of charge.</p></details><details><summary>How long may I return things?</summary><p>You may return what you do not like within {days} days. Headphones must be sealed.</p></details><details><summary>What if something breaks?</summary><p>The warranty is named on the page of each product. Write to us with the article number.</p></details><details><summary>Where do you deliver?</summary><p>To all towns with a portal office. Islands take two days more.</p></details></div>"))
}
