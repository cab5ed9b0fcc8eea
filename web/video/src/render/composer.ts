// Draws the frame at a time. The preview and the export both show what is drawn here.

import type { Library } from "../media/library";
import { FRAME, type Project, type TextStyle } from "../model/project";
import { fontOf, linesOf } from "../model/text";
import { layersAt } from "./layers";
import { adjust } from "./light";

type Context = OffscreenCanvasRenderingContext2D;

const LINE_HEIGHT = 1.25;
const PADDING = { across: 0.45, down: 0.25 };

export class Composer {
  readonly canvas = new OffscreenCanvas(FRAME.width, FRAME.height);
  readonly #frame = contextOf(this.canvas);
  /** One block by itself. */
  readonly #layer = contextOf(new OffscreenCanvas(FRAME.width, FRAME.height));

  #shown = "";

  constructor(private readonly library: Library) {}

  /** Draws what is there at a time onto `canvas`; whether that is another picture than before. */
  async compose(project: Project, time: number): Promise<boolean> {
    const layers = layersAt(project, time).map((layer) => {
      const medium = layer.block.type === "VIDEO" ? this.library.get(layer.block.name) : undefined;
      return { ...layer, medium, frame: medium ? this.library.frameAt(medium, layer.mediaTime) : 0 };
    });
    // A clip has fewer pictures than a screen has frames.
    const shown = JSON.stringify(
      layers.map(({ block, medium, frame, opacity, lights }) => [medium?.name, frame, opacity, lights, block.style]),
    );
    if (shown === this.#shown) return false;
    const pictures = await Promise.all(
      layers.map(({ medium, frame }) => medium && this.library.picture(medium, frame)),
    );
    this.#shown = shown;
    // From here on nothing is waited for, so that a frame is never half of one time and half of another.
    const { width, height } = FRAME;
    this.#frame.globalAlpha = 1;
    this.#frame.fillStyle = "#000000";
    this.#frame.fillRect(0, 0, width, height);
    for (const [i, { block, opacity, lights }] of layers.entries()) {
      this.#layer.clearRect(0, 0, width, height);
      const picture = pictures[i];
      if (picture) drawPicture(this.#layer, picture);
      if (block.style) drawText(this.#layer, block.style);
      if (lights.length > 0) {
        const image = this.#layer.getImageData(0, 0, width, height);
        for (const light of lights) adjust(image.data, light);
        this.#layer.putImageData(image, 0, 0);
      }
      this.#frame.globalAlpha = opacity;
      this.#frame.drawImage(this.#layer.canvas, 0, 0);
    }
    return true;
  }
}

/** Fills the frame; what has another shape is cut off equally at both sides. */
function drawPicture(context: Context, picture: ImageBitmap): void {
  const { width, height } = FRAME;
  const scale = Math.max(width / picture.width, height / picture.height);
  const [across, down] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (width - across) / 2, (height - down) / 2, across, down);
}

function drawText(context: Context, { text, fontSize, fontColor, backgroundColor }: TextStyle): void {
  context.font = fontOf(fontSize);
  context.textAlign = "center";
  context.textBaseline = "middle";
  const lines = linesOf(text, (line) => context.measureText(line).width);
  const widest = Math.max(...lines.map((line) => context.measureText(line).width));
  const lineHeight = fontSize * LINE_HEIGHT;
  const width = widest + 2 * PADDING.across * fontSize;
  const height = lines.length * lineHeight + 2 * PADDING.down * fontSize;
  const [x, y] = [FRAME.width / 2, FRAME.height / 2];
  context.fillStyle = backgroundColor;
  context.beginPath();
  context.roundRect(x - width / 2, y - height / 2, width, height, 4);
  context.fill();
  context.fillStyle = fontColor;
  lines.forEach((line, i) => context.fillText(line, x, y + (i - (lines.length - 1) / 2) * lineHeight));
}

function contextOf(canvas: OffscreenCanvas): Context {
  // Pixels are read back for effects: kept where the processor has them.
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  return context;
}
