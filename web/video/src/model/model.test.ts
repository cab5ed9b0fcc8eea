import { describe, expect, it } from "vitest";
import { joined, parted, readColor } from "./colors";
import {
  duplicated,
  freeStart,
  moved,
  movedByRow,
  movedTogether,
  rippled,
  split,
  trimmed,
  withEffect,
  withEffects,
  withExtent,
  withMedium,
  withText,
  withTimes,
  without,
  type Edited,
} from "./edits";
import { eased, workingAt, type Effect } from "./effects";
import { read, written } from "./file";
import { bounded, dropAt, edgeAt, fittingScale, partAt, snapShift, timeAt, xOf, zoomed } from "./geometry";
import { blockOf, blocksOf, EMPTY, endOf, lengthOf, namesOf, type Project } from "./project";
import { linesOf } from "./text";
import { clockOf, readTime } from "./times";

const LEAP = { name: "Garden Leap.mp4", type: "VIDEO", durationMs: 5060 } as const;
const BRIDGE = { name: "Bridge Flight.mp4", type: "VIDEO", durationMs: 9050 } as const;
const CYMBAL = { name: "Cymbal.wav", type: "AUDIO", durationMs: 2070 } as const;
const MEDIA = [LEAP, BRIDGE, CYMBAL].map(({ name, type, durationMs }) => ({
  filename: name,
  mediaType: type,
  originalDurationMs: durationMs,
}));

/** Garden and bridge after each other on the first row, a cymbal on the second. */
function sample(): Project {
  let [project] = withMedium(EMPTY, LEAP, { row: 0, isNew: true }, 0);
  [project] = withMedium(project, BRIDGE, { row: 0, isNew: false }, 5060);
  [project] = withMedium(project, CYMBAL, { row: 1, isNew: true }, 1000);
  return project;
}

/** Rows as `id@start+duration(trims)`. */
function rows(project: Project): string[] {
  return project.tracks.map(({ blocks }) =>
    blocks
      .map((block) => `${block.id}@${block.start}+${block.duration}(${block.trimStart}/${block.trimEnd})`)
      .join(" "),
  );
}

function projectOf(edited: Edited): Project {
  if ("problem" in edited) throw new Error(edited.problem);
  return edited.project;
}

describe("placing", () => {
  const [one, two] = sample().tracks[0]!.blocks as [never, never];
  it.each([
    [0, 1000, 14_110],
    [14_000, 100, 14_110],
    [20_000, 100, 20_000],
    [-50, 100, 14_110],
  ])("a block wanted at %d for %d ms begins at %d after a full row", (wanted, duration, start) => {
    expect(freeStart([one, two], wanted, duration)).toBe(start);
  });

  it("takes the nearest gap that is long enough, the earlier of two equally near", () => {
    const block = (start: number, duration: number) => ({ ...blockOf(sample(), "b1")!, start, duration });
    const others = [block(1000, 1000), block(4000, 1000)];
    expect(freeStart(others, 1500, 1000)).toBe(2000);
    expect(freeStart(others, 900, 1000)).toBe(0);
    expect(freeStart(others, 1000, 1000)).toBe(0);
    expect(freeStart(others, 3500, 1000)).toBe(3000);
    expect(freeStart(others, 1500, 2500)).toBe(5000);
  });
});

