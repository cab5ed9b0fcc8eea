"""What `agon bench web` is measured against: the same clicks and screenshots, by Playwright on the same page.

Reads {"url", "chromium", "contexts", "secs", "opening", "clicks"} from standard input and writes
{"latencies_ms", "steps", "secs"}.
"""

import asyncio
import json
import sys
import time

from playwright.async_api import async_playwright


async def main() -> None:
    ask = json.load(sys.stdin)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=ask["chromium"], args=["--no-sandbox"])
        pages = []
        for _ in range(ask["contexts"]):
            context = await browser.new_context(viewport={"width": 1280, "height": 720})
            page = await context.new_page()
            await page.goto(ask["url"], wait_until="networkidle")
            for x, y, count in ask["opening"]:
                await page.mouse.click(x, y, click_count=count)
            pages.append(page)

        latencies: list[float] = []
        end = time.perf_counter() + ask["secs"]

        async def sit(page) -> None:
            step = 0
            while time.perf_counter() < end:
                x, y = ask["clicks"][step % len(ask["clicks"])]
                begun = time.perf_counter()
                await page.mouse.click(x, y)
                await page.screenshot()
                latencies.append((time.perf_counter() - begun) * 1000)
                step += 1

        begun = time.perf_counter()
        await asyncio.gather(*(sit(page) for page in pages))
        secs = time.perf_counter() - begun
        await browser.close()
    json.dump({"latencies_ms": latencies, "steps": len(latencies), "secs": secs}, sys.stdout)


asyncio.run(main())
