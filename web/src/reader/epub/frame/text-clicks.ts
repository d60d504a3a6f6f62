// Mouse clicks on text wait for a possible double click, which selects a word. Clicks outside text, and taps on a touch
// screen, act immediately.

/** Longer than the usual time between the clicks of a double click, shorter than most limits of operating systems. */
export const doubleClickMs = 350;

/** Whether a letter is at this point of the document. */
export type IsOnText = (doc: Document, x: number, y: number) => boolean;

/** Safari reports no pointer type for clicks; a device whose main pointer is a finger has no double click. */
const isByMouse = (event: MouseEvent): boolean =>
  'pointerType' in event && event.pointerType !== ''
    ? event.pointerType === 'mouse'
    : !matchMedia('(pointer: coarse)').matches;

/** Returns a function that runs the action of a click immediately, or once no double click has followed. */
export function createTextClicks(
  doc: Document,
  isOnText: IsOnText = isLetterAt,
): (event: MouseEvent, act: () => void) => void {
  let timer: number | undefined;
  const cancel = () => window.clearTimeout(timer);
  // A second click or the beginning of a selection.
  doc.addEventListener('pointerdown', cancel);
  return (event, act) => {
    cancel();
    if (!isByMouse(event) || !isOnText(doc, event.clientX, event.clientY)) return act();
    timer = window.setTimeout(() => doc.getSelection()?.isCollapsed !== false && act(), doubleClickMs);
  };
}

function isLetterAt(doc: Document, x: number, y: number): boolean {
  const found = findCaret(doc, x, y);
  if (found?.node.nodeType !== Node.TEXT_NODE) return false;
  const length = found.node.nodeValue?.length ?? 0;
  const range = doc.createRange();
  range.setStart(found.node, Math.max(0, found.offset - 1));
  range.setEnd(found.node, Math.min(length, found.offset + 1));
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
}

/** The nearest position in the text. WebKit has only the older function. */
function findCaret(doc: Document, x: number, y: number): { node: Node; offset: number } | undefined {
  if (typeof doc.caretPositionFromPoint === 'function') {
    const position = doc.caretPositionFromPoint(x, y);
    return position ? { node: position.offsetNode, offset: position.offset } : undefined;
  }
  const range = doc.caretRangeFromPoint(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}