describe("edits of the timeline", () => {
  it("adds after each other, and on rows of their own", () => {
    expect(rows(sample())).toEqual(["b1@0+5060(0/0) b2@5060+9050(0/0)", "b3@1000+2070(0/0)"]);
    expect(lengthOf(sample())).toBe(14_110);
  });

  it("puts a text on the top row where it is free, else above", () => {
    expect(rows(withText(sample(), 14_110)[0])[0]).toContain("b4@14110+3000");
    expect(rows(withText(sample(), 12_000)[0])).toHaveLength(3);
    expect(rows(withText(sample(), 12_000)[0])[0]).toBe("b4@12000+3000(0/0)");
  });

  it("moves to other rows, and takes rows away that are empty", () => {
    const together = moved(sample(), "b3", { row: 0, isNew: false }, 13_900);
    expect(rows(together)).toEqual(["b1@0+5060(0/0) b2@5060+9050(0/0) b3@14110+2070(0/0)"]);
    const between = moved(sample(), "b2", { row: 1, isNew: true }, 100);
    expect(rows(between)).toEqual(["b1@0+5060(0/0)", "b2@100+9050(0/0)", "b3@1000+2070(0/0)"]);
    expect(rows(moved(between, "b1", { row: 3, isNew: true }, 0)).map((row) => row.slice(0, 2))).toEqual([
      "b2",
      "b3",
      "b1",
    ]);
  });

  it("moves by row, and beyond the last onto a new one unless the block is alone", () => {
    expect(rows(movedByRow(sample(), "b2", 1))).toEqual(["b1@0+5060(0/0)", "b3@1000+2070(0/0) b2@5060+9050(0/0)"]);
    expect(rows(movedByRow(sample(), "b1", -1))[0]).toBe("b1@0+5060(0/0)");
    expect(movedByRow(sample(), "b3", 1)).toEqual(sample());
  });

  it("moves several together or not at all", () => {
    const ids = new Set(["b1", "b2"]);
    expect(rows(movedTogether(sample(), ids, 500, 0)!)[0]).toBe("b1@500+5060(0/0) b2@5560+9050(0/0)");
    expect(rows(movedTogether(sample(), ids, -500, 0)!)[0]).toBe("b1@0+5060(0/0) b2@5060+9050(0/0)");
    expect(movedTogether(sample(), ids, 0, 1)).toBeUndefined();
  });

  it("trims by edges, within the medium and its neighbours", () => {
    const left = trimmed(sample(), "b2", "left", 7000);
    expect(rows(left)[0]).toBe("b1@0+5060(0/0) b2@7000+7110(1940/0)");
    expect(rows(trimmed(left, "b2", "left", 0))[0]).toContain("b2@5060+9050(0/0)");
    expect(rows(trimmed(sample(), "b1", "right", 20))[0]).toContain("b1@0+100(0/4960)");
    expect(rows(trimmed(sample(), "b1", "right", 9000))[0]).toContain("b1@0+5060(0/0)");
  });

  it("sets times by form: the start stays, and what cannot be is refused", () => {
    expect(rows(projectOf(withTimes(sample(), "b2", { trimStart: 5000 })))[0]).toContain("b2@5060+4050(5000/0)");
    expect(rows(projectOf(withTimes(sample(), "b2", { trimEnd: 50 })))[0]).toContain("b2@5060+9000(0/50)");
    const shorter = projectOf(withTimes(sample(), "b1", { duration: 2500 }));
    expect(rows(shorter)[0]).toContain("b1@0+2500(0/2560)");
    expect(rows(projectOf(withTimes(shorter, "b1", { trimStart: 60 })))[0]).toContain("b1@0+2440(60/2560)");
    expect(withTimes(sample(), "b1", { duration: 5061 })).toHaveProperty("problem");
    expect(withTimes(sample(), "b1", { duration: 99 })).toHaveProperty("problem");
    const text = withText(sample(), 0)[0];
    expect(rows(projectOf(withTimes(text, "b4", { duration: 8000 })))[0]).toBe("b4@0+8000(0/0)");
    const inTheWay = moved(text, "b4", { row: 2, isNew: false }, 3070);
    const cymbal = moved(inTheWay, "b3", { row: 1, isNew: false }, 6500);
    expect(withTimes(cymbal, "b4", { duration: 3431 })).toHaveProperty("problem");
    expect(withTimes(cymbal, "b4", { duration: 3430 })).toHaveProperty("project");
  });

  it("splits where both parts are long enough", () => {
    const [project, rights] = split(sample(), new Set(["b1", "b2"]), 2000);
    expect(rows(project)[0]).toBe("b1@0+2000(0/3060) b4@2000+3060(2000/0) b2@5060+9050(0/0)");
    expect(rights.map(({ id }) => id)).toEqual(["b4"]);
    expect(split(sample(), new Set(["b1"]), 4961)[1]).toEqual([]);
    expect(split(sample(), new Set(["b1"]), 4960)[1]).toHaveLength(1);
  });

  it("duplicates to the end of the row, deletes, and closes gaps", () => {
    expect(rows(duplicated(sample(), new Set(["b1"]))[0])[0]).toContain("b4@14110+5060(0/0)");
    expect(rows(without(sample(), new Set(["b3"])))).toHaveLength(1);
    expect(rows(rippled(sample(), new Set(["b1"])))).toEqual(["b2@0+9050(0/0)", "b3@1000+2070(0/0)"]);
  });

  it("names blocks, with numbers where there are several", () => {
    const [project] = duplicated(sample(), new Set(["b1"]));
    expect([...namesOf(project).values()]).toEqual([
      "Garden Leap.mp4 1",
      "Bridge Flight.mp4",
      "Garden Leap.mp4 2",
      "Cymbal.wav",
    ]);
  });
});

