//! Names of people, by where they are from.

use super::geography::Country;
use agon_core::Rng;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Who is usual in a part of the world: given names of women, of men, family names.
struct Pool {
    women: Vec<&'static str>,
    men: Vec<&'static str>,
    families: Vec<&'static str>,
}

const POOLS: [(&str, &str, &str); 10] = [
    (
        "Alice Beatrice Charlotte Daphne Eleanor Frances Georgia Harriet Imogen Josephine Katharine Lydia Margaret Nora Olive Philippa Rosalind Susannah Theodora Ursula Winifred Audrey Marian Hester",
        "Alfred Bernard Charles Douglas Edmund Francis George Howard Isaac Julian Kenneth Lawrence Malcolm Nathaniel Oliver Percival Roland Stuart Theodore Vincent Walter Arthur Duncan Gilbert",
        "Abernathy Aldridge Ashworth Bancroft Barlow Bexley Blackwood Bramwell Calloway Carmody Chetwynd Colborne Crowhurst Dalrymple Darnley Dunmore Eastwick Ellery Fairbairn Farrow Fenwick Garside Goodall Greaves Hadley Halloran Harcourt Haywood Hollis Ingram Jessop Kendrick Kilbride Langdon Larkin Lockhart Lowther Marchbank Mayhew Merriweather Norcross Oakden Osborne Paxton Pemberton Prescott Quayle Radcliffe Rainsford Redfern Rowntree Sedgwick Standish Stavely Tennant Thackray Underhill Wainwright Wexford Yardley",
    ),
    (
        "Astrid Birgit Dagny Elin Freja Gudrun Hanne Ingrid Johanna Karin Linnea Maren Nanna Oda Petra Ragnhild Signe Tove Ulrika Vigdis Annika Solveig Greta Liesel",
        "Anders Bjarne Christian Detlef Einar Fredrik Gustav Henrik Ivar Jannik Klaus Lars Mathias Niels Oskar Poul Rasmus Sigurd Torben Ulrich Viggo Wolfgang Eskil Holger",
        "Aasen Ahlgren Altmann Bakke Bergdahl Bjorklund Brandvold Dahlberg Dietz Eckersberg Ekholm Falkenberg Fossum Granlund Grimstad Haldorsen Hammerich Hedlund Holmgaard Hovland Isaksen Jernberg Kaltenbach Kjeldsen Klingberg Kronborg Lagerlund Lindemann Lindqvist Lundgreen Mathisen Moberg Nedergaard Nordahl Nyborg Oksendal Ostergren Pallesen Rasmusson Reinholt Rosenlund Sandvik Schierbeck Skovgaard Solberg Stenmark Storvik Sundqvist Tangen Thorvald Ulfeldt Vestergren Vinterberg Wahlberg Wedel Weissenborn Wikstrom Winther Zander Aagaard",
    ),
    (
        "Adele Bianca Camille Delphine Elisa Fabienne Giulia Helene Ilaria Jacqueline Lucia Manon Noemie Odette Paola Renata Simone Tiziana Valentina Viviane Chiara Mireille Serena Clemence",
        "Alain Bastien Cesare Didier Emilio Fabrice Gaspard Hugo Ignazio Jerome Luca Marcel Nicola Olivier Pascal Raffaele Sebastien Tommaso Umberto Vittorio Yves Matteo Thierry Renaud",
        "Abbiati Amoretti Arnoux Baldovini Barbarin Bellandi Berthelot Boisvert Brancati Cardinale Carpentier Castellan Chabrol Collodi Corbiere Dalmasso Delacourt Desrosiers Dufresne Fabbri Faucheux Ferrante Fontanel Gambetta Garibold Gauthier Grimaldo Guerin Lacombe Lafarge Lamberti Lanvin Lemarchand Lombardo Maillard Malatesta Marchetti Mercadier Montanari Moreau Orsini Palmieri Passerin Pellegrin Perrault Ponchielli Renaudot Ricciardi Rochefort Salvati Sarrazin Scarpa Tessier Tornabuoni Valadon Vandoni Verdier Vignola Vuillard Zambelli",
    ),
    (
        "Alicia Beatriz Catalina Dolores Esperanza Fernanda Graciela Ines Jimena Leonor Luisa Mariana Natalia Olga Paloma Rosario Silvia Teresa Ximena Yolanda Adriana Carolina Elvira Monica",
        "Alejandro Baltasar Claudio Diego Eduardo Felipe Gonzalo Hernan Ignacio Joaquin Leandro Mateo Nicolas Octavio Pablo Rodrigo Santiago Tomas Valentin Vicente Xavier Emiliano Gustavo Rafael",
        "Acevedo Aguirre Alarcon Almeida Altamira Arellano Avila Barragan Bustamante Caballero Camargo Carrasco Cisneros Coelho Cordeiro Cortazar Delgadillo Duarte Echeverria Escobedo Espinoza Fagundes Figueroa Fonseca Galindo Gallardo Garrido Guimaraes Herreros Ibarra Lacerda Larrea Lozada Machado Madrigal Maldonado Meireles Mendizabal Montalvo Navarrete Noronha Olivares Ordonez Pacheco Palacios Pereda Quintana Rebolledo Ribeiro Robledo Saavedra Salcedo Sandoval Tavares Trevino Urrutia Valdivia Vasconcelos Villalobos Zamora",
    ),
    (
        "Agnieszka Bozena Danica Ewa Galina Halina Irena Jadwiga Katarina Lidia Milena Nadezhda Oksana Petya Radmila Sofiya Tatjana Vesna Wanda Yelena Zdenka Bronislava Ludmila Mirela",
        "Aleksander Bogdan Czeslaw Dmitri Emil Filip Grzegorz Ivan Jaroslav Kazimir Leonid Miroslav Nikola Oleg Pavel Radoslav Stanislav Tadeusz Vaclav Wojciech Yuri Zoran Bohumil Andrej",
        "Adamczyk Babic Balogh Bartosz Bielak Bondarev Brankovic Chernov Czerny Dobrev Dragomir Dvorski Fedorchuk Gavrilov Gorski Grabowski Halasz Horvat Ivanec Jankovic Jelinek Kaminsky Kolar Koroljov Kovalik Kowalczyk Kozlov Krajewski Kubat Lazarev Lisowski Lukacs Makarov Malinow Markovic Mazurek Milanov Novotny Olenko Orlovsky Pavlenko Petrovic Pilarski Prochazka Radev Rybak Sadowski Semyonov Simko Sokolov Stoyanov Szabo Tkachenko Urbanek Vlasov Volkov Wasilewski Yankov Zawadzki Zielinski",
    ),
    (
        "Akiko Chiyo Emi Fumiko Haruka Junko Kaori Mayumi Naoko Reiko Sachiko Tomoko Yuki Eunji Hyejin Jiwoo Minseo Soyeon Lanying Meihua Qiuyue Xiaolan Yifei Zhenmei",
        "Akira Daisuke Hiroshi Kazuo Kenji Makoto Noboru Ryota Satoru Takeshi Yasuo Dongwook Hyunwoo Jaemin Sangho Taeyang Bolin Guowei Haoran Jianyu Liwei Shaoming Wenbo Zhiqiang",
        "Abe Aoyama Chen Choi Deng Endo Fujiwara Gao Hamada Han Harada Hashimoto Hayashi Huang Ishikawa Iwasaki Jiang Jung Kaneko Kang Kawaguchi Kimura Kuroda Kwon Liang Lim Lin Luo Matsuda Minami Miyazawa Moon Morita Murakami Nakagawa Nishida Noguchi Ogawa Okamoto Ota Pan Qian Sakamoto Shibata Shin Song Sugimoto Tachibana Takahara Tang Ueno Wada Wei Xie Yamashita Yan Yoon Yoshida Zhao Zhou",
    ),
    (
        "Aditi Bhavana Chitra Deepika Esha Gauri Harini Indira Jyoti Kavita Lakshmi Meera Nandini Padma Radhika Sarita Tanvi Uma Vasundhara Yamini Anjali Shreya Leela Rukmini",
        "Arjun Bhaskar Chandan Devendra Ganesh Harish Ishaan Jayant Kiran Lalit Mohan Naveen Omkar Prakash Rajesh Sanjay Tarun Uday Vikram Yash Anand Suresh Dinesh Girish",
        "Acharya Agarkar Ahuja Ambedar Bakshi Balan Banerji Bhandari Bhargava Chakraborty Chandran Chaudhari Dasgupta Deshpande Dhillon Fernando Gadgil Ganguly Ghosh Gokhale Goswami Gunawardena Iyengar Jayasuriya Joshi Kamath Kapadia Karnik Khanna Kulkarni Lahiri Mahajan Malhotra Mehrotra Mishra Mukherji Nambiar Narayan Nayak Pillai Prabhu Rajan Ramanathan Ranganath Rastogi Sahni Sanyal Sardesai Senanayake Shetty Shukla Sinha Srinivasan Subramani Talwar Thapa Trivedi Upadhyay Varma Wadhwa",
    ),
    (
        "Amina Basma Dalia Esra Farah Ghada Hanan Iman Jumana Khadija Leila Maryam Nadia Parisa Rania Samira Tahira Yasmin Zahra Zeynep Shirin Noura Defne Mahnaz",
        "Abbas Bahram Cemal Darius Emre Farid Ghassan Hamid Ibrahim Jamal Kareem Latif Mansour Nabil Omar Parviz Qasim Rashid Salim Tariq Usman Walid Yusuf Ziad",
        "Abdallah Afshar Aksoy Alavi Amiri Ansari Arslan Atallah Aydin Azizi Bahrami Barakat Bashir Bazargan Bilgin Bitar Boutros Celik Darwish Demir Erdem Esfandiari Fahmy Farahani Ghanem Gunes Habibi Haddad Hakimi Hosseini Husseini Ilhan Jafari Jaziri Kanaan Karimi Khalil Khoury Koroglu Mahfouz Mansur Mirza Mostafavi Nasser Nejad Omari Ozkan Pasha Qureshi Rahimi Sabbagh Saidi Shahin Sharif Sultani Tahan Tawfiq Yildirim Zamani Zaidan",
    ),
    (
        "Abena Adaeze Amara Ayana Chiamaka Efua Folake Hadiza Ifeoma Kamaria Lerato Makena Naledi Nkechi Oluchi Penda Rufaro Sade Thandiwe Wanjiru Yewande Zanele Akosua Tsehay",
        "Abebe Babatunde Chidi Desta Ekow Femi Gideon Ibrahima Jabari Kwame Lungile Mandla Nnamdi Obinna Oluwaseun Sekou Sipho Tafari Tendai Uzoma Wekesa Yaw Zuberi Kofi",
        "Abiola Achebe Addo Adeyemi Afolabi Agbaje Akande Amoah Ansah Asante Ayodele Balogun Bekele Boateng Chikwanda Chukwu Danquah Diallo Dlamini Ekwueme Eze Fofana Gebre Hailu Ibekwe Kamau Kariuki Keita Khumalo Kimani Konate Langa Lawal Mabaso Makinde Mbeki Mensah Mokoena Moyo Mutasa Mwangi Ncube Ndiaye Ndlovu Njoroge Nkosi Nwosu Obi Odhiambo Okafor Okoro Oyelaran Quaye Sarpong Sesay Sithole Tekle Toure Wanyama Zulu",
    ),
    (
        "Alani Bulan Citra Dewi Eka Fetu Hina Intan Kirana Lani Malia Ngoc Phuong Ratna Sinta Thuy Tiare Vaea Wati Xuan Yuliana Amihan Ligaya Mele",
        "Agung Bayu Cahya Duc Edwin Fale Hoang Iosefa Joko Keanu Lagi Minh Nalu Oka Putra Quang Rangi Sione Tane Tuan Viliami Wira Yudha Zainal",
        "Afoa Alatas Bautista Brata Cabrera Dang Datuk Dizon Fifita Gunawan Halim Hartono Huynh Iswanto Kahale Kalani Kawika Kusuma Latu Lontoc Ly Mahoe Manalo Maulana Motu Ngata Nguyen Nugroho Palakiko Pangan Paulo Pham Pratama Purnomo Rahardjo Ramadhan Reyes Salonga Santoso Saputra Setiawan Siregar Suharto Susanto Taione Tamba Tan Taufa Tonga Tran Tupou Utama Vaipulu Vo Wibowo Widodo Wijaya Wiranata Yap Yulianto",
    ),
];

