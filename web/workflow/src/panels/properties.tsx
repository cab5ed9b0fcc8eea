// The panel at the right: what is selected, and what can be set on it.

import { useState } from "preact/hooks";
import { IconButton } from "../../../kit/form/icon";
import { Tabs } from "../../../kit/form/tabs";
import { TextField } from "../../../kit/form/text";
import type { Editor } from "../edit/editor";
import { openConnect } from "../edit/pickers";
import { kindOf, portsOf, type Data } from "../model/catalogue";
import { problemWithData } from "../model/check";
import type { Edge, Node } from "../model/graph";
import { edgeTitle, titles } from "../model/naming";
import { NodeField } from "./fields";
import { REMOVE_ICON } from "./icons";

interface PropertiesProps {
  editor: Editor;
  /** Gives the keyboard back to the canvas. */
  leave: () => void;
}

export function Properties({ editor, leave }: PropertiesProps) {
  const { selectedNodes, selectedEdges } = editor;
  const [node] = selectedNodes;
  const [edge] = selectedEdges;
  const count = selectedNodes.length + selectedEdges.length;
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <aside class="properties" aria-label="Properties" onKeyDown={pressed}>
      {count > 1 ? (
        <Several editor={editor} count={count} />
      ) : node ? (
        <NodeProperties key={node.id} editor={editor} node={node} />
      ) : edge ? (
        <EdgeProperties key={edge.id} editor={editor} edge={edge} />
      ) : (
        <WorkflowProperties editor={editor} />
      )}
    </aside>
  );
}

const TABS = ["Fields", "JSON"] as const;

function NodeProperties({ editor, node }: { editor: Editor; node: Node }) {
  const [tab, setTab] = useState<(typeof TABS)[number]>("Fields");
  const kind = kindOf(node.type);
  return (
    <>
      <header>
        <h2>{titles(editor.graph).get(node.id)}</h2>
        <p class="faint">{kind.about}</p>
      </header>
      <Tabs label="Views of the node" names={TABS} open={tab} change={setTab}>
        {tab === "JSON" ? (
          <JsonField editor={editor} node={node} />
        ) : (
          <div class="form">
            {kind.fields.map((spec) => (
              <NodeField key={spec.key} spec={spec} node={node} editor={editor} />
            ))}
            {kind.fields.length === 0 && <p class="faint">There is nothing to set on this node.</p>}
          </div>
        )}
      </Tabs>
      <Connections editor={editor} node={node} />
      <footer>
        <button type="button" class="plain-button" onClick={() => editor.duplicate()}>
          Duplicate
        </button>
        <button type="button" class="plain-button is-danger" onClick={() => editor.remove(new Set([node.id]))}>
          Delete Node
        </button>
      </footer>
    </>
  );
}

/** All of a node's data as text. What is no data of its kind is told and not taken. */
function JsonField({ editor, node }: { editor: Editor; node: Node }) {
  const kept = JSON.stringify(node.data, null, 2);
  const [typed, setTyped] = useState(kept);
  const [problem, setProblem] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    const read = readData(node.type, text);
    setProblem(read.problem);
    if (read.data) editor.setData(node.id, read.data, "json");
  };
  // After an undo the text is what the node holds now.
  const { data } = readData(node.type, typed);
  const isOld = data !== undefined && JSON.stringify(data) !== JSON.stringify(node.data);
  return (
    <div class="form">
      <TextField
        name="Data of the node as JSON"
        value={isOld ? kept : typed}
        change={take}
        leave={() => editor.endEdit()}
        isCode
        isLong
        problem={problem}
      />
    </div>
  );
}

function readData(type: string, text: string): { data?: Data; problem?: string } {
  try {
    const data = JSON.parse(text) as Data;
    if (typeof data !== "object" || data === null || Array.isArray(data))
      return { problem: "This must be an object in braces." };
    const problem = problemWithData(type, data);
    return problem === undefined ? { data } : { problem };
  } catch {
    return { problem: "This is no JSON yet." };
  }
}

function Connections({ editor, node }: { editor: Editor; node: Node }) {
  const { graph } = editor;
  const names = titles(graph);
  const edges = graph.edges.filter((edge) => edge.source === node.id || edge.target === node.id);
  return (
    <section class="connections" aria-label="Connections">
      <h3>Connections</h3>
      {edges.map((edge) => {
        const title = edgeTitle(graph, edge, names);
        return (
          <div class="connection" key={edge.id}>
            <button type="button" class="link-button" onClick={() => editor.select([edge.id])}>
              {title}
            </button>
            <IconButton
              path={REMOVE_ICON}
              name={`Delete connection ${title}`}
              run={() => editor.remove(new Set([edge.id]))}
            />
          </div>
        );
      })}
      {portsOf(node.type, node.data).length > 0 && (
        <button type="button" class="plain-button" onClick={() => openConnect(editor, node)}>
          Connect to…
        </button>
      )}
    </section>
  );
}

function EdgeProperties({ editor, edge }: { editor: Editor; edge: Edge }) {
  return (
    <>
      <header>
        <h2>Connection</h2>
        <p class="faint">{edgeTitle(editor.graph, edge)}</p>
      </header>
      <div class="form">
        <TextField
          name="Label"
          value={edge.label ?? ""}
          change={(label) => editor.setLabel(edge.id, label)}
          leave={() => editor.endEdit()}
        />
      </div>
      <footer>
        <button type="button" class="plain-button is-danger" onClick={() => editor.remove(new Set([edge.id]))}>
          Delete Connection
        </button>
      </footer>
    </>
  );
}

function Several({ editor, count }: { editor: Editor; count: number }) {
  return (
    <>
      <header>
        <h2>{count} things are selected</h2>
        <p class="faint">Drag one to move all, or use the arrow keys.</p>
      </header>
      <footer>
        <button type="button" class="plain-button" onClick={() => editor.duplicate()}>
          Duplicate
        </button>
        <button type="button" class="plain-button is-danger" onClick={() => editor.remove(editor.selection)}>
          Delete
        </button>
      </footer>
    </>
  );
}

function WorkflowProperties({ editor }: { editor: Editor }) {
  const { workflow, graph } = editor;
  return (
    <>
      <header>
        <h2>Workflow</h2>
        <p class="faint">
          {graph.nodes.length} nodes, {graph.edges.length} connections
        </p>
      </header>
      <div class="form">
        <TextField
          name="Name"
          value={workflow?.name ?? ""}
          change={(name) => editor.describe({ name })}
          leave={() => editor.endEdit()}
          problem={workflow?.name.trim() === "" ? "A workflow needs a name." : undefined}
        />
        <TextField
          name="Description"
          value={workflow?.description ?? ""}
          change={(description) => editor.describe({ description })}
          leave={() => editor.endEdit()}
          isLong
        />
        <p class="faint">Select a node or a connection to see what can be set on it.</p>
      </div>
    </>
  );
}
