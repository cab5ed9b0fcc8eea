//! Where a fact is told: the addresses of pages by the ids of facts.

use crate::Internet;
use crate::facts::{
    ArticleId, CompanyId, CountryId, Entity, ExhibitionId, FilingId, FilmId, Id, IndicatorId, ListingId, ObjectId, PaperId,
    PersonId, ProductId,
};
use crate::sites;

impl Internet {
    /// The article of the encyclopaedia, if there is one: not everybody has one.
    pub fn article_page(&self, entity: Entity) -> Option<String> {
        sites::article_address(self, entity)
    }

    /// A company's entry in the register.
    pub fn company_page(&self, id: CompanyId) -> String {
        sites::company_address(self, id)
    }

    /// A company's accounts of a year.
    pub fn accounts_page(&self, id: CompanyId, year: i32) -> String {
        format!("{}/accounts/{year}", self.company_page(id))
    }

    /// A company's annual report, a PDF file.
    pub fn report_file(&self, id: CompanyId, year: i32) -> String {
        format!("{}/report-{year}.pdf", self.company_page(id))
    }

    /// Somebody's appointments in the register.
    pub fn officer_page(&self, id: PersonId) -> String {
        format!("http://register.example/officer/{}", self.facts().person_code(id))
    }

    /// A share's page on the exchange.
    pub fn quote_page(&self, id: ListingId) -> String {
        format!("http://exchange.example/quote/{}", self.facts().listings[id].ticker)
    }

    /// A filing.
    pub fn filing_page(&self, id: FilingId) -> String {
        format!("http://exchange.example/filing/{}", self.facts().filing_code(id))
    }

    /// A paper of the library.
    pub fn paper_page(&self, id: PaperId) -> String {
        sites::paper_address(self, id)
    }

    /// An author of the library.
    pub fn author_page(&self, id: PersonId) -> String {
        format!("http://library.example/author/{}", self.facts().person_code(id))
    }

    /// A film of the Reel Index.
    pub fn film_page(&self, id: FilmId) -> String {
        sites::film_address(self, id)
    }

    /// A person of the Reel Index.
    pub fn film_person_page(&self, id: PersonId) -> String {
        format!("http://films.example/person/{}", self.facts().person_code(id))
    }

    /// An object of the museum.
    pub fn object_page(&self, id: ObjectId) -> String {
        format!("http://museum.example/object/{}", self.facts().object_code(id))
    }

    /// An exhibition of the museum.
    pub fn exhibition_page(&self, id: ExhibitionId) -> String {
        format!("http://museum.example/exhibition/{}", id.index() + 1)
    }

    /// A product of the shop.
    pub fn product_page(&self, id: ProductId) -> String {
        format!("http://shop.example/product/{}", id.index() + 1)
    }

    /// An article of the newspaper.
    pub fn news_page(&self, id: ArticleId) -> String {
        sites::news_address(&self.facts().articles[id])
    }

    /// A country's series of an indicator.
    pub fn series_page(&self, indicator: IndicatorId, country: CountryId) -> String {
        let facts = self.facts();
        format!("http://stats.example/country/{}/{}", facts.countries[country].iso, facts.indicators[indicator].code)
    }
}