static PARSED: LazyLock<Vec<Pool>> = LazyLock::new(|| {
    let words = |text: &'static str| text.split(' ').collect();
    POOLS.iter().map(|(women, men, families)| Pool { women: words(women), men: words(men), families: words(families) }).collect()
});

/// Which pool a country's names come from.
pub(crate) fn pool_of(country: &Country) -> usize {
    let of = |list: &str| list.split(' ').any(|iso| iso == country.iso);
    if of("GB IE US CA AU NZ JM BB BS TT ZA MT") {
        0
    } else if of("SE NO DK FI IS DE AT CH NL LU LI BE EE LV LT") {
        1
    } else if of("FR IT MC SM HT RO MD") {
        2
    } else if of("ES PT AD BR") || country.continent == "South America" || country.continent == "North America" {
        3
    } else if of("JP KR KP CN TW MN SG") {
        5
    } else if of("IN BD LK NP BT MV") {
        6
    } else if of("TR IR IQ SY JO LB SA YE OM AE QA BH KW EG LY TN DZ MA MR SD AF PK AZ UZ TM TJ KG KZ IL PS") {
        7
    } else if country.continent == "Europe" || of("RU GE AM") {
        4
    } else if country.continent == "Africa" {
        8
    } else {
        9
    }
}

/// Draws names that are all different.
#[derive(Default)]
pub(crate) struct Namer {
    taken: HashSet<String>,
}

