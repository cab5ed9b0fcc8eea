// Hand-written sites in the form that crates/agon-internet serves, small enough to be read.

import { createHash } from "node:crypto";

export interface File {
  media: string;
  name: string;
  bytes: Buffer;
}
type Content = string | { to: string } | File;

const page = (title: string, main: string) => `
  <div class="site">
    <header><a href="/" class="brand">${title}</a></header>
    <main>${main}</main>
    <footer>A page for tests</footer>
  </div>`;

const CSS = `
  .site { --accent: #7a3e9d; --ink: #222; --paper: #fff; --line: #ddd; max-width: 900px; margin: 0 auto; padding: 0 24px 40px; }
  header { padding: 14px 0; border-bottom: 1px solid var(--line); }
  h1 { font-family: "Source Serif 4"; }
  td, th { padding: 4px 10px; border: 1px solid var(--line); text-align: left; }
  a:hover, button:hover { background: red !important; }
  .tall { height: 1500px; background: linear-gradient(#eef, #fee); }
  .wide { width: 2000px; background: linear-gradient(90deg, #eef, #fee); }
  label { display: block; margin-top: 12px; }
`;

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200"><rect width="400" height="200" fill="${colour}"/><circle cx="200" cy="100" r="60" fill="white"/></svg>`;

const file = (name: string, media: string, bytes: string | Buffer): File => ({
  name,
  media,
  bytes: Buffer.from(bytes),
});

export const hashOf = (name: string, password: string) =>
  createHash("sha256").update(`salt:${name}:${password}`).digest("hex");

const COUNTRIES = Array.from({ length: 40 }, (_, i) => [
  `Country ${String.fromCharCode(65 + (i % 26))}${i}`,
  (i * 7919) % 1000,
]);
const CSV = ["country,population,note", ...COUNTRIES.map(([name, value]) => `${name},${value},"a, ""b"""`)].join("\n");

const article = (i: number) =>
  `<article class="item"><h2><a href="/story/${i}">Story ${i}</a></h2><p>What happened.</p></article>`;
const ten = (part: number) => Array.from({ length: 10 }, (_, i) => article(part * 10 + i)).join("");

