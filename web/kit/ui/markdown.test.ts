import { expect, it } from "vitest";
import { markdownToHtml } from "./markdown";

it("headings, lists, code and emphasis become elements, and broken lines one paragraph", () => {
  expect(markdownToHtml("# Task\n\nOne line,\nand **more**.\n\n- `a`\n- b")).toBe(
    "<h1>Task</h1>\n<p>One line,\nand <strong>more</strong>.</p>\n<ul>\n<li><code>a</code></li>\n<li>b</li>\n</ul>\n",
  );
  expect(markdownToHtml('```json\n{"a": "<b>"}\n```')).toBe(
    '<pre><code class="language-json">{&quot;a&quot;: &quot;&lt;b&gt;&quot;}\n</code></pre>\n',
  );
});

it("HTML is text, and nothing is fetched or run", () => {
  for (const text of [
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "![x](http://example.com/x.png)",
    "[x](javascript:alert(1))",
    '[x](data:text/html,<script>alert(1)</script> "y")',
    "<javascript:alert(1)>",
    '[x](http://a.b/" onclick="alert(1))',
  ]) {
    expect(markdownToHtml(text), text).not.toMatch(/<script|<img|href="(javascript|data)|<[^>]* on\w+=/i);
  }
  expect(markdownToHtml("a < b and *c*")).toBe("<p>a &lt; b and <em>c</em></p>\n");
});

it("names with underscores and stars between numbers stay as they are", () => {
  expect(markdownToHtml("add_assoc and mul_comm: 2 * 3 * 4")).toBe("<p>add_assoc and mul_comm: 2 * 3 * 4</p>\n");
});
