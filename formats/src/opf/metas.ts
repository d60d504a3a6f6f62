// The `meta` elements of a package, both dialects (name/content and property/text), and who refines whom.
import { maxLineLength, toLine } from '../values/text.ts';
import type { XmlElement } from '../xml/tree.ts';
import { attribute, textOf } from '../xml/tree.ts';

export interface Metas {
  /** Values by name or property, of metas that refine nothing. */
  plain: Map<string, string[]>;
  /** The meta elements themselves that refine nothing and have that property, for those that are refined in turn. */
  elementsOf(property: string): readonly XmlElement[];
  /**
   * The values of a property that refine `element`, found by its id. Where several elements wrongly share an id and
   * there is one value for each, each gets its own; else all get all.
   */
  refining(element: XmlElement, property: string): readonly string[];
}

const nothing: readonly string[] = [];
// Calibre keeps JSON in metas; nothing that we read is longer than a paragraph.
const maxMetaLength = 4 * maxLineLength;

/** Sorts the elements of a metadata section. One pass; ids in any order, double or missing. */
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

/** "#id", "id" and "package.opf#id" all name the id. */
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
