//! The museum.

use super::{Addresses, Documents, article_address, city_link, country_link, page, person_link, svg};
use crate::address::{Address, query};
use crate::facts::{CountryId, DEPARTMENTS, Entity, ExhibitionId, Facts, GALLERIES, Id, Object, ObjectId, PersonId};
use crate::format::{commas, fixed, ordinal};
use crate::html::{Frame, TableKind, definitions, field, link, list, number, options, pager, part, put, select, table, year};
use crate::{Answer, Internet, TODAY, map, picture};

const FRAME: Frame<'static> = Frame {
    brand: "Halden Museum",
    motto: "Arts, crafts and instruments",
    links: &[
        ("/collection", "Collection"),
        ("/departments", "Departments"),
        ("/artists", "Artists"),
        ("/exhibitions", "Exhibitions"),
        ("/map", "Map of origins"),
        ("/visit", "Visit"),
    ],
    extra: "",
    footer: "<p>Halden Museum, 12 Museum Street. Open from Tuesday to Sunday, 10:00 to 18:00.</p>",
    asks_about_cookies: false,
};

const PER_PAGE: usize = 24;

fn object_address(facts: &Facts, id: ObjectId) -> String {
    format!("/object/{}", facts.object_code(id))
}

fn dated(o: &Object) -> String {
    if o.years.0 == o.years.1 { o.years.0.to_string() } else { format!("{}-{}", o.years.0, o.years.1) }
}

/// Centimetres with one decimal.
fn size(o: &Object) -> String {
    let (height, width, depth) = o.size;
    if depth == 0 {
        format!("{} x {} cm", fixed(height, 1), fixed(width, 1))
    } else {
        format!("{} x {} x {} cm", fixed(height, 1), fixed(width, 1), fixed(depth, 1))
    }
}

fn century(o: &Object) -> i32 {
    (o.years.0 - 1).div_euclid(100) + 1
}

fn card(net: &Internet, id: ObjectId) -> String {
    let facts = net.facts();
    let o = &facts.objects[id];
    let by = o.maker.map_or_else(|| "Maker unknown".to_string(), |p| facts.people[p].name.clone());
    format!(
        "<article class=\"card\"><img src=\"/picture/{}.svg\" alt=\"{}\" width=\"240\" height=\"180\"/><h2>{}</h2><p>{by}, {}</p><p class=\"accession\">{}</p></article>",
        facts.object_code(id),
        o.kind,
        link(&object_address(facts, id), &o.title),
        dated(o),
        o.accession
    )
}

fn cards(net: &Internet, ids: &[ObjectId]) -> String {
    format!("<div class=\"cards\">{}</div>", ids.iter().map(|id| card(net, *id)).collect::<String>())
}

pub(super) fn get(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    match address.parts().as_slice() {
        [] => page("Halden Museum", home(net)),
        ["collection"] => collection(net, address),
        ["departments"] => page("Departments - Halden Museum", departments(facts)),
        ["artists"] => page("Artists - Halden Museum", artists(facts)),
        ["artist", code] => artist(net, facts.person_by_code(code)?),
        ["object", code] => object(net, facts.object_by_code(code)?),
        ["exhibitions"] => page("Exhibitions - Halden Museum", exhibitions(net)),
        ["exhibition", number] => exhibition(net, number.parse::<u32>().ok()?.checked_sub(1)?),
        ["gallery", number] => gallery(net, number.parse().ok()?),
        ["galleries"] => page("Galleries - Halden Museum", FRAME.page("plain", &format!("<h1>Galleries</h1>{}", list("entries", (1..=GALLERIES).map(|n| link(&format!("/gallery/{n}"), &format!("Gallery {n}"))))))),
        ["map"] => page("Map of origins - Halden Museum", map_page(facts)),
        ["origin", iso] => origin(net, facts.country(iso)?, address.page()),
        ["world.svg"] => svg("world", map::draw([-180.0, -58.0, 180.0, 84.0], "#e6ebe8", |_| "#c9bfae", &[])),
        ["picture", file] => {
            let id = facts.object_by_code(file.strip_suffix(".svg")?)?;
            svg(&format!("object-{}", facts.object_code(id)), picture::object(&mut facts.rng("picture/object", id.index()), facts.objects[id].department))
        }
        ["detail", file] => {
            let id = facts.object_by_code(file.strip_suffix(".svg")?)?;
            svg(&format!("detail-{}", facts.object_code(id)), picture::emblem(&mut facts.rng("picture/detail", id.index())))
        }
        ["visit"] => page("Visit - Halden Museum", visit()),
        ["visit", "done"] => page("Booked - Halden Museum", FRAME.page("plain", "<h1>Thank you</h1><p data-unless=\"visits\">You have booked no visit.</p><div data-if=\"visits\"><p>Your bookings:</p><ul><template data-each=\"visits\"><li>{{date}}, {{people}} people, {{tour}}</li></template></ul></div>")),
        _ => None,
    }
}