describe("effects", () => {
  const ids = (project: Project, block: string) =>
    blockOf(project, block)!.effects.map(
      ({ id, type, from, to, scope }) => `${id} ${type} ${scope === "segment" ? `${from}-${to}` : "full"}`,
    );

  it("are for the full clip at first, and for a segment within it", () => {
    const [project, effect] = withEffect(sample(), "b1", "fade-out");
    expect(ids(project, "b1")).toEqual(["e4 fade-out full"]);
    expect(ids(projectOf(withExtent(project, "b1", effect!.id, 2060, 5060)), "b1")).toEqual(["e4 fade-out 2060-5060"]);
    expect(withExtent(project, "b1", effect!.id, 2060, 5061)).toHaveProperty("problem");
    expect(withExtent(project, "b1", effect!.id, 2060, 2100)).toHaveProperty("problem");
  });

  it("are cut off by trims, which leave them where they are in time", () => {
    let [project] = withEffect(sample(), "b2", "light-adjustment");
    project = projectOf(withExtent(project, "b2", "e4", 1000, 3000));
    expect(ids(trimmed(project, "b2", "left", 5060 + 1500), "b2")).toEqual(["e4 light-adjustment 0-1500"]);
    expect(ids(trimmed(project, "b2", "right", 5060 + 2000), "b2")).toEqual(["e4 light-adjustment 1000-2000"]);
    expect(ids(trimmed(project, "b2", "right", 5060 + 1049), "b2")).toEqual([]);
    expect(ids(projectOf(withTimes(project, "b2", { trimStart: 500 })), "b2")).toEqual([
      "e4 light-adjustment 500-2500",
    ]);
  });

  it("go to the part of a split block that they belong to", () => {
    let project = sample();
    for (const type of ["light-adjustment", "fade-in", "fade-out"] as const)
      [project] = withEffect(project, "b1", type);
    const [parted] = split(project, new Set(["b1"]), 2000);
    expect(ids(parted, "b1")).toEqual(["e4 light-adjustment full", "e5 fade-in full"]);
    expect(ids(parted, "b7")).toEqual(["e8 light-adjustment full", "e6 fade-out full"]);
    let segments = projectOf(withExtent(project, "b1", "e4", 1500, 2500));
    segments = projectOf(withExtent(segments, "b1", "e5", 3000, 4000));
    segments = projectOf(withExtent(segments, "b1", "e6", 500, 1000));
    const [again] = split(segments, new Set(["b1"]), 2000);
    expect(ids(again, "b1")).toEqual(["e4 light-adjustment 1500-2000", "e6 fade-out 500-1000"]);
    expect(ids(again, "b7")).toEqual(["e8 light-adjustment 0-500", "e5 fade-in 1000-2000"]);
  });

  it("work within their extent, while they are enabled", () => {
    const fade: Effect = {
      id: "e1",
      type: "fade-out",
      scope: "segment",
      from: 1000,
      to: 2000,
      enabled: true,
      curve: "ease-out",
    };
    const block = { start: 0, duration: 3000, effects: [fade] };
    expect([999, 1000, 1500, 2000].map((time) => workingAt(block, time).opacity)).toEqual([1, 1, 0.25, 1]);
    expect(workingAt({ ...block, effects: [{ ...fade, enabled: false }] }, 1500).opacity).toBe(1);
    expect(
      workingAt({ ...block, effects: [fade, { ...fade, id: "e2", type: "fade-in", curve: "linear" }] }, 1500).opacity,
    ).toBe(0.125);
  });

  it("follow their curves from 0 to 1", () => {
    const at = (part: number) =>
      (["linear", "ease-in", "ease-out", "ease-in-out"] as const).map((curve) => eased(curve, part));
    expect(at(0)).toEqual([0, 0, 0, 0]);
    expect(at(0.25)).toEqual([0.25, 0.0625, 0.4375, 0.125]);
    expect(at(1)).toEqual([1, 1, 1, 1]);
  });
});

