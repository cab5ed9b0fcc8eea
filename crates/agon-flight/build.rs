//! Embeds the outlines of countries.

fn main() {
    agon_embed::compressed_file("countries", "../../web/flight/data/countries.json");
}