pub(super) fn addresses(net: &Internet, list: &mut Addresses) {
    let facts = net.facts();
    for path in ["/", "/departments", "/artists", "/exhibitions", "/galleries", "/map", "/visit", "/visit/done"] {
        list.add(path);
    }
    list.add_pages("/collection", facts.objects.len(), PER_PAGE);
    for (d, (name, ..)) in DEPARTMENTS.iter().enumerate() {
        list.add_pages(
            &format!("/collection?department={}", crate::address::encode(name)),
            facts.objects.iter().filter(|(_, o)| o.department == d).count(),
            PER_PAGE,
        );
    }
    for id in facts.objects.ids() {
        list.add(&object_address(facts, id));
    }
    for id in facts.people.ids().filter(|id| !facts.objects_of(*id).is_empty()) {
        list.add(&format!("/artist/{}", facts.person_code(id)));
    }
    for n in 1..=facts.exhibitions.len() {
        list.add(&format!("/exhibition/{n}"));
    }
    for n in 1..=GALLERIES {
        list.add(&format!("/gallery/{n}"));
    }
    for (country, count) in origins(facts) {
        list.add_pages(&format!("/origin/{}", facts.countries[country].iso), count, PER_PAGE);
    }
}

pub(super) fn documents(net: &Internet, to: &mut dyn Documents) {
    let facts = net.facts();
    for (id, o) in facts.objects.iter() {
        let by = o.maker.map_or("an unknown maker", |p| facts.people[p].name.as_str());
        to.add(
            format!("http://museum.example{}", object_address(facts, id)),
            &format!("{} ({})", o.title, o.accession),
            &format!(
                "{} by {by}, {}, {}. {}. Halden Museum.",
                o.kind,
                dated(o),
                facts.cities[o.place].name,
                DEPARTMENTS[o.department].0
            ),
        );
    }
    for (id, x) in facts.exhibitions.iter() {
        to.add(
            format!("http://museum.example/exhibition/{}", id.0 + 1),
            &x.title,
            &format!(
                "Exhibition at the Halden Museum from {} to {}, {} objects.",
                x.opens.long(),
                x.closes.long(),
                x.objects.len()
            ),
        );
    }
}

fn home(net: &Internet) -> String {
    let facts = net.facts();
    let mut rng = facts.rng("museum/home", 0);
    let shown: Vec<ObjectId> = (0..4).map(|_| ObjectId::at(rng.index(facts.objects.len()))).collect();
    let now = facts
        .exhibitions
        .iter()
        .filter(|(_, x)| x.opens <= TODAY && x.closes >= TODAY)
        .map(|(id, x)| format!("{} until {}", link(&format!("/exhibition/{}", id.0 + 1), &x.title), x.closes.long()));
    FRAME.page("home", &format!("<h1>Halden Museum</h1><p class=\"lead\">{} objects from six centuries and all continents.</p><h2>On show now</h2>{}<h2>From the collection</h2>{}", commas(facts.objects.len() as i64), list("shows", now.collect::<Vec<_>>()), cards(net, &shown)))
}

