// Panels of a `.cbxy` file next to a comic: a zip with a JSON document for each page, with the name of the page and the
// extension `.json`. Its boxes are shares of the page from 0 to 1.
import { mapEntries } from '../../archive/entry.ts';
import { readArchiveIndex } from '../../archive/open.ts';
import { readEntryNow } from '../../archive/read.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { jsonList, parseJsonObject, toJsonObject } from '../../values/json.ts';
import type { Box } from '../boxes.ts';
import { addPanel, type FoundPanels, type ImportPage } from './pages.ts';

/** The document of a page takes a few hundred bytes. */
const maxPageBytes = 64 * 1024;

/** Throws FormatError if the file or a document in it cannot be read. */
export function readCbxy(source: ByteSource, pages: readonly ImportPage[], limits: Limits): FoundPanels {
  const strict = { ...limits, maxEntryBytes: maxPageBytes };
  const index = readArchiveIndex(source, strict, 'zip');
  const byName = mapEntries(index);
  const found: FoundPanels = new Map();
  for (const [number, { name }] of pages.entries()) {
    const json = name.replace(/\.[^./]*$/, '.json');
    const entry = byName.get(json) ?? byName.get(toLastName(json));
    if (!entry) continue;
    const bytes = readEntryNow({ source, index: { ...index, kind: 'zip' }, limits: strict }, entry);
    const page = parseJsonObject(Buffer.from(bytes).toString());
    for (const panel of jsonList(page, 'panels')) addPanel(found, number, toBox(panel));
  }
  return found;
}

const toLastName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

function toBox(value: unknown): Box | undefined {
  const panel = toJsonObject(value);
  const [x, y, width, height] = ['x', 'y', 'w', 'h'].map((key) => {
    const share = panel?.[key];
    return typeof share === 'number' ? 100 * share : undefined;
  });
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return [x, y, width, height];
}
