// Panels of a `.cbxy` file next to a comic: a zip with a JSON document for each page, with the name of the page and the
// extension `.json`. Its boxes are shares of the page from 0 to 1.
import { type ArchiveEntry, mapEntries } from '../../archive/entry.ts';
import { readArchiveIndex } from '../../archive/open.ts';
import { readEntryNow } from '../../archive/read.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { jsonList, parseJsonObject, toJsonObject } from '../../values/json.ts';
import type { Box } from '../boxes.ts';
import { addPanel, type FoundPanels, fold, type ImportPage } from './pages.ts';

/** The document of a page takes a few hundred bytes. */
const maxPageBytes = 64 * 1024;

/** Throws FormatError if the file or a document in it cannot be read. */
export function readCbxy(source: ByteSource, pages: readonly ImportPage[], limits: Limits): FoundPanels {
  const strict = { ...limits, maxEntryBytes: maxPageBytes };
  const index = readArchiveIndex(source, strict, 'zip');
  const findEntry = createEntryFinder(index.entries, pages);
  const found: FoundPanels = new Map();
  for (const [number, { name }] of pages.entries()) {
    const entry = findEntry(name);
    if (!entry) continue;
    const bytes = readEntryNow({ source, index: { ...index, kind: 'zip' }, limits: strict }, entry);
    const page = parseJsonObject(Buffer.from(bytes).toString());
    for (const panel of jsonList(page, 'panels')) addPanel(found, number, toBox(panel));
  }
  return found;
}

const toLastName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const toJsonName = (name: string): string => name.replace(/\.[^./]*$/, '.json');
const toKey = (name: string): string => fold(toLastName(name));

/**
 * Finds the document of a page by its name, with or without folders. Folders with other names, and names with other case or
 * Unicode normalization, are accepted if no other page or document has this name: the comic may have been packed again.
 */
function createEntryFinder(entries: readonly ArchiveEntry[], pages: readonly ImportPage[]) {
  const byName = mapEntries({ entries: [...entries] });
  const pagesOf = Map.groupBy(pages, ({ name }) => toKey(toJsonName(name)));
  const entriesOf = Map.groupBy(entries, ({ name }) => toKey(name));
  return (pageName: string): ArchiveEntry | undefined => {
    const name = toJsonName(pageName);
    const exact = byName.get(name) ?? byName.get(toLastName(name));
    const [only, ...others] = entriesOf.get(toKey(name)) ?? [];
    const isClear = others.length === 0 && pagesOf.get(toKey(name))?.length === 1;
    return exact ?? (isClear ? only : undefined);
  };
}

function toBox(value: unknown): Box | undefined {
  const panel = toJsonObject(value);
  const [x, y, width, height] = ['x', 'y', 'w', 'h'].map((key) => {
    const share = panel?.[key];
    return typeof share === 'number' ? 100 * share : undefined;
  });
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return [x, y, width, height];
}
