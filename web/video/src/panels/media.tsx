// The media that can be put on the timeline.

import { useLayoutEffect, useRef } from "preact/hooks";
import { isExam } from "../../../kit/app";
import { Icon } from "../../../kit/form/icon";
import { OFF_IN_EXAM } from "../../../kit/ui/files";
import type { Editor } from "../edit/editor";
import { THUMBNAIL, type Medium } from "../media/library";
import { clockOf } from "../model/times";
import { drawPeaks } from "../timeline/drawing";
import { VIDEO_ICONS } from "./icons";

interface MediaPanelProps {
  editor: Editor;
  hold: (event: PointerEvent, medium: Medium) => void;
  upload: () => void;
}

export function MediaPanel({ editor, hold, upload }: MediaPanelProps) {
  return (
    <aside class="panel media-panel" aria-label="Media">
      <div class="panel-head">
        <h2>Media</h2>
        <button
          type="button"
          class="plain-button"
          disabled={isExam}
          title={isExam ? OFF_IN_EXAM : "Add a film, picture or sound of your own"}
          onClick={upload}
        >
          <Icon path={VIDEO_ICONS.upload} />
          Upload
        </button>
      </div>
      <div class="media-list">
        {editor.library.media.map((medium) => (
          <MediaCard key={medium.name} editor={editor} medium={medium} hold={hold} />
        ))}
      </div>
    </aside>
  );
}

interface MediaCardProps {
  editor: Editor;
  medium: Medium;
  hold: (event: PointerEvent, medium: Medium) => void;
}

function MediaCard({ editor, medium, hold }: MediaCardProps) {
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    editor.add(medium, event.shiftKey);
  };
  const kind = medium.type === "VIDEO" ? "Video" : "Sound";
  return (
    <div
      class="media-card"
      role="button"
      tabIndex={0}
      title="Drag to the timeline, or double-click"
      onPointerDown={(event) => hold(event, medium)}
      onDblClick={() => editor.add(medium)}
      onKeyDown={pressed}
    >
      <MediaPicture medium={medium} />
      <div class="media-words">
        <span class="media-name">{medium.name}</span>
        <span class="media-note">
          {kind} · {clockOf(medium.durationMs)}
        </span>
      </div>
    </div>
  );
}

/** A thumbnail from its middle, or its waveform. */
function MediaPicture({ medium }: { medium: Medium }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = THUMBNAIL;
  const { strip, samples } = medium;
  useLayoutEffect(() => {
    const context = canvas.current!.getContext("2d")!;
    if (strip) {
      const middle = Math.floor(strip.width / width / 2) * width;
      context.drawImage(strip, middle, 0, width, height, 0, 0, width, height);
    } else if (samples) {
      context.clearRect(0, 0, width, height);
      drawPeaks(context, { x: 0, y: 0, width, height }, samples, 0, samples.length / width);
    }
  }, [strip, samples]);
  const kind = strip ? "media-picture" : "media-picture is-sound";
  return <canvas ref={canvas} class={kind} width={width} height={height} aria-hidden="true" />;
}