impl Namer {
    /// A name that nobody has yet, from one of the pools.
    pub(crate) fn name(&mut self, rng: &mut Rng, pool: usize, is_woman: bool) -> String {
        let pool = &PARSED[pool];
        loop {
            let given = if is_woman { &pool.women } else { &pool.men };
            let given = given[rng.index(given.len())];
            let family = pool.families[rng.index(pool.families.len())];
            let second = pool.families[rng.index(pool.families.len())];
            let name = match rng.below(20) {
                0 if second != family => format!("{given} {family}-{second}"),
                1..=4 => format!("{given} {}. {family}", char::from(b'A' + rng.below(23) as u8)),
                _ => format!("{given} {family}"),
            };
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// The family name of a full name.
pub(crate) fn family_name(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

/// The name of somebody who is nowhere else, such as one who wrote a review.
pub(crate) fn passing_name(rng: &mut Rng) -> String {
    let pool = &PARSED[rng.index(PARSED.len())];
    let given = if rng.chance(0.5) { &pool.women } else { &pool.men };
    format!("{} {}.", given[rng.index(given.len())], pool.families[rng.index(pool.families.len())].chars().next().unwrap_or('A'))
}

/// A family name by itself, for made-up names of things.
pub(crate) fn some_family(rng: &mut Rng) -> &'static str {
    let pool = &PARSED[rng.index(PARSED.len())];
    pool.families[rng.index(pool.families.len())]
}
