// Locates the metadata of a package document in its text.

import type { XmlRange } from '../xml/edit.ts';
import type { XmlAttributes } from '../xml/read.ts';

export interface OpfElements {
  isEpub3: boolean;
  uniqueId: string;
  /** Dublin Core elements of this name; `metas` are the meta elements. */
  named(local: string): readonly XmlRange[];
  metas: readonly XmlRange[];
  /** Returns the element with all metas and links that refine it, directly or through another refinement. */
  withRefinements(range: XmlRange): XmlRange[];
  refining(range: XmlRange, property: string): string | undefined;
  insertAt: number;
  /** A line break and the indentation of the existing elements. */
  indent: string;
  /** "dc:" and "", or the document's own prefixes. */
  dcPrefix: string;
  opfPrefix: string;
  /** Attributes to add to an element that needs an undeclared prefix. */
  declares: { dc: XmlAttributes; opf: XmlAttributes };
  /** Returns an unused id. */
  newId(start: string): string;
}

const dcNamespace = 'http://purl.org/dc/elements/1.1/';
const opfNamespace = 'http://www.idpf.org/2007/opf';

/** Returns undefined if the document is not a package with metadata. */
export function findOpfElements(text: string, elements: readonly XmlRange[]): OpfElements | undefined {
  const [root] = elements;
  const section = elements.find(({ local, depth }) => local === 'metadata' && depth === 2);
  if (root?.local !== 'package' || !section || text.slice(section.start, section.contentStart).endsWith('/>'))
    return undefined;
  // OEB 1 puts its elements into groups within the section.
  const group = elements.find((range) => range.local === 'dc-metadata' && isWithin(range, section));
  const inside = elements.filter((range) => isWithin(range, section) && range.depth > 2);
  const children = inside.filter(({ local }) => !/^(?:dc|x)-metadata$/.test(local));
  const metas = children.filter(({ local }) => local === 'meta');
  const home = group && !text.slice(group.start, group.contentStart).endsWith('/>') ? group : section;
  const last = children.findLast((range) => isWithin(range, home));
  const scope = { ...root.attributes, ...section.attributes, ...home.attributes };
  const dc = children.find(
    ({ name, local }) => name.includes(':') && local !== 'meta' && !name.startsWith('opf:'),
  );
  const dcPrefix = dc ? dc.name.slice(0, dc.name.indexOf(':') + 1) : 'dc:';
  const ids = new Set(
    text.match(/\bid\s{0,9}=\s{0,9}["'][^"'<]{1,200}/g)?.map((match) => match.replace(/^.*["']/, '')),
  );
  const refining = children.filter(({ attributes }) => attributes.refines !== undefined);
  const refinementsOf = ({ attributes }: XmlRange) =>
    attributes.id === undefined
      ? []
      : refining.filter(
          (one) => one.attributes.refines?.replace(/^.*#/, '').trim() === attributes.id?.trim(),
        );
  return {
    isEpub3: /^\s*3/.test(root.attributes.version ?? ''),
    uniqueId: root.attributes['unique-identifier'] ?? '',
    named: (local) => children.filter((range) => range.local === local),
    metas,
    withRefinements(range) {
      const own = refinementsOf(range);
      return [range, ...own, ...own.flatMap(refinementsOf)];
    },
    refining: (range, property) =>
      refinementsOf(range)
        .find(({ local, attributes }) => local === 'meta' && attributes.property === property)
        ?.text.trim(),
    insertAt: last?.end ?? home.contentStart,
    indent: toIndent(text, children[0] ?? home),
    dcPrefix,
    opfPrefix: section.name.slice(0, section.name.indexOf(':') + 1),
    declares: {
      dc: dc || scope['xmlns:dc'] !== undefined ? {} : { 'xmlns:dc': dcNamespace },
      opf: scope['xmlns:opf'] === undefined ? { 'xmlns:opf': opfNamespace } : {},
    },
    newId(start) {
      let number = 1;
      while (ids.has(`${start}-${number}`)) number++;
      ids.add(`${start}-${number}`);
      return `${start}-${number}`;
    },
  };
}

const isWithin = (range: XmlRange, outer: XmlRange): boolean =>
  range.start >= outer.contentStart && range.end <= outer.end && range !== outer;

function toIndent(text: string, { start }: XmlRange): string {
  const before = text.slice(Math.max(0, start - 100), start);
  return /\r?\n[ \t]*$/.exec(before)?.[0] ?? '';
}
