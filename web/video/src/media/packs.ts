// Packs: the pictures of a clip in one file.

/** The pictures of a pack, each as the bytes of a WebP file. */
export function picturesOf(pack: ArrayBuffer): Uint8Array<ArrayBuffer>[] {
  const head = new DataView(pack);
  const count = head.getUint32(0, true);
  let at = 4 + 4 * count;
  return Array.from({ length: count }, (_, i) => {
    const length = head.getUint32(4 + 4 * i, true);
    at += length;
    return new Uint8Array(pack, at - length, length);
  });
}

export const SAMPLE_RATE = 22_050;

/** Samples of -1…1 of a WAV file with one channel of 16 bits. */
export function samplesOf(wav: ArrayBuffer): Float32Array {
  const view = new DataView(wav);
  // Chunks after the twelve bytes that say what the file is: a name, a length, and the content.
  for (let at = 12; at + 8 <= wav.byteLength;) {
    const length = view.getUint32(at + 4, true);
    if (view.getUint32(at) === DATA) {
      const count = Math.floor(Math.min(length, wav.byteLength - at - 8) / 2);
      return Float32Array.from({ length: count }, (_, i) => view.getInt16(at + 8 + 2 * i, true) / 32_768);
    }
    at += 8 + length + (length % 2);
  }
  return new Float32Array();
}

/** "data" */
const DATA = 0x64617461;
