// The `meta` elements of a package in both notations (name/content and property/text), and their refinements.
import { maxLineLength, toLine } from '../values/text.ts';
import type { XmlElement } from '../xml/tree.ts';
import { attribute, textOf } from '../xml/tree.ts';

export interface Metas {
  /** Values of metas without a target, by name or property. */
  plain: Map<string, string[]>;
  /** Meta elements without a target that have this property, for metas that are refined in turn. */
  elementsOf(property: string): readonly XmlElement[];
  /**
   * Returns the values of a property that refine `element`, found by its id. If several elements wrongly
   * share an id and each has one value, they are assigned in order; otherwise every element gets all values.
   */
  refining(element: XmlElement, property: string): readonly string[];
}

const nothing: readonly string[] = [];
// Calibre stores JSON in metas. No value that we read is longer than a paragraph.
const maxMetaLength = 4 * maxLineLength;

/** Indexes the elements of a metadata section in one pass. Ids may be in any order, repeated or missing. */
export function readMetas(section: readonly XmlElement[]): Metas {
  const plain = new Map<string, string[]>();
  const plainElements = new Map<string, XmlElement[]>();
  const refinements = new Map<string, string[]>();
  const sharing = new Map<string, XmlElement[]>();
  for (const element of section) {
    const id = attribute(element, 'id');
    if (id !== undefined) push(sharing, id.trim(), element);
    if (element.name.toLowerCase() !== 'meta') continue;
    const name = attribute(element, 'property') ?? attribute(element, 'name');
    const value = toLine(attribute(element, 'content') ?? textOf(element), maxMetaLength);
    if (name === undefined || value === undefined) continue;
    const refined = attribute(element, 'refines');
    if (refined !== undefined) push(refinements, `${idOf(refined)} ${name.trim()}`, value);
    else {
      push(plain, name.trim(), value);
      push(plainElements, name.trim(), element);
    }
  }
  return {
    plain,
    elementsOf: (property) => plainElements.get(property) ?? [],
    refining(element, property) {
      const id = attribute(element, 'id')?.trim();
      const values = id === undefined ? nothing : (refinements.get(`${id} ${property}`) ?? nothing);
      const twins = values.length < 2 || id === undefined ? [] : (sharing.get(id) ?? []);
      return twins.length < 2 || twins.length !== values.length
        ? values
        : pick(values, twins.indexOf(element));
    },
  };
}

/** "#id", "id" and "package.opf#id" all refer to the id. */
function idOf(refines: string): string {
  return refines.slice(refines.lastIndexOf('#') + 1).trim();
}

function pick(values: readonly string[], index: number): readonly string[] {
  const value = values[index];
  return value === undefined ? nothing : [value];
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
