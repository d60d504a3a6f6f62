// Draws highlights and search hits over the loaded documents.
import { Overlayer } from 'foliate-js/overlayer.js';
import { highlightColors } from '../../shared/annotations/colors.ts';
import type { Highlight } from '../../shared/annotations/use-annotations.ts';
import { findHighlighted } from '../book/locators.ts';

const searched = 'searched';
const spoken = 'spoken';

export type Overlays = ReturnType<typeof createOverlays>;

export function createOverlays(findIndex: (mark: Highlight) => number) {
  const layers = new Map<number, { doc: Document; overlayer: Overlayer; ids: Set<string> }>();
  let marks: readonly Highlight[] = [];

  function draw(index: number): void {
    const layer = layers.get(index);
    if (!layer) return;
    const { doc, overlayer, ids } = layer;
    for (const id of ids) overlayer.remove(id);
    ids.clear();
    for (const mark of marks) {
      if (findIndex(mark) !== index) continue;
      const range = findHighlighted(doc, mark.locator);
      if (!range || range.collapsed) continue;
      overlayer.add(mark.id, range, Overlayer.highlight, { color: highlightColors[mark.color] });
      ids.add(mark.id);
      if (!mark.hasNote) continue;
      const line = `${mark.id} note`;
      overlayer.add(line, range, Overlayer.underline, { color: highlightColors[mark.color], width: 2 });
      ids.add(line);
    }
  }

  return {
    /** Only the last loaded document is kept. */
    make(doc: Document, index: number): Overlayer {
      const overlayer = new Overlayer(doc);
      layers.clear();
      layers.set(index, { doc, overlayer, ids: new Set() });
      return overlayer;
    },
    draw,
    setMarks(next: readonly Highlight[]) {
      marks = next;
      for (const index of layers.keys()) draw(index);
    },
    find: (index: number): Overlayer | undefined => layers.get(index)?.overlayer,
    /** Marks the spoken sentence until the next call. */
    speak(index: number, range: Range | undefined) {
      for (const { overlayer } of layers.values()) overlayer.remove(spoken);
      if (range) layers.get(index)?.overlayer.add(spoken, range, Overlayer.highlight, { color: '#f59f00' });
    },
    /** Outlines a range, until the next call. */
    point(index: number, range: Range | undefined) {
      for (const { overlayer } of layers.values()) overlayer.remove(searched);
      if (range && !range.collapsed)
        layers.get(index)?.overlayer.add(searched, range, Overlayer.outline, { color: '#d9480f', width: 2 });
    },
  };
}

/** The highlight id of a drawing. Undefined for search hits and the spoken sentence. */
export const toHighlightId = (key: string): string | undefined =>
  key === searched || key === spoken ? undefined : key.replace(/ note$/, '');