describe("geometry", () => {
  const view = { scale: 40, scrollX: 100, scrollY: 20 };

  it("goes from times to pixels and back", () => {
    expect(xOf(view, 5000)).toBe(100);
    expect([timeAt(view, 100), timeAt(view, 101), timeAt(view, -500)]).toEqual([5000, 5025, 0]);
  });

  it("drops onto rows, between them, and below them", () => {
    const at = (y: number) => dropAt({ ...view, scrollY: 0 }, y, 2);
    expect(at(-5)).toEqual({ row: 0, isNew: true });
    expect(at(9)).toEqual({ row: 0, isNew: true });
    expect(at(10)).toEqual({ row: 0, isNew: false });
    expect(at(60)).toEqual({ row: 1, isNew: true });
    expect(at(84)).toEqual({ row: 1, isNew: false });
    expect(at(116)).toEqual({ row: 2, isNew: true });
    expect(partAt(view, 58 + 8 + 36 - 20)).toEqual({ row: 1, part: "effects", offset: 0 });
    expect(partAt(view, 58 + 7 - 20).part).toBe("gap");
  });

  it("finds edges of wide and narrow blocks", () => {
    expect([0, 5.9, 6, 93.9, 94].map((x) => edgeAt(x, 100))).toEqual(["left", "left", undefined, undefined, "right"]);
    expect([1.9, 2, 6].map((x) => edgeAt(x, 8))).toEqual(["left", undefined, "right"]);
  });

  it("snaps to the nearest edge within eight pixels, the earliest of equally near ones", () => {
    expect(snapShift(view, [5000], [5200, 4900])).toBe(-100);
    expect(snapShift(view, [5000], [5201])).toBe(0);
    expect(snapShift(view, [5000], [5100, 4900])).toBe(-100);
    expect(snapShift(view, [5000, 6000], [6100, 5150])).toBe(100);
    expect(snapShift({ scale: 320 }, [5000], [5026])).toBe(0);
  });

  it("fits, zooms around a time, and keeps within bounds", () => {
    expect(fittingScale(14_110, 1184)).toBe(40);
    expect(fittingScale(14_000, 1184)).toBe(80);
    expect(fittingScale(100, 1184)).toBe(320);
    expect(fittingScale(0, 1184)).toBe(40);
    expect(xOf(zoomed(view, 80, 5000), 5000)).toBe(100);
    const size = { width: 1184, height: 192 };
    expect(bounded({ ...view, scrollX: 9999, scrollY: 99 }, 30_000, 2, size)).toEqual({
      scale: 40,
      scrollX: 416,
      scrollY: 0,
    });
    expect(bounded({ ...view, scrollX: -1, scrollY: 99 }, 30_000, 3, size)).toEqual({
      scale: 40,
      scrollX: 0,
      scrollY: 40,
    });
  });
});