const SITES: Record<string, Content> = {
  "http://search.example/": page(
    "Search",
    `<h1>Search</h1>
     <form action="/search"><label>Words <input name="q" data-widget="suggest" data-from="/suggest?q="></label><button>Search</button></form>
     <p><a href="http://stats.example/">Statistics</a> <a href="http://stats.example/" target="_blank">in a tab</a></p>`,
  ),
  "http://stats.example/": page(
    "Statistics",
    `<h1>Statistics of countries</h1>
     <p><a href="/data.csv" download>Download</a> <a href="/data.csv">Show</a> <a href="/report.pdf">Report</a>
        <a href="/old">Old address</a> <a href="#end">End</a> <a href="/archive.zip">Archive</a> <a href="/nothing">Nothing</a></p>
     <img src="/chart.svg" width="400" height="200" alt="A chart">
     <table data-widget="table" data-filter="Filter countries"><thead><tr><th data-sort="text" scope="col">Country</th><th data-sort="number" scope="col">Population</th></tr></thead>
     <tbody>${COUNTRIES.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join("")}</tbody></table>
     <h2 id="end">The end</h2><p>Population figures end here.</p>`,
  ),
  "http://stats.example/new": page("Moved", `<h1>The new place</h1>`),
  "http://stats.example/wide": page("Wide", `<h1>Wide</h1><p class="wide">A line that is longer than the tab</p>`),
  "http://stats.example/old": { to: "/new" },
  "http://stats.example/data.csv": file("data.csv", "text/csv", CSV),
  "http://stats.example/archive.zip": file("archive.zip", "application/zip", "PK"),
  "http://stats.example/chart.svg": file("chart.svg", "image/svg+xml", svg("#7a3e9d")),
  "http://stats.example/report.pdf": file(
    "report.pdf",
    "application/pdf",
    pdf(["Annual report", "Figures of the year", "Notes"]),
  ),
  "http://news.example/": page(
    "News",
    `<h1>News</h1><div id="list" data-widget="endless" data-next="/part/1">${ten(0)}</div>`,
  ),
  "http://news.example/part/1": `<div data-part data-next="/part/2">${ten(1)}</div>`,
  "http://news.example/part/2": `<div data-part>${ten(2)}</div>`,
  "http://shop.example/": page(
    "Shop",
    `<aside data-widget="cookies"><form method="post" data-keep="consent" data-keep-one data-stay>
       <p>May we keep cookies?</p><button name="choice" value="all">All</button> <button name="choice" value="necessary">Necessary</button></form></aside>
     <h1>Shop</h1><p>In your cart: <strong data-text="cart.length">0</strong>, <span data-sum="cart.price*quantity">0.00</span> kr</p>
     <form method="post" action="/cart" data-keep="cart"><input type="hidden" name="product" value="Lamp"><input type="hidden" name="price" value="12.50">
       <label>Quantity <input type="number" name="quantity" value="1" min="1" max="9" required></label><button>Add</button></form>
     <div class="tall"></div>`,
  ),
  "http://shop.example/cart": page(
    "Cart",
    `<h1>Cart</h1><p data-unless="cart">It is empty.</p>
     <ul><template data-each="cart"><li>{{quantity}} × {{product}} <form method="post" action="/cart" data-remove="cart"><input type="hidden" name="number" value="{{number}}"><button>Remove {{number}}</button></form></li></template></ul>
     <form data-if="cart" method="post" action="/done" data-keep="orders" data-with="cart" data-forget="cart"><label>Name <input name="name" required></label><button>Order</button></form>`,
  ),
  "http://shop.example/done": page(
    "Thank you",
    `<h1>Thank you</h1><template data-each="orders"><p>Order {{number}} for {{name}}: {{cart.length}} things</p></template>`,
  ),
  "http://portal.example/": page(
    "Portal",
    `<h1>Portal</h1><p data-if="login">Welcome, <b data-text="login.name"></b></p>
     <form data-unless="login" id="log-in" method="post" action="/" data-keep="login" data-keep-one data-check="other:00 salt:${hashOf("ada", "secret")}" data-refused="Name or password is wrong.">
       <label>Name <input name="name" required></label><label>Password <input type="password" name="password" required></label><button>Log in</button></form>
     <h2>Appointment</h2>
     <form method="post" action="/booked" data-keep="appointments">
       <label>Office <select name="office" required><option value="">Choose…</option><option>North</option><option>South</option><option value="E">East side</option></select></label>
       <label>Day <input type="date" name="day" required min="2026-06-02" max="2026-07-31" data-off-weekdays="0 6" data-off="2026-06-04"></label>
       <fieldset><legend>Reason</legend><label><input type="radio" name="reason" value="new" required> New</label><label><input type="radio" name="reason" value="lost"> Lost</label></fieldset>
       <label><input type="checkbox" name="terms" value="yes" required> I agree</label>
       <label>Postcode <input name="postcode" pattern="[0-9]{4}" title="Four digits."></label>
       <button>Book</button></form>`,
  ),
  "http://portal.example/booked": page("Booked", `<h1>Booked</h1><p>On <b data-text="appointments.last.day"></b></p>`),
  "http://widgets.example/": page(
    "Widgets",
    `<h1>Widgets</h1>
     <div data-widget="tabs"><section data-tab="One" id="one"><h2>One</h2><p>First words</p></section><section data-tab="Two" id="two"><h2>Two</h2><p>Second words</p></section></div>
     <div data-widget="accordion" data-one><details><summary>Question</summary><p>Answer</p></details><details><summary>Other</summary><p>Reply</p></details></div>
     <figure data-widget="chart"><img src="http://stats.example/chart.svg" width="400" height="200" alt="Growth"><figcaption>Growth <a data-picture href="http://stats.example/chart.svg">Ten years</a> <a data-picture href="/blue.svg" data-alt="Growth of a year">One year</a></figcaption></figure>
     <div data-widget="gallery"><figure><img src="/red.svg" width="400" height="200" alt="Red"><figcaption>Red</figcaption></figure><figure><img src="/blue.svg" width="400" height="200" alt="Blue"><figcaption>Blue</figcaption></figure></div>
     <div data-widget="map" data-box="0 40 20 50"><img src="/map.svg" width="800" height="400" alt="Map"><a href="/town" data-at="45 10">Midtown</a><a href="/port" data-at="42 5">Port</a></div>`,
  ),
  "http://widgets.example/town": page("Midtown", `<h1>Midtown</h1>`),
  "http://widgets.example/red.svg": file("red.svg", "image/svg+xml", svg("#c33")),
  "http://widgets.example/blue.svg": file("blue.svg", "image/svg+xml", svg("#36c")),
  "http://widgets.example/map.svg": file("map.svg", "image/svg+xml", svg("#9c9")),
};

/** What stands at an address. */
export function contentOf(address: string): Content | undefined {
  const url = new URL(address);
  if (url.pathname === "/style.css") return file("style.css", "text/css", CSS);
  if (url.host === "search.example" && url.pathname === "/search") {
    const words = url.searchParams.get("q") ?? "";
    return page("Results", `<h1>Results for ${words.replaceAll("<", "&lt;")}</h1>`);
  }
  if (url.host === "search.example" && url.pathname === "/suggest") {
    const words = url.searchParams.get("q") ?? "";
    const found = ["statistics of countries", "statistics of ships"].filter((text) => text.startsWith(words));
    const places = words.startsWith("sh") ? `<li data-href="http://shop.example/">Shop</li>` : "";
    return `<ul>${found.map((text) => `<li>${text}</li>`).join("")}${places}</ul>`;
  }
  if (url.host === "news.example" && url.pathname.startsWith("/story/"))
    return page("Story", `<h1>Story ${url.pathname.slice(7)}</h1><div class="tall"></div>`);
  return SITES[address];
}

/** A PDF with a line of text on each page. */
function pdf(lines: readonly string[]): Buffer {
  const kids = lines.map((_, i) => `${4 + 2 * i} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...lines.flatMap((line, i) => {
      const stream = `BT /F1 24 Tf 72 720 Td (${line}) Tj 0 -40 Td /F1 12 Tf (Page ${i + 1} tells of ${line.toLowerCase()}.) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
