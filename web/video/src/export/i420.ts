// Pixels as video codecs want them: brightness for each, colour for each four, in the range of television. What players assume of VP8.

import type { Bytes } from "./bytes";

/** From four bytes a pixel; width and height must be even. */
export function i420Of(pixels: Uint8ClampedArray, width: number, height: number): Bytes {
  const half = width / 2;
  const size = width * height;
  const planes = new Uint8Array(size * 1.5);
  for (let i = 0; i < size; i++) {
    const [red, green, blue] = [pixels[4 * i]!, pixels[4 * i + 1]!, pixels[4 * i + 2]!];
    planes[i] = Math.round(16 + 0.25679 * red + 0.50413 * green + 0.09791 * blue);
  }
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const corner = 4 * (y * width + x);
      const mean = (channel: number) => {
        const at = corner + channel;
        return (pixels[at]! + pixels[at + 4]! + pixels[at + 4 * width]! + pixels[at + 4 * width + 4]!) / 4;
      };
      const [red, green, blue] = [mean(0), mean(1), mean(2)];
      const at = size + (y / 2) * half + x / 2;
      planes[at] = Math.round(128 - 0.14822 * red - 0.29099 * green + 0.43922 * blue);
      planes[at + size / 4] = Math.round(128 + 0.43922 * red - 0.36779 * green - 0.07143 * blue);
    }
  }
  return planes;
}