fn collection(net: &Internet, address: &Address) -> Option<Answer> {
    let facts = net.facts();
    let department = address.value("department").and_then(|d| DEPARTMENTS.iter().position(|o| o.0 == d));
    let material = address.value("material");
    let wanted: Option<i32> = address.number("century");
    let on_view = address.value("view") == Some("yes");
    let found: Vec<ObjectId> = facts
        .objects
        .iter()
        .filter(|(_, o)| {
            department.is_none_or(|d| o.department == d)
                && material.is_none_or(|m| o.material == m)
                && wanted.is_none_or(|c| century(o) == c)
                && (!on_view || o.gallery.is_some())
        })
        .map(|(id, _)| id)
        .collect();
    let (shown, pages) = part(&found, address.page(), PER_PAGE);
    let mut materials: Vec<&str> = DEPARTMENTS.iter().flat_map(|d| d.2).collect();
    materials.sort_unstable();
    materials.dedup();
    let centuries: Vec<(String, String)> = std::iter::once((String::new(), "Any century".to_string()))
        .chain((5..=21).map(|c| (c.to_string(), format!("{} century", ordinal(c)))))
        .collect();
    let form = format!(
        "<form class=\"filters\" action=\"/collection\">{}{}{}{}<button>Filter</button></form>",
        select(
            "department",
            "Department",
            &options("All departments", DEPARTMENTS.map(|d| d.0)),
            address.value("department").unwrap_or(""),
            ""
        ),
        select("material", "Material", &options("Any material", materials), material.unwrap_or(""), ""),
        select("century", "Century", &centuries, &wanted.map(|c| c.to_string()).unwrap_or_default(), ""),
        select(
            "view",
            "On view",
            &[("", "All"), ("yes", "On view only")].map(|(a, b)| (a.to_string(), b.to_string())),
            if on_view { "yes" } else { "" },
            ""
        )
    );
    let base = format!(
        "/collection{}",
        query(&["department", "material", "century", "view"].map(|k| (k, address.value(k).unwrap_or(""))))
    );
    page(
        "Collection - Halden Museum",
        FRAME.page(
            "collection",
            &format!(
                "<h1>Collection</h1>{form}<p>{} objects.</p>{}{}",
                commas(found.len() as i64),
                cards(net, shown),
                pager(&base, address.page(), pages)
            ),
        ),
    )
}

