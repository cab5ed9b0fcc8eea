// The exported film is what the preview shows: made in a real browser, read by ffmpeg, and compared picture by picture.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";

const WIDTH = 640;
const HEIGHT = 360;

let browser: Browser;
let page: Page;
let server: ChildProcess;
const folder = mkdtempSync(join(tmpdir(), "agon-video-"));

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["AGON_CHROMIUM"] ?? "chromium",
    args: ["--no-sandbox"],
  });
  server = spawn(process.env["AGON"] ?? "agon", ["app", "video"], { stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout!.once("data", (line: Buffer) => resolve(line.toString().trim()));
    server.once("exit", (code) => reject(new Error(`agon app video ended with ${code}`)));
  });
  page = await (await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true })).newPage();
  await page.goto(address, { waitUntil: "networkidle" });
});

afterAll(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true });
});

/** Keys one after the other; what begins with `=` is typed. */
async function press(keys: string): Promise<void> {
  for (const key of keys.split(" "))
    await (key.startsWith("=") ? page.keyboard.type(key.slice(1).replaceAll("_", " ")) : page.keyboard.press(key));
}

/** Exports, and gives the file; `choose` are the keys that choose the format. */
async function exported(name: string, choose: string): Promise<string> {
  const file = join(folder, name);
  const [download] = await Promise.all([page.waitForEvent("download"), press(`Control+e ${choose}Enter`)]);
  await download.saveAs(file);
  // The dialog of its progress is gone when the file is told of.
  await page.getByText("Exported as").waitFor();
  return file;
}

function probe(file: string): Record<string, string>[] {
  const fields = "stream=codec_name,width,height,r_frame_rate,sample_rate";
  const answer = execFileSync("ffprobe", ["-v", "error", "-show_entries", fields, "-of", "json", file]);
  return (JSON.parse(answer.toString()) as { streams: Record<string, string>[] }).streams;
}

/** Every picture of a film, three bytes a pixel. */
function picturesOf(file: string): Buffer[] {
  const args = ["-v", "error", "-i", file, "-f", "rawvideo", "-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-"];
  const all = execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 });
  const size = WIDTH * HEIGHT * 3;
  return Array.from({ length: all.length / size }, (_, i) => all.subarray(i * size, (i + 1) * size));
}

/** The preview, four bytes a pixel. */
async function previewed(): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.frame")!;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    return btoa(
      Array.from({ length: canvas.height }, (_, row) =>
        String.fromCharCode(...data.subarray(row * 4 * canvas.width, (row + 1) * 4 * canvas.width)),
      ).join(""),
    );
  });
  return Buffer.from(text, "base64");
}

/** The mean difference of all channels, of 255. */
function difference(film: Buffer, preview: Buffer): number {
  let sum = 0;
  for (let i = 0; i < WIDTH * HEIGHT; i++)
    for (let channel = 0; channel < 3; channel++) sum += Math.abs(film[3 * i + channel]! - preview[4 * i + channel]!);
  return sum / (WIDTH * HEIGHT * 3);
}

const TIMES = [0, 50, 1000, 2950, 3000, 4500, 5050, 5100, 6500, 7950];

/** Compares at ten times. */
async function comparePictures(pictures: readonly Buffer[], mostDifference: number): Promise<void> {
  // 8060 ms in frames of 50 ms.
  expect(pictures).toHaveLength(162);
  for (const time of TIMES) {
    await press(`p =${time / 1000} Enter`);
    const now = async () => difference(pictures[time / 50]!, await previewed());
    await expect.poll(now, { timeout: 10_000, message: `at ${time} ms` }).toBeLessThan(mostDifference);
  }
  expect(difference(pictures[20]!, await previewed())).toBeGreaterThan(20);
}

