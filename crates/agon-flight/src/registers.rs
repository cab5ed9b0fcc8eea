//! Which country an aircraft is registered in: the blocks of ICAO24 addresses that are given to countries.

/// Country, first and last address.
const BLOCKS: &[(&str, u32, u32)] = &[
    ("South Africa", 0x008000, 0x00ffff),
    ("Egypt", 0x010000, 0x017fff),
    ("Morocco", 0x020000, 0x027fff),
    ("Tunisia", 0x028000, 0x02ffff),
    ("Ethiopia", 0x040000, 0x040fff),
    ("Kenya", 0x04c000, 0x04cfff),
    ("Nigeria", 0x064000, 0x064fff),
    ("Qatar", 0x06a000, 0x06afff),
    ("Algeria", 0x0a0000, 0x0a7fff),
    ("Colombia", 0x0ac000, 0x0acfff),
    ("Panama", 0x0c2000, 0x0c2fff),
    ("Mexico", 0x0d0000, 0x0d7fff),
    ("Russia", 0x100000, 0x1fffff),
    ("Italy", 0x300000, 0x33ffff),
    ("Spain", 0x340000, 0x37ffff),
    ("France", 0x380000, 0x3bffff),
    ("Germany", 0x3c0000, 0x3fffff),
    ("United Kingdom", 0x400000, 0x43ffff),
    ("Austria", 0x440000, 0x447fff),
    ("Belgium", 0x448000, 0x44ffff),
    ("Bulgaria", 0x450000, 0x457fff),
    ("Denmark", 0x458000, 0x45ffff),
    ("Finland", 0x460000, 0x467fff),
    ("Greece", 0x468000, 0x46ffff),
    ("Hungary", 0x470000, 0x477fff),
    ("Norway", 0x478000, 0x47ffff),
    ("Netherlands", 0x480000, 0x487fff),
    ("Poland", 0x488000, 0x48ffff),
    ("Portugal", 0x490000, 0x497fff),
    ("Czechia", 0x498000, 0x49ffff),
    ("Romania", 0x4a0000, 0x4a7fff),
    ("Sweden", 0x4a8000, 0x4affff),
    ("Switzerland", 0x4b0000, 0x4b7fff),
    ("Turkey", 0x4b8000, 0x4bffff),
    ("Serbia", 0x4c0000, 0x4c7fff),
    ("Cyprus", 0x4c8000, 0x4c83ff),
    ("Ireland", 0x4ca000, 0x4cafff),
    ("Iceland", 0x4cc000, 0x4ccfff),
    ("Luxembourg", 0x4d0000, 0x4d03ff),
    ("Malta", 0x4d2000, 0x4d23ff),
    ("Croatia", 0x501c00, 0x501fff),
    ("Latvia", 0x502c00, 0x502fff),
    ("Lithuania", 0x503c00, 0x503fff),
    ("Slovakia", 0x505c00, 0x505fff),
    ("Slovenia", 0x506c00, 0x506fff),
    ("Uzbekistan", 0x507c00, 0x507fff),
    ("Ukraine", 0x508000, 0x50ffff),
    ("Estonia", 0x511000, 0x5113ff),
    ("Georgia", 0x514000, 0x5143ff),
    ("Azerbaijan", 0x600800, 0x600bff),
    ("Kazakhstan", 0x683000, 0x6833ff),
    ("Bangladesh", 0x702000, 0x702fff),
    ("Kuwait", 0x706000, 0x706fff),
    ("Oman", 0x70c000, 0x70c3ff),
    ("Saudi Arabia", 0x710000, 0x717fff),
    ("South Korea", 0x718000, 0x71ffff),
    ("Israel", 0x738000, 0x73ffff),
    ("Jordan", 0x740000, 0x747fff),
    ("Lebanon", 0x748000, 0x74ffff),
    ("Malaysia", 0x750000, 0x757fff),
    ("Philippines", 0x758000, 0x75ffff),
    ("Pakistan", 0x760000, 0x767fff),
    ("Singapore", 0x768000, 0x76ffff),
    ("Sri Lanka", 0x770000, 0x777fff),
    ("China", 0x780000, 0x788fff),
    ("Hong Kong", 0x789000, 0x789fff),
    ("China", 0x78a000, 0x7bffff),
    ("Australia", 0x7c0000, 0x7fffff),
    ("India", 0x800000, 0x83ffff),
    ("Japan", 0x840000, 0x87ffff),
    ("Thailand", 0x880000, 0x887fff),
    ("Vietnam", 0x888000, 0x88ffff),
    ("Bahrain", 0x894000, 0x894fff),
    ("United Arab Emirates", 0x896000, 0x896fff),
    ("Taiwan", 0x899000, 0x8993ff),
    ("Indonesia", 0x8a0000, 0x8a7fff),
    ("United States", 0xa00000, 0xafffff),
    ("Canada", 0xc00000, 0xc3ffff),
    ("New Zealand", 0xc80000, 0xc87fff),
    ("Argentina", 0xe00000, 0xe3ffff),
    ("Brazil", 0xe40000, 0xe7ffff),
    ("Chile", 0xe80000, 0xe80fff),
    ("Peru", 0xe8c000, 0xe8cfff),
];

/// The country that an address belongs to.
pub(crate) fn country_of(icao24: u32) -> Option<&'static str> {
    let index = BLOCKS.partition_point(|(_, first, _)| *first <= icao24).checked_sub(1)?;
    BLOCKS.get(index).filter(|(_, _, last)| icao24 <= *last).map(|(country, _, _)| *country)
}

/// The largest block of a country.
pub(crate) fn block_of(country: &str) -> Option<(u32, u32)> {
    let blocks = BLOCKS.iter().filter(|(name, _, _)| *name == country);
    blocks.max_by_key(|(_, first, last)| last - first).map(|(_, first, last)| (*first, *last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_the_country_of_their_block() {
        assert!(BLOCKS.windows(2).all(|pair| pair[0].2 < pair[1].1), "blocks are in order and do not overlap");
        assert_eq!(country_of(0x3c6444), Some("Germany"));
        assert_eq!(country_of(0x789001), Some("Hong Kong"));
        assert_eq!(country_of(0x78a000), Some("China"));
        assert_eq!((country_of(0), country_of(0xffffff)), (None, None));
        assert_eq!(block_of("China"), Some((0x78a000, 0x7bffff)));
    }
}
