// The list of workflows: make one, take a template, import, and open what was made before.

import { CreateForm } from "../../../kit/form/create";
import { Icon, IconButton } from "../../../kit/form/icon";
import { openImport, openRename } from "../edit/dialogs";
import type { Editor } from "../edit/editor";
import type { Graph } from "../model/graph";
import { sketchOf } from "../model/thumbnail";
import { LONGEST_NAME, TEMPLATES, type Template, type Workflow } from "../model/workflow";
import { REMOVE_ICON, THEME_ICON } from "./icons";

export function Hub({ editor }: { editor: Editor }) {
  const { library, options } = editor;
  const create = (name: string) => {
    if (library.isFull) return editor.onSay("There are too many workflows; delete one first.", "problem");
    editor.open(library.create(name.trim() || "Untitled Workflow").id);
  };
  return (
    <>
      <header class="bar">
        <h1>Workflow Builder</h1>
        <span class="space" />
        <div class="group">
          <IconButton
            path={THEME_ICON}
            name={options.isDark ? "Light theme" : "Dark theme"}
            run={() => editor.setOptions({ isDark: !options.isDark })}
          />
        </div>
      </header>
      <main class="hub">
        <CreateForm
          thing="workflow"
          longestName={LONGEST_NAME}
          create={create}
          importHint="Paste or choose a workflow's JSON"
          openImport={() => openImport(editor)}
        />
        <section aria-labelledby="templates">
          <h2 id="templates">Templates</h2>
          <div class="hub-grid">
            {TEMPLATES.map((template) => (
              <TemplateCard key={template.name} template={template} editor={editor} />
            ))}
          </div>
        </section>
        <section aria-labelledby="own">
          <h2 id="own">Your workflows</h2>
          {library.workflows.length === 0 && <p class="faint">There are none yet.</p>}
          {library.workflows.map((workflow) => (
            <WorkflowRow key={workflow.id} workflow={workflow} editor={editor} />
          ))}
        </section>
      </main>
    </>
  );
}

function TemplateCard({ template, editor }: { template: Template; editor: Editor }) {
  const { name, about, graph } = template;
  const use = () => {
    if (editor.library.isFull) return editor.onSay("There are too many workflows; delete one first.", "problem");
    editor.open(editor.library.useTemplate(template).id);
  };
  return (
    <button type="button" class="hub-card" onClick={use}>
      <Sketch graph={graph} />
      <strong>{name}</strong>
      <span class="faint">{about}</span>
    </button>
  );
}

function Sketch({ graph }: { graph: Graph }) {
  const { viewBox, cards, edges } = sketchOf(graph);
  return (
    <svg class="sketch" viewBox={viewBox} aria-hidden="true">
      <path d={edges} />
      {cards.map(([x, y, width, height], i) => (
        <rect key={i} x={x} y={y} width={width} height={height} rx="24" />
      ))}
    </svg>
  );
}

const COPY_ICON = "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7";
const RENAME_ICON = "M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z";

function WorkflowRow({ workflow, editor }: { workflow: Workflow; editor: Editor }) {
  const { id, name, graph } = workflow;
  const change = (run: () => void) => () => {
    run();
    editor.onChange();
  };
  return (
    <div class="hub-row">
      <button type="button" class="hub-open" aria-label={`Open ${name}`} onClick={() => editor.open(id)}>
        <Icon path="M3 3.5h4v3H3zM9 9.5h4v3H9zM7 5h2.5v4.5" />
        <strong>{name}</strong>
        <span class="faint">
          {graph.nodes.length} nodes, {graph.edges.length} connections
        </span>
      </button>
      <IconButton path={RENAME_ICON} name={`Rename ${name}`} run={() => openRename(editor, workflow)} />
      <IconButton
        path={COPY_ICON}
        name={`Duplicate ${name}`}
        run={change(() => editor.library.duplicate(id))}
        isDisabled={editor.library.isFull}
      />
      <IconButton path={REMOVE_ICON} name={`Delete ${name}`} run={change(() => editor.library.remove(id))} />
    </div>
  );
}
