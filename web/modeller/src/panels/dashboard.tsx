// The dashboard: make a scene, import one, and open, rename, copy or delete those that are there.

import { useLayoutEffect, useRef } from "preact/hooks";
import { CreateForm } from "../../../kit/form/create";
import { IconButton } from "../../../kit/form/icon";
import { ScenePainter } from "../draw/paint-scene";
import { createScene, duplicateScene, openDeleteScene, openImport, openRenameScene } from "../edit/dialogs";
import type { Editor } from "../edit/editor";
import { Camera, HOME, type Lens } from "../math/camera";
import { framed } from "../math/framing";
import { boxOf } from "../math/pick";
import { LONGEST_NAME, type Content, type Scene } from "../model/scene";
import { COPY_ICON, REMOVE_ICON, RENAME_ICON, THEME_ICON } from "./icons";

const NOTHING: ReadonlySet<string> = new Set();
const PICTURE = { width: 246, height: 132 };

export function Dashboard({ editor }: { editor: Editor }) {
  const { library, options } = editor;
  return (
    <>
      <header class="bar">
        <h1>3D Modeller</h1>
        <span class="space" />
        <div class="group">
          <IconButton
            path={THEME_ICON}
            name={options.isDark ? "Light theme" : "Dark theme"}
            run={() => editor.setOptions({ isDark: !options.isDark })}
          />
        </div>
      </header>
      <main class="dashboard">
        <CreateForm
          thing="scene"
          longestName={LONGEST_NAME}
          create={(name) => createScene(editor, name)}
          importHint="Paste or choose the JSON of scenes"
          openImport={() => openImport(editor)}
        />
        <section aria-labelledby="scenes">
          <h2 id="scenes">Scenes</h2>
          <div class="cards">
            {library.scenes.map((scene) => (
              <SceneCard key={scene.id} scene={scene} editor={editor} />
            ))}
          </div>
        </section>
      </main>
    </>
  );
}

function SceneCard({ scene, editor }: { scene: Scene; editor: Editor }) {
  const { id, name, content } = scene;
  const count = content.objects.length;
  return (
    <div class="card">
      <button type="button" class="card-open" aria-label={`Open ${name}`} onClick={() => editor.open(id)}>
        <Picture content={content} />
        <strong title={name}>{name}</strong>
      </button>
      <div class="card-foot">
        <span class="faint">{count === 0 ? "empty" : count === 1 ? "1 object" : `${count} objects`}</span>
        <span class="space" />
        <IconButton path={RENAME_ICON} name={`Rename ${name}`} run={() => openRenameScene(editor, scene)} />
        <IconButton path={COPY_ICON} name={`Duplicate ${name}`} run={() => duplicateScene(editor, id)} />
        <IconButton path={REMOVE_ICON} name={`Delete ${name}`} run={() => openDeleteScene(editor, scene)} />
      </div>
    </div>
  );
}

const painter = new ScenePainter();

function Picture({ content }: { content: Content }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const image = new ImageData(PICTURE.width, PICTURE.height);
    painter.paint(new Uint32Array(image.data.buffer), content, NOTHING, cameraFor(content));
    context.putImageData(image, 0, 0);
  }, [content]);
  return <canvas ref={canvas} width={PICTURE.width} height={PICTURE.height} aria-hidden="true" />;
}

function cameraFor(content: Content): Camera {
  const { fov, cameraType, orthoZoom } = content.settings;
  const lens: Lens = { fov, isOrthographic: cameraType === "orthographic", orthoZoom };
  const box = boxOf(content.objects.filter(({ visible }) => visible));
  const view = box ? framed(HOME, box, lens, PICTURE) : HOME;
  return new Camera(view, lens, PICTURE.width, PICTURE.height);
}
