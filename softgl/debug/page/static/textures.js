// The textures at an event, with their levels, faces, layers and channels.

import { json, Latest, picture } from "./api.js";
import { onChequers, selectChannels } from "./channels.js";
import { button, make, select } from "./dom.js";
import { chosen, events } from "./store.js";
import { addTab } from "./tabs.js";
import { Zoom } from "./zoom.js";

const shown = { name: null, level: 0, layer: 0, channels: "rgb", stretch: 0 };
const latest = new Latest();

addTab("textures", "Textures", {
  asks: () => (events().length ? { event: chosen.event } : "Nothing is drawn."),
  load: asked => json("textures", asked),
  show,
});

function show(root, { textures }) {
  if (!textures.length) {
    root.replaceChildren(make("p.hint", {}, "No textures at this event."));
    return;
  }
  const now = textures.find(each => each.name === shown.name) ??
    textures.find(each => each.used.length) ?? textures[0];
  const stage = make("div.stage"), line = make("p.status"), tools = make("div.tools");
  const canvas = make("canvas", { tabIndex: 0, role: "img", "aria-label": "the texture" });
  stage.append(canvas);
  const view = new Zoom(stage, canvas, { picked: (column, row) => texel(line, view, column, row) });
  const list = make("div.cards", { role: "listbox", "aria-label": "textures" }, textures.map(each =>
    button(card(each), each.target, () => choose(each), { role: "option", id: `texture-${each.name}` })));
  root.replaceChildren(list, tools, stage, line);

  function choose(texture) {
    shown.name = texture.name;
    shown.level = texture.levels.some(each => each.level === shown.level) ? shown.level : texture.levels[0].level;
    for (const each of list.children) each.setAttribute("aria-selected", each.id === `texture-${texture.name}`);
    drawTools(texture);
  }

  function drawTools(texture) {
    const level = texture.levels.find(each => each.level === shown.level);
    shown.layer = Math.min(shown.layer, level.layers - 1);
    const again = (name, number = true) => value => { shown[name] = number ? Number(value) : value; drawTools(texture); };
    const layers = Array.from({ length: level.layers }, (_, each) => [each, texture.layers[each] ?? `${each}`]);
    tools.replaceChildren(
      select("level", texture.levels.map(each => [each.level, `${each.level}: ${each.size.join("×")}`]), shown.level, again("level")),
      level.layers > 1 ? select(texture.layered, layers, shown.layer, again("layer")) : "",
      texture.depth ? make("span.dim", {}, "depths") : selectChannels(shown.channels, again("channels", false)),
      select("range", [[0, "0 … 1"], [1, "least … largest"]], shown.stretch, again("stretch")),
      button("−", "smaller", () => view.step(-1)), button("+", "larger", () => view.step(1)), button("fit", "as large as there is room", () => view.set("fit")));
    line.textContent = `${texture.title}  ${level.format}  click a texel for its numbers`;
    const channels = texture.depth ? "rgb" : shown.channels;
    latest.run(async overtaken => {
      try {
        const image = await picture("texture", { event: chosen.event, ...shown, channels });
        if (overtaken()) return;
        onChequers(canvas, channels);
        view.mark = null;
        view.show(image);
      } catch (error) {
        line.replaceChildren(make("span.error", { role: "alert" }, error.message));
      }
    });
  }

  choose(now);
}

function card(texture) {
  return [make("b", {}, texture.title), make("span.dim", {}, ` ${texture.target.slice(3)} ${texture.levels[0].size.join("×")}, ${texture.levels.length} level${texture.levels.length > 1 ? "s" : ""}`),
    texture.used.length ? make("span.used", {}, texture.used.join(", ")) : ""];
}

async function texel(line, view, column, row) {
  const { name, level, layer } = shown;
  const y = view.image.height - 1 - row;
  view.mark = [column, row];
  view.drawMark();
  try {
    const { values } = await json("texel", { event: chosen.event, name, level, layer, x: column, y });
    line.replaceChildren(`texel ${column}, ${y}: `,
      ...Object.entries(values).map(([letter, value]) => make("span.component", {}, make("b", {}, letter), ` ${value} `)));
  } catch (error) {
    line.replaceChildren(make("span.error", { role: "alert" }, error.message));
  }
}
