// The primitives as triangles. Sizes are those of README.md.

export type ObjectType = "cube" | "sphere" | "cylinder" | "cone" | "torus" | "plane";

export interface Mesh {
  /** x, y, z of one vertex after the other. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** Three vertices each, against the clock as seen from outside. */
  readonly triangles: Uint32Array;
  /** Two vertices each: what a wireframe shows. */
  readonly edges: Uint32Array;
  /** Whether it has an inside; of what has none both sides are seen. */
  readonly isClosed: boolean;
}

const TORUS_RADIUS = 0.35;
const TUBE_RADIUS = 0.15;

/** Straight pieces of a circle, the coarsest first. */
export const FINENESS = [12, 24, 48, 96] as const;
/** For picking. */
export const FINE = 48;
/** A wireframe of more lines would be a solid. */
const WIRES = 24;

const made = new Map<string, Mesh>();

export function meshOf(type: ObjectType, pieces: number): Mesh {
  const key = type === "cube" || type === "plane" ? type : `${type} ${pieces}`;
  let mesh = made.get(key);
  if (!mesh) {
    mesh = MAKERS[type](pieces);
    made.set(key, mesh);
  }
  return mesh;
}

export const wiresOf = (type: ObjectType): Mesh => meshOf(type, WIRES);

type Triple = readonly [number, number, number];

class Maker {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #triangles: number[] = [];
  readonly #edges: number[] = [];

  vertex(position: Triple, normal: Triple): number {
    this.#positions.push(...position);
    this.#normals.push(...normal);
    return this.#positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.#triangles.push(a, b, c);
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.#triangles.push(a, b, c, a, c, d);
  }

  edge(a: number, b: number): void {
    this.#edges.push(a, b);
  }

