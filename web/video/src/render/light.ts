// Brightness, contrast and saturation of pixels.

import type { Light } from "../model/effects";

/** Changes pixels of four bytes each; opacity stays. */
export function adjust(pixels: Uint8ClampedArray, { brightness, contrast, saturation }: Light): void {
  const levels = Float32Array.from(
    { length: 256 },
    (_, level) => ((level / 255 + brightness - 0.5) * contrast + 0.5) * 255,
  );
  for (let i = 0; i < pixels.length; i += 4) {
    const red = levels[pixels[i]!]!;
    const green = levels[pixels[i + 1]!]!;
    const blue = levels[pixels[i + 2]!]!;
    const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    // An array of clamped bytes rounds, and clips to 0…255.
    pixels[i] = grey + (red - grey) * saturation;
    pixels[i + 1] = grey + (green - grey) * saturation;
    pixels[i + 2] = grey + (blue - grey) * saturation;
  }
}