it("every picture of an AVI is the preview's", async () => {
  await press("A =garden Enter A =bridge Enter Enter Tab =3 Enter E =fade_out Enter Shift+A =cymbal Enter [ [");
  await press("E =light Enter F Tab =0.1 Tab =1.5 Escape Home T X =Two_places Escape");
  const film = await exported("film.avi", "ArrowRight ");
  const [video, sound] = probe(film);
  expect(video).toMatchObject({ codec_name: "mjpeg", width: WIDTH, height: HEIGHT, r_frame_rate: "20/1" });
  expect(sound).toMatchObject({ codec_name: "pcm_s16le", sample_rate: "22050" });
  await comparePictures(picturesOf(film), 3);
});

it("a WebM shows the same, as nearly as its codec does", async () => {
  const film = await exported("film.webm", "");
  const [video, sound] = probe(film);
  expect(video).toMatchObject({ codec_name: "vp8", width: WIDTH, height: HEIGHT });
  expect(sound).toMatchObject({ codec_name: "opus" });
  await comparePictures(picturesOf(film), 5);
});

/** What the solutions of the exam's tasks export; `cargo test -p agon-web` keeps it true. */
const PROJECTS = JSON.parse(readFileSync(fileURLToPath(new URL("projects.json", import.meta.url)), "utf8")) as Record<
  string,
  { finalDurationMs: number; sourceMedia: { mediaType: string }[] }
>;
const CORE = ["first-five-seconds", "fade-the-last-three", "overlay-title-and-sound"];
/** The frames of an exam's film that are compared: the first, the last, and eight between. */
const COMPARED = 10;

/** Puts a project on the timeline, as pasting its text does. */
async function paste(project: unknown): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
  }, JSON.stringify(project));
}

/** The frames with these numbers, three bytes a pixel. */
function picturesAt(file: string, numbers: readonly number[]): Buffer[] {
  const select = `select=${numbers.map((number) => `eq(n\\,${number})`).join("+")}`;
  const args = ["-v", "error", "-i", file, "-vf", select, "-f", "rawvideo", "-fps_mode", "passthrough"];
  const all = execFileSync("ffmpeg", [...args, "-pix_fmt", "rgb24", "-"], { maxBuffer: 2 ** 26 });
  const size = WIDTH * HEIGHT * 3;
  return Array.from({ length: all.length / size }, (_, i) => all.subarray(i * size, (i + 1) * size));
}

function frameCount(file: string): number {
  const counted = [
    "-count_packets",
    "-select_streams",
    "v",
    "-show_entries",
    "stream=nb_read_packets",
    "-of",
    "csv=p=0",
  ];
  return Number(
    execFileSync("ffprobe", ["-v", "error", ...counted, file])
      .toString()
      .trim()
      .replace(/,$/, ""),
  );
}

it.each(process.env["AGON_WEB"] ? Object.keys(PROJECTS) : CORE)(
  "the film of %s is the preview's",
  async (name) => {
    const project = PROJECTS[name]!;
    await paste(project);
    const film = await exported(`${name}.avi`, "ArrowRight ");
    const streams = probe(film);
    expect(streams[0]).toMatchObject({ codec_name: "mjpeg", width: WIDTH, height: HEIGHT, r_frame_rate: "20/1" });
    const hasSound = project.sourceMedia.some(({ mediaType }) => mediaType === "AUDIO");
    expect(streams.slice(1)).toMatchObject(hasSound ? [{ codec_name: "pcm_s16le", sample_rate: "22050" }] : []);
    const count = Math.ceil(project.finalDurationMs / 50);
    expect(frameCount(film)).toBe(count);
    const numbers = Array.from({ length: COMPARED }, (_, i) => Math.round((i * (count - 1)) / (COMPARED - 1)));
    const pictures = picturesAt(film, numbers);
    expect(pictures).toHaveLength(COMPARED);
    for (const [i, number] of numbers.entries()) {
      await press(`p =${number / 20} Enter`);
      const now = async () => difference(pictures[i]!, await previewed());
      await expect.poll(now, { timeout: 10_000, message: `frame ${number}` }).toBeLessThan(3);
    }
    rmSync(film);
  },
  300_000,
);