describe("files", () => {
  function full(): Project {
    let [project] = withText(sample(), 0);
    [project] = withEffect(project, "b4", "fade-in");
    [project] = withEffect(project, "b1", "light-adjustment");
    [project] = withEffect(project, "b1", "fade-out");
    return projectOf(withExtent(project, "b1", "e7", 2060, 5060));
  }

  it("have the form that README.md promises", () => {
    const file = written(full(), MEDIA);
    expect([file.finalDurationMs, file.trackCount]).toEqual([14_110, 3]);
    expect(file.sourceMedia.map(({ filename }) => filename)).toEqual([
      "Garden Leap.mp4",
      "Bridge Flight.mp4",
      "Cymbal.wav",
    ]);
    expect(file.timeline[0]!.elements[0]).toEqual({
      elementId: "b4",
      mediaName: "Text block",
      mediaType: "TEXT",
      startTimeMs: 0,
      durationMs: 3000,
      trimFromStartMs: 0,
      trimFromEndMs: 0,
      activeEffectsAtStart: file.timeline[0]!.effectSubTrack.items,
      text: "New text",
      fontSize: 32,
      fontColor: "#ffffff",
      backgroundColor: "#00000080",
    });
    expect(file.timeline[1]!.effectSubTrack.items).toEqual([
      {
        effectId: "e6",
        elementId: "b1",
        type: "light-adjustment",
        startTimeMs: 0,
        endTimeMs: 5060,
        scope: "full-clip",
        targetClipId: "b1",
        enabled: true,
        stackOrder: 0,
        params: { brightness: 0, contrast: 1, saturation: 1 },
      },
      {
        effectId: "e7",
        elementId: "b1",
        type: "fade-out",
        startTimeMs: 2060,
        endTimeMs: 5060,
        scope: "segment",
        enabled: true,
        stackOrder: 1,
        params: { fadeStartMs: 2060, fadeEndMs: 5060, fromOpacity: 1, toOpacity: 0, curve: "linear" },
      },
    ]);
    expect(file.timeline[1]!.elements[0]!.activeEffectsAtStart.map(({ effectId }) => effectId)).toEqual(["e6"]);
  });

  it("are read as they were written, but for ids", () => {
    const file = written(full(), MEDIA);
    const result = read(JSON.parse(JSON.stringify(file)), MEDIA);
    const plain = (value: unknown) => JSON.stringify(value).replace(/"[be]\d+"/g, '""');
    expect("project" in result && plain(written(result.project, MEDIA))).toBe(plain(file));
  });

  it.each([
    ["timeline", null],
    ["timeline", [{ elements: [{ mediaName: "x", mediaType: "VIDEO", startTimeMs: 0, durationMs: 500 }] }]],
    ["timeline", [{ elements: [{ mediaType: "TEXT", startTimeMs: -1, durationMs: 500 }] }]],
  ])("say what is wrong with them: %s %j", (key, value) => {
    expect(read({ [key]: value }, MEDIA)).toHaveProperty("problem");
    expect(read([], MEDIA)).toHaveProperty("problem");
  });

  it("refuse overlapping blocks and trims that do not add up", () => {
    const file = JSON.parse(JSON.stringify(written(sample(), MEDIA)));
    file.timeline[0].elements[1].startTimeMs = 5000;
    expect(read(file, MEDIA)).toEqual({ problem: "Two blocks overlap at 5000 ms on one track." });
    file.timeline[0].elements[1].startTimeMs = 5060;
    file.timeline[0].elements[1].trimFromEndMs = 1;
    expect(read(file, MEDIA)).toHaveProperty("problem");
  });
});

/** Numbers that are the same every time. */
function* numbers(seed: number): Generator<number, never> {
  for (;;) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    yield seed / 2 ** 32;
  }
}

