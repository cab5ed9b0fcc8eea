// Dense LU factorisation with partial pivoting. Circuits on a canvas have few unknowns, so dense beats sparse.

import { effort } from "./effort";

export class Lu {
  private readonly a: Float64Array;
  private readonly order: Int32Array;

  constructor(private readonly n: number) {
    this.a = new Float64Array(n * n);
    this.order = new Int32Array(n);
  }

  /** Factors a row-major matrix; false if it is singular. */
  factor(matrix: Float64Array): boolean {
    const { n, a, order } = this;
    a.set(matrix);
    for (let i = 0; i < n; i++) order[i] = i;
    for (let k = 0; k < n; k++) {
      let best = k;
      let size = Math.abs(a[k * n + k]!);
      for (let i = k + 1; i < n; i++) {
        const other = Math.abs(a[i * n + k]!);
        if (other > size) {
          size = other;
          best = i;
        }
      }
      if (!(size > 0 && size < Infinity)) return false;
      if (best !== k) this.swap(k, best);
      const inverse = 1 / a[k * n + k]!;
      a[k * n + k] = inverse;
      for (let i = k + 1; i < n; i++) {
        const at = i * n;
        if (a[at + k] === 0) continue;
        const factor = a[at + k]! * inverse;
        a[at + k] = factor;
        for (let j = k + 1; j < n; j++) a[at + j]! -= factor * a[k * n + j]!;
        effort.spent += n - k;
      }
    }
    return true;
  }

  solve(b: Float64Array, x: Float64Array): void {
    const { n, a, order } = this;
    effort.spent += n * n;
    for (let i = 0; i < n; i++) {
      let sum = b[order[i]!]!;
      for (let j = 0; j < i; j++) sum -= a[i * n + j]! * x[j]!;
      x[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = x[i]!;
      for (let j = i + 1; j < n; j++) sum -= a[i * n + j]! * x[j]!;
      x[i] = sum * a[i * n + i]!;
    }
  }

  private swap(i: number, k: number): void {
    const { n, a, order } = this;
    for (let j = 0; j < n; j++) {
      const kept = a[i * n + j]!;
      a[i * n + j] = a[k * n + j]!;
      a[k * n + j] = kept;
    }
    const kept = order[i]!;
    order[i] = order[k]!;
    order[k] = kept;
  }
}