fn departments(facts: &Facts) -> String {
    let rows: Vec<_> = DEPARTMENTS
        .iter()
        .enumerate()
        .map(|(d, (name, ..))| {
            let of: Vec<_> = facts.objects.iter().filter(|(_, o)| o.department == d).collect();
            let oldest = of.iter().map(|o| o.1.years.0).min().unwrap_or(0);
            vec![
                link(&format!("/collection?department={}", crate::address::encode(name)), name).into(),
                number(of.len() as i64, 0),
                number(of.iter().filter(|o| o.1.gallery.is_some()).count() as i64, 0),
                year(oldest),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Departments</h1>{}",
            table(
                "Departments",
                &["Department", "Objects#", "On view#", "Oldest from#"],
                &rows,
                TableKind { sortable: true, filter: None }
            )
        ),
    )
}

fn artists(facts: &Facts) -> String {
    let mut people: Vec<PersonId> = facts.people.ids().filter(|id| !facts.objects_of(*id).is_empty()).collect();
    people.sort_by_key(|p| (facts.people[*p].family().to_string(), *p));
    let rows: Vec<_> = people
        .iter()
        .map(|id| {
            let p = &facts.people[*id];
            vec![
                link(&format!("/artist/{}", facts.person_code(*id)), &p.name).into(),
                facts.countries[p.country].name.into(),
                year(p.born.year),
                p.died.map_or_else(|| "".into(), |d| year(d.year)),
                number(facts.objects_of(*id).len() as i64, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Artists and makers</h1>{}",
            table(
                "Artists",
                &["Name", "Country", "Born#", "Died#", "Objects#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter artists") }
            )
        ),
    )
}

fn artist(net: &Internet, id: PersonId) -> Option<Answer> {
    let facts = net.facts();
    let objects = facts.objects_of(id);
    if objects.is_empty() {
        return None;
    }
    let p = &facts.people[id];
    let html = format!(
        "<h1>{}</h1>{}{}",
        p.name,
        definitions(
            "facts",
            &[
                ("Born", format!("{}, {}", p.born.year, city_link(net, p.birthplace))),
                ("Died", p.died.map(|d| d.year.to_string()).unwrap_or_default()),
                ("Country", country_link(net, p.country)),
                ("Encyclopaedia", article_address(net, Entity::Person(id)).map(|a| link(&a, &p.name)).unwrap_or_default())
            ]
        ),
        cards(net, objects)
    );
    page(&format!("{} - Halden Museum", p.name), FRAME.page("plain", &html))
}

fn object(net: &Internet, id: ObjectId) -> Option<Answer> {
    let facts = net.facts();
    let o = &facts.objects[id];
    let code = facts.object_code(id);
    let mut rng = facts.rng("museum/object", id.index());
    let by = o.maker.map_or_else(
        || "Maker unknown".to_string(),
        |p| link(&format!("/artist/{}", facts.person_code(p)), &facts.people[p].name),
    );
    let details = definitions(
        "facts",
        &[
            ("Maker", by),
            ("Kind", o.kind.into()),
            ("Date", dated(o)),
            (
                "Place",
                format!(
                    "{}, {}",
                    city_link(net, o.place),
                    link(&format!("/origin/{}", facts.countries[o.country].iso), facts.countries[o.country].name)
                ),
            ),
            ("Material", link(&format!("/collection{}", query(&[("material", o.material)])), o.material)),
            ("Size", size(o)),
            ("Weight", o.weight.map(|w| format!("{} g", commas(w))).unwrap_or_default()),
            (
                "Department",
                link(
                    &format!("/collection?department={}", crate::address::encode(DEPARTMENTS[o.department].0)),
                    DEPARTMENTS[o.department].0,
                ),
            ),
            ("Accession number", o.accession.clone()),
            ("Credit", o.credit.clone()),
            (
                "Where",
                o.gallery.map_or_else(|| "In store".to_string(), |g| link(&format!("/gallery/{g}"), &format!("Gallery {g}"))),
            ),
        ],
    );
    let about = match rng.below(5) {
        0 => "The surface shows wear that suggests long use before it became a collector's piece.".to_string(),
        1 => format!("An inscription on the back names {} and a year.", facts.cities[o.place].name),
        2 => "It was cleaned and examined in the museum's workshop, which found an older repair.".to_string(),
        3 => format!("Few objects of this kind from {} are in public collections.", facts.countries[o.country].name),
        _ => "The maker's attention is in the details that cannot be seen from a distance.".to_string(),
    };
    let mut owners: Vec<String> = o
        .provenance
        .iter()
        .map(|(owner, city, from)| format!("{}, {}, from {from}", crate::format::capital(owner), city_link(net, *city)))
        .collect();
    owners.push(format!("Halden Museum, since {}", o.acquired));
    let shown =
        o.exhibitions.iter().map(|x| link(&format!("/exhibition/{}", x.0 + 1), &facts.exhibitions[*x].title)).collect::<Vec<_>>();
    let mut html = format!(
        "<h1>{}</h1><div data-widget=\"gallery\"><figure><img src=\"/picture/{code}.svg\" alt=\"{}: whole view\" width=\"480\" height=\"360\"/><figcaption>Whole view</figcaption></figure><figure><img src=\"/detail/{code}.svg\" alt=\"{}: mark\" width=\"160\" height=\"160\"/><figcaption>Mark on the back</figcaption></figure></div>{details}<h2>About</h2><p>{about}</p><h2>Provenance</h2>{}",
        o.title,
        o.kind,
        o.kind,
        list("provenance", owners)
    );
    if !shown.is_empty() {
        put!(html, "<h2>Shown in</h2>{}", list("shows", shown));
    }
    put!(
        html,
        "<h2>Order a picture</h2><form class=\"filters\" method=\"post\" data-keep=\"picture_orders\" action=\"{}\"><input type=\"hidden\" name=\"object\" value=\"{}\"/>{}{}<button>Order</button></form><p data-if=\"picture_orders\">Orders so far: <span data-text=\"picture_orders.length\">0</span></p>",
        object_address(facts, id),
        o.accession,
        select(
            "resolution",
            "Size of the picture",
            &[("small", "1,200 pixels"), ("large", "6,000 pixels")].map(|(a, b)| (a.to_string(), b.to_string())),
            "small",
            ""
        ),
        field("purpose", "Purpose", "text", "required=\"\"")
    );
    page(&format!("{} - Halden Museum", o.title), FRAME.page("object", &html))
}

fn exhibitions(net: &Internet) -> String {
    let facts = net.facts();
    let rows: Vec<_> = facts
        .exhibitions
        .iter()
        .rev()
        .map(|(id, x)| {
            vec![
                link(&format!("/exhibition/{}", id.0 + 1), &x.title).into(),
                crate::html::sorted(x.opens.long(), x.opens.days()),
                crate::html::sorted(x.closes.long(), x.closes.days()),
                number(x.objects.len() as i64, 0),
            ]
        })
        .collect();
    FRAME.page(
        "plain",
        &format!(
            "<h1>Exhibitions</h1>{}",
            table(
                "Exhibitions since 2012",
                &["Title", "From@", "Until@", "Objects#"],
                &rows,
                TableKind { sortable: true, filter: Some("Filter exhibitions") }
            )
        ),
    )
}

fn exhibition(net: &Internet, at: u32) -> Option<Answer> {
    let facts = net.facts();
    let (_, x) = facts.exhibitions.get(ExhibitionId(at).index())?;
    let visitors = if x.closes < TODAY { commas(x.visitors) } else { "not counted yet".into() };
    let html = format!(
        "<h1>{}</h1>{}{}",
        x.title,
        definitions(
            "facts",
            &[
                ("From", x.opens.long()),
                ("Until", x.closes.long()),
                ("Curator", person_link(net, x.curator)),
                ("Objects", x.objects.len().to_string()),
                ("Visitors", visitors)
            ]
        ),
        cards(net, &x.objects)
    );
    page(&format!("{} - Halden Museum", x.title), FRAME.page("plain", &html))
}

fn gallery(net: &Internet, number: u32) -> Option<Answer> {
    if !(1..=GALLERIES).contains(&number) {
        return None;
    }
    let facts = net.facts();
    let objects: Vec<ObjectId> = facts.objects.iter().filter(|(_, o)| o.gallery == Some(number)).map(|(id, _)| id).collect();
    let around = [number.checked_sub(1).filter(|n| *n > 0), Some(number + 1).filter(|n| *n <= GALLERIES)]
        .into_iter()
        .flatten()
        .map(|n| link(&format!("/gallery/{n}"), &format!("Gallery {n}")))
        .collect::<Vec<_>>()
        .join(" · ");
    page(
        &format!("Gallery {number} - Halden Museum"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>Gallery {number}</h1><p>{} objects. {around} · {}</p>{}",
                objects.len(),
                link("/galleries", "All galleries"),
                cards(net, &objects)
            ),
        ),
    )
}

/// Countries that objects come from, and how many.
fn origins(facts: &Facts) -> Vec<(CountryId, usize)> {
    let mut counts = vec![0; facts.countries.len()];
    for (_, o) in facts.objects.iter() {
        counts[o.country.index()] += 1;
    }
    counts.into_iter().enumerate().filter(|(_, n)| *n > 0).map(|(i, n)| (CountryId::at(i), n)).collect()
}

fn map_page(facts: &Facts) -> String {
    let mut html = String::from(
        "<h1>Map of origins</h1><p>Where the objects of the collection were made. Press a mark to see them.</p><div class=\"map\" data-widget=\"map\" data-box=\"-180 -58 180 84\"><img src=\"/world.svg\" alt=\"Map of the world\" width=\"1080\" height=\"440\"/>",
    );
    for (country, _) in origins(facts) {
        let c = &facts.countries[country];
        let capital = &facts.cities[c.capital];
        put!(
            html,
            "<a data-at=\"{:.4} {:.4}\" href=\"/origin/{}\">{}</a> ",
            f64::from(capital.lat) / 10_000.0,
            f64::from(capital.lon) / 10_000.0,
            c.iso,
            c.name
        );
    }
    html.push_str("</div>");
    FRAME.page("map", &html)
}

fn origin(net: &Internet, country: CountryId, number: usize) -> Option<Answer> {
    let facts = net.facts();
    let objects: Vec<ObjectId> = facts.objects.iter().filter(|(_, o)| o.country == country).map(|(id, _)| id).collect();
    if objects.is_empty() {
        return None;
    }
    let (shown, pages) = part(&objects, number, PER_PAGE);
    let name = facts.countries[country].name;
    page(
        &format!("Objects from {name} - Halden Museum"),
        FRAME.page(
            "plain",
            &format!(
                "<h1>Objects from {name}</h1><p>{} objects.</p>{}{}",
                objects.len(),
                cards(net, shown),
                pager(&format!("/origin/{}", facts.countries[country].iso), number, pages)
            ),
        ),
    )
}

fn visit() -> String {
    let tours = [
        ("none", "No tour"),
        ("highlights", "Highlights, 60 minutes"),
        ("instruments", "Scientific instruments, 45 minutes"),
        ("families", "For families, 50 minutes"),
    ]
    .map(|(a, b)| (a.to_string(), b.to_string()));
    FRAME.page("form", &format!("<h1>Plan a visit</h1><p>The museum is closed on Mondays.</p><form method=\"post\" data-keep=\"visits\" action=\"/visit/done\">{}{}{}{}<button>Book</button></form>", field("date", "Date", "date", "required=\"\" data-widget=\"dates\" min=\"2026-06-02\" max=\"2026-09-30\" data-off-weekdays=\"1\""), field("people", "People", "number", "required=\"\" min=\"1\" max=\"30\""), select("tour", "Tour", &tours, "none", ""), field("name", "Name", "text", "required=\"\"")))
}
