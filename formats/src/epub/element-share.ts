// Computes how much of the text of a document is before an element, for positions that other programs store as paths of
// elements.
import type { Limits } from '../limits.ts';
import { attribute, parseXml, type XmlElement } from '../xml/tree.ts';

/** An element by its id, or by the steps from the body: the name of the element, and its number among those, from 1. */
export type ElementPath = { id: string } | { steps: readonly (readonly [name: string, number: number])[] };

/**
 * Returns a fraction from 0 to below 1. If the path leads to no element, its last existing ancestor below the body
 * counts. Undefined if there is none. Throws FormatError for an unreadable document.
 */
export function findElementShare(bytes: Uint8Array, path: ElementPath, limits: Limits): number | undefined {
  const root = parseXml(bytes, limits, { htmlEntities: true, onRepair: () => {} });
  const body = findElement(root, ({ name }) => name.toLowerCase() === 'body') ?? root;
  const wanted =
    'id' in path ? findElement(body, (one) => attribute(one, 'id') === path.id) : follow(body, path.steps);
  if (wanted === undefined || wanted === body) return undefined;
  let before: number | undefined;
  let total = 0;
  const open: (XmlElement | string)[] = [body];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'string') total += countLetters(node);
    else {
      if (node === wanted) before = total;
      open.push(...node.children.toReversed());
    }
  }
  return before === undefined || total === 0 ? undefined : before / total;
}

/** Indentation is not text. */
const countLetters = (text: string): number => text.replace(/\s+/g, '').length;

function findElement(root: XmlElement, isWanted: (element: XmlElement) => boolean): XmlElement | undefined {
  const open: XmlElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (isWanted(element)) return element;
    open.push(...element.children.filter((child) => typeof child !== 'string').toReversed());
  }
  return undefined;
}

function follow(body: XmlElement, steps: readonly (readonly [name: string, number: number])[]): XmlElement {
  let element = body;
  for (const [name, number] of steps) {
    const same = element.children.filter(
      (child): child is XmlElement => typeof child !== 'string' && child.name.toLowerCase() === name,
    );
    const next = same[number - 1];
    if (!next) return element;
    element = next;
  }
  return element;
}
