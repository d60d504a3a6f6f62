// Read lists of ComicRack (`.cbl`): a name, and books by series, number, volume and year.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { toLine } from '../values/text.ts';
import { parseXml, type XmlElement } from '../xml/tree.ts';

export interface CblEntry {
  series: string;
  /** As written: "1", "10.5", "Annual 1". */
  number?: string;
  /** A volume number, or the year in which the run began. */
  volume?: string;
  year?: string;
}

export interface CblList {
  name?: string;
  entries: CblEntry[];
}

const maxEntries = 10_000;
/** Maximum characters of a series name, and of a number or year. */
const maxLengths = { name: 255, number: 32 };

/**
 * Reads lists that are not well-formed as well, because users edit them by hand. Throws FormatError `parser` if the file
 * is too large or not a read list.
 */
export function parseCbl(bytes: Uint8Array, limits: Limits): CblList {
  const root = read(bytes, limits);
  if (root.name.toLowerCase() !== 'readinglist')
    throw new FormatError('parser', 'The file is not a ComicRack read list');
  const name = toLine(textOf(child(root, 'name')), maxLengths.name);
  const books = childrenOf(child(root, 'books')).filter((element) => element.name.toLowerCase() === 'book');
  const entries = books.slice(0, maxEntries).flatMap((element): CblEntry[] => {
    const of = (attribute: string, max = maxLengths.number) =>
      toLine(attributeOf(element, attribute) ?? '', max);
    const series = of('Series', maxLengths.name);
    const number = of('Number');
    const volume = of('Volume');
    const year = of('Year');
    if (series === undefined) return [];
    return [{ series, ...(number && { number }), ...(volume && { volume }), ...(year && { year }) }];
  });
  return { ...(name !== undefined && { name }), entries };
}

function read(bytes: Uint8Array, limits: Limits): XmlElement {
  try {
    return parseXml(bytes, limits, { onRepair: () => undefined });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError('parser', error.message, { cause: error });
  }
}

const childrenOf = (element: XmlElement | undefined): XmlElement[] =>
  (element?.children ?? []).filter((child) => typeof child !== 'string');

const child = (element: XmlElement, name: string): XmlElement | undefined =>
  childrenOf(element).find((child) => child.name.toLowerCase() === name);

const textOf = (element: XmlElement | undefined): string =>
  (element?.children ?? []).filter((child) => typeof child === 'string').join('');

const attributeOf = ({ attributes }: XmlElement, wanted: string): string | undefined =>
  Object.entries(attributes).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