it("keeps its promises whatever is done: no overlaps, lengths that add up, effects inside their blocks", () => {
  const lengths = new Map<string, number>([LEAP, BRIDGE, CYMBAL].map(({ name, durationMs }) => [name, durationMs]));
  const random = numbers(7);
  const below = (most: number) => Math.floor(random.next().value * most);
  let project = sample();
  for (let i = 0; i < 3000; i++) {
    const blocks = blocksOf(project);
    const block = blocks[below(blocks.length)];
    const target = { row: below(project.tracks.length + 1), isNew: below(3) === 0 };
    const time = below(40_000);
    switch (block ? below(11) : 0) {
      case 0:
        [project] = withMedium(project, [LEAP, BRIDGE, CYMBAL][below(3)]!, target, time);
        break;
      case 1:
        [project] = withText(project, time);
        break;
      case 2:
        project = moved(project, block!.id, target, time);
        break;
      case 3:
        project = trimmed(project, block!.id, below(2) === 0 ? "left" : "right", time);
        break;
      case 4:
        [project] = split(project, new Set([block!.id]), block!.start + below(block!.duration));
        break;
      case 5:
        [project] = duplicated(project, new Set([block!.id]));
        break;
      case 6:
        project = (below(2) === 0 ? rippled : without)(project, new Set([block!.id, blocks[below(blocks.length)]!.id]));
        break;
      case 7:
        [project] = withEffect(project, block!.id, (["light-adjustment", "fade-in", "fade-out"] as const)[below(3)]!);
        break;
      case 8: {
        const [effect] = block!.effects;
        const edited =
          effect && withExtent(project, block!.id, effect.id, below(block!.duration), below(block!.duration));
        if (edited && "project" in edited) project = edited.project;
        break;
      }
      case 9: {
        const edited = withTimes(
          project,
          block!.id,
          below(2) === 0 ? { trimStart: below(9000) } : { duration: below(9000) },
        );
        if ("project" in edited && block!.type !== "TEXT") project = edited.project;
        break;
      }
      case 10:
        project =
          blocks.length > 30
            ? without(project, new Set(blocks.slice(10).map(({ id }) => id)))
            : withEffects(project, block!.id, []);
    }
    expect(brokenPromises(project, lengths)).toEqual([]);
  }
});

function brokenPromises(project: Project, lengths: ReadonlyMap<string, number>): string[] {
  const ids = blocksOf(project).flatMap(({ id, effects }) => [id, ...effects.map((effect) => effect.id)]);
  const broken: string[] = [];
  if (new Set(ids).size < ids.length) broken.push("an id is used twice");
  for (const { blocks } of project.tracks) {
    if (blocks.length === 0) broken.push("a row is empty");
    blocks.forEach((one, at) => {
      if (one.start < (at === 0 ? 0 : endOf(blocks[at - 1]!))) broken.push(`${one.id} overlaps`);
      if (one.duration < 100 || one.trimStart < 0 || one.trimEnd < 0) broken.push(`${one.id} has a wrong time`);
      const length = one.trimStart + one.duration + one.trimEnd;
      if (one.type !== "TEXT" && length !== lengths.get(one.name)) broken.push(`${one.id} does not add up`);
      for (const { id, scope, from, to } of one.effects)
        if (scope === "segment" && (from < 0 || to - from < 50 || to > one.duration)) broken.push(`${id} is outside`);
    });
  }
  return broken;
}

it("reads and writes times and colours as people do", () => {
  expect([clockOf(5060), clockOf(65_999)]).toEqual(["00:05.06", "01:05.99"]);
  expect(["2.5", "1:02.5", ".5", "5.", "", "x", "1:2:3", "-1"].map(readTime)).toEqual([
    2500,
    62_500,
    500,
    5000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["Red", "#0F0", "00ff00", "#12345", "reddish"].map(readColor)).toEqual([
    "#ff0000",
    "#00ff00",
    "#00ff00",
    undefined,
    undefined,
  ]);
  expect(parted("#00000080")).toEqual({ color: "#000000", percent: 50 });
  expect([joined("#ffffff", 50), joined("#ffffff", 100), joined("#ffffff", 0)]).toEqual([
    "#ffffff80",
    "#ffffffff",
    "#ffffff00",
  ]);
});

it("breaks texts between words", () => {
  const widthOf = (line: string) => line.length;
  expect(linesOf("one two three\nfour", widthOf, 8)).toEqual(["one two", "three", "four"]);
  expect(linesOf("extraordinary", widthOf, 8)).toEqual(["extraordinary"]);
});
