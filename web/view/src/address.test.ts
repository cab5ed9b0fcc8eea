import { describe, expect, it } from "vitest";
import { changed, readAddress, writeAddress } from "./address";

describe("addresses", () => {
  it("are read as they are written, whatever a run is called", () => {
    const text = writeAddress(["runs", "a/b c?", "trials", 7], new URLSearchParams({ step: "3" }));
    const { parts, query } = readAddress(text);
    expect(parts).toEqual(["runs", "a/b c?", "trials", "7"]);
    expect(query.get("step")).toBe("3");
  });

  it("change in parts of the query, and lose what is empty", () => {
    const address = readAddress("#/runs/a?status=failed&offset=100");
    expect(changed(address, { offset: null, task: "gym/maze-2d" })).toBe("#/runs/a?status=failed&task=gym%2Fmaze-2d");
    expect(changed(address, { status: "", offset: "" })).toBe("#/runs/a");
  });

  it("that are nothing lead to the first page", () => {
    expect(readAddress("").parts).toEqual([]);
    expect(readAddress("#").parts).toEqual([]);
  });
});