  mesh(isClosed = true): Mesh {
    return {
      positions: Float64Array.from(this.#positions),
      normals: Float64Array.from(this.#normals),
      triangles: Uint32Array.from(this.#triangles),
      edges: Uint32Array.from(this.#edges),
      isClosed,
    };
  }
}

const circle = (i: number, pieces: number): readonly [cos: number, sin: number] => {
  const angle = (i / pieces) * 2 * Math.PI;
  return [Math.cos(angle), Math.sin(angle)];
};

const MAKERS: Readonly<Record<ObjectType, (pieces: number) => Mesh>> = {
  cube() {
    const maker = new Maker();
    for (const axis of [0, 1, 2])
      for (const side of [-0.5, 0.5]) {
        // The two other axes, in the order that makes the face look outwards.
        const [u, v] = side > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
        const place = (a: number, b: number): Triple => {
          const at = [0, 0, 0];
          at[axis] = side;
          at[u] = a;
          at[v] = b;
          return at as unknown as Triple;
        };
        const normal = [0, 1, 2].map((i) => (i === axis ? side * 2 : 0)) as unknown as Triple;
        const corners = [place(-0.5, -0.5), place(0.5, -0.5), place(0.5, 0.5), place(-0.5, 0.5)];
        const [a, b, c, d] = corners.map((corner) => maker.vertex(corner, normal)) as [number, number, number, number];
        maker.quad(a, b, c, d);
        // Every edge belongs to two faces; these take each of them once.
        if (axis === 1)
          for (const [from, to] of [
            [a, b],
            [b, c],
            [c, d],
            [d, a],
          ] as const)
            maker.edge(from, to);
        if (axis === 0)
          for (const [from, to] of u === 1
            ? [
                [a, b],
                [d, c],
              ]
            : [
                [b, c],
                [a, d],
              ])
            maker.edge(from!, to!);
      }
    return maker.mesh();
  },

  plane() {
    const maker = new Maker();
    const corner = (x: number, z: number) => maker.vertex([x, 0, z], [0, 1, 0]);
    const corners = [corner(-0.5, 0.5), corner(0.5, 0.5), corner(0.5, -0.5), corner(-0.5, -0.5)] as const;
    maker.quad(...corners);
    corners.forEach((from, i) => maker.edge(from, corners[(i + 1) % 4]!));
    maker.edge(corners[0], corners[2]);
    return maker.mesh(false);
  },

  sphere(pieces) {
    const maker = new Maker();
    const rings = pieces / 2;
    const at = (ring: number, i: number) => ring * (pieces + 1) + i;
    for (let ring = 0; ring <= rings; ring++) {
      const [y, radius] = circle(ring, pieces);
      for (let i = 0; i <= pieces; i++) {
        const [cos, sin] = circle(i, pieces);
        const normal: Triple = [radius * sin, y, radius * cos];
        maker.vertex([normal[0] / 2, normal[1] / 2, normal[2] / 2], normal);
      }
    }
    for (let ring = 0; ring < rings; ring++)
      for (let i = 0; i < pieces; i++) {
        if (ring > 0) maker.triangle(at(ring, i), at(ring + 1, i + 1), at(ring, i + 1));
        if (ring < rings - 1) maker.triangle(at(ring, i), at(ring + 1, i), at(ring + 1, i + 1));
        if (ring > 0) maker.edge(at(ring, i), at(ring, i + 1));
        if (i % 2 === 0) maker.edge(at(ring, i), at(ring + 1, i));
      }
    return maker.mesh();
  },

  cylinder(pieces) {
    const maker = new Maker();
    cap(maker, pieces, 0.5);
    cap(maker, pieces, -0.5);
    const side = (i: number, y: number) => {
      const [cos, sin] = circle(i, pieces);
      return maker.vertex([sin / 2, y, cos / 2], [sin, 0, cos]);
    };
    let [low, high] = [side(0, -0.5), side(0, 0.5)];
    for (let i = 1; i <= pieces; i++) {
      const [nextLow, nextHigh] = [side(i, -0.5), side(i, 0.5)];
      maker.quad(low, nextLow, nextHigh, high);
      maker.edge(low, nextLow);
      maker.edge(high, nextHigh);
      if (i % 2 === 0) maker.edge(nextLow, nextHigh);
      [low, high] = [nextLow, nextHigh];
    }
    return maker.mesh();
  },

  cone(pieces) {
    const maker = new Maker();
    cap(maker, pieces, -0.5);
    // The side's slope is 2 : 1, so its normal is (2, 1)/√5 outwards and up.
    const [out, up] = [2 / Math.sqrt(5), 1 / Math.sqrt(5)];
    const base = (i: number) => {
      const [cos, sin] = circle(i, pieces);
      return maker.vertex([sin / 2, -0.5, cos / 2], [out * sin, up, out * cos]);
    };
    let from = base(0);
    for (let i = 1; i <= pieces; i++) {
      const to = base(i);
      // The apex has the normal of the piece that it closes.
      const [cos, sin] = circle(i - 0.5, pieces);
      const apex = maker.vertex([0, 0.5, 0], [out * sin, up, out * cos]);
      maker.triangle(from, to, apex);
      maker.edge(from, to);
      if (i % 2 === 0) maker.edge(to, apex);
      from = to;
    }
    return maker.mesh();
  },

  torus(pieces) {
    const maker = new Maker();
    const around = Math.max(8, pieces / 2);
    const at = (i: number, j: number) => i * (around + 1) + j;
    for (let i = 0; i <= pieces; i++) {
      const [cos, sin] = circle(i, pieces);
      for (let j = 0; j <= around; j++) {
        const [out, z] = circle(j, around);
        const radius = TORUS_RADIUS + TUBE_RADIUS * out;
        maker.vertex([radius * cos, radius * sin, TUBE_RADIUS * z], [out * cos, out * sin, z]);
      }
    }
    for (let i = 0; i < pieces; i++)
      for (let j = 0; j < around; j++) {
        maker.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
        maker.edge(at(i, j), at(i, j + 1));
        if (j % 2 === 0) maker.edge(at(i, j), at(i + 1, j));
      }
    return maker.mesh();
  },
};

/** A disc of radius 0.5 across the Y axis, seen from above where it is up, from below else. */
function cap(maker: Maker, pieces: number, y: number): void {
  const normal: Triple = [0, Math.sign(y), 0];
  const middle = maker.vertex([0, y, 0], normal);
  const rim = (i: number) => {
    const [cos, sin] = circle(i, pieces);
    return maker.vertex([sin / 2, y, cos / 2], normal);
  };
  let from = rim(0);
  for (let i = 1; i <= pieces; i++) {
    const to = rim(i);
    if (y > 0) maker.triangle(middle, from, to);
    else maker.triangle(middle, to, from);
    if (i % 4 === 0) maker.edge(middle, to);
    from = to;
  }
}
