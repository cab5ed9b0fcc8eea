//! The medicines approved in a quarter, the one that sells best, the trial behind it, and the company that makes it.

use super::add_to_reading_list;
use crate::chain::{GoalState, Move};
use crate::templates::is_plain;
use crate::writer::{Writer, computed, told};
use agon_internet::facts::{Entity, Medicine, MedicineId, rank};

const QUARTERS: [(&str, std::ops::RangeInclusive<u8>); 4] =
    [("January to March", 1..=3), ("April to June", 4..=6), ("July to September", 7..=9), ("October to December", 10..=12)];

pub(crate) fn write(w: &mut Writer<'_>) -> Option<()> {
    let (net, facts) = (w.internet, w.facts);
    let year = w.rng.integer(2011, 2023) as i32;
    let (quarter, months) = w.draw(&QUARTERS)?;
    let of_year: Vec<(MedicineId, &Medicine)> = facts.medicines.iter().filter(|(_, row)| row.approved.year == year).collect();
    let approved: Vec<_> = of_year.iter().filter(|(_, row)| months.contains(&row.approved.month)).copied().collect();
    let sold: Vec<_> = approved.iter().filter(|(_, row)| row.withdrawn.is_none()).copied().collect();
    let by_sales = rank(sold.iter().filter_map(|(id, row)| Some((*id, row.sales.last()?.1))));
    let [(best, most), (second, next), ..] = by_sales[..] else { return None };
    let medicine = &facts.medicines[best];
    let (trial, company) = (&facts.papers[medicine.trial], &facts.companies[medicine.company]);
    let report = company.reports.last().filter(|report| report.year == 2025)?;
    let before = company.reports.iter().find(|report| report.year == 2024)?;
    let segments = rank(report.segments.iter().copied());
    let [(segment, revenue), (small_segment, less), ..] = segments[..] else { return None };
    let names = || of_year.iter().flat_map(|(_, row)| [row.name.as_str(), row.brand.as_str()]);
    let year_text = year.to_string();
    let is_clear = (3..=6).contains(&sold.len())
        && most != next
        && revenue != less
        && report.research != before.research
        && sold.iter().all(|(_, row)| is_plain(&row.name, names()));
    if !is_clear {
        return None;
    }
    let list_page = format!("http://portal.example/medicines?year={year}");
    let pages: Vec<String> = sold.iter().filter_map(|(id, _)| net.article_page(Entity::Medicine(*id))).collect();
    let medicine_page = net.article_page(Entity::Medicine(best))?;
    let paper_page = net.paper_page(medicine.trial);
    let accounts_page = net.accounts_page(medicine.company, 2025);
    let report_file = net.report_file(medicine.company, 2025);

    w.say("year", year);
    w.say("quarter", quarter);
    w.stage(|s| {
        let mut brands: Vec<String> = sold.iter().map(|(_, row)| row.brand.clone()).collect();
        let all = approved.len() as f64;
        s.number("approved", (all, 0.0, "medicines"), all + 1.0, told(&list_page));
        let right = brands.clone();
        brands.pop();
        s.set("brands", right, brands, told(&list_page));
        s.go("portal.example");
        s.press("Medicines");
        s.choose("Year of approval", &year_text);
        s.enter();
        s.read(2);
    });
    w.stage(|s| {
        s.text("best_seller", &medicine.brand, &facts.medicines[second].brand, computed(&pages));
        s.number("sales", (most as f64, 0.5, "thousand kr"), next as f64, told(&medicine_page));
        for (_, row) in &sold {
            s.press(&row.name);
            s.read(1);
            s.then(Move::Back);
            s.read(1);
        }
    });
    w.stage(|s| {
        s.number("cases", (trial.sample as f64, 0.0, "cases"), (trial.sample + 1) as f64, told(&paper_page));
        s.text("doi", &trial.doi, &facts.papers[facts.medicines[second].trial].doi, told(&paper_page));
        s.goal("citation-file", GoalState::Downloaded(format!("{paper_page}.bib")));
        s.press(&medicine.name);
        s.press(&trial.title);
        s.read(1);
        s.press("BibTeX");
        let moves = s.moves().into_iter().filter(|one| !matches!(one, Move::Press { text, .. } if text == "BibTeX")).collect();
        s.slip_by("no file is saved", "citation-file", moves);
    });
    w.stage(|s| {
        s.number("research", (report.research as f64, 0.5, "thousand kr"), before.research as f64, told(&accounts_page));
        s.text("largest_segment", segment, small_segment, told(&report_file));
        s.number("segment_revenue", (revenue as f64, 0.5, "thousand kr"), less as f64, told(&report_file));
        s.goal("report", GoalState::Opened(report_file.clone()));
        s.go(medicine_page.as_str());
        s.press(&company.name);
        s.read(1);
        s.press_nth("Filings", 2);
        s.read(1);
        // The caption of the table comes before the first link.
        s.press_nth("Accounts", 2);
        s.read(1);
        let moves = s.moves();
        s.press("annual report 2025 (PDF)");
        s.read(4);
        s.slip_by("the report is not opened", "report", moves);
    });
    w.stage(|s| {
        s.kept(
            "reading",
            ("library.example", "reading"),
            &[("paper", &facts.paper_code(medicine.trial).to_string()), ("note", &medicine.file)],
        );
        s.go(medicine_page.as_str());
        s.read(1);
        s.press(&trial.title);
        add_to_reading_list(s, &medicine.file);
        s.slip("the brand as the note", "reading", (&medicine.file, &medicine.brand));
    });
    w.stage(|s| {
        s.kept(
            "watch",
            ("register.example", "watched"),
            &[("company", &facts.company_number(medicine.company).to_string()), ("event", "accounts")],
        );
        s.go("register.example");
        s.fill("Name or number", &company.name);
        s.press("Search the register");
        s.press(&company.name);
        s.choose("Tell me about", "New accounts");
        s.enter();
        s.slip("told about every change", "watch", ("New accounts", "Every change"));
    });
    Some(())
}
