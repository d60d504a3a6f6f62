// Builds the contents of an EPUB from the headings of its pages, for books whose table of contents is damaged.
import type { Limits } from '../../limits.ts';
import { toLine } from '../../values/text.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { elements, parseXml, textOf } from '../../xml/tree.ts';
import type { EpubArchive, FindEntry } from '../archive.ts';
import { orNothing } from '../archive.ts';
import { isPage } from '../media-type.ts';
import type { EpubSpineItem } from '../structure.ts';
import { typeOf } from '../structure.ts';
import type { TocEntry } from './toc.ts';

const maxBytes = 16 * 1024 * 1024;
const maxTitleLength = 200;

/** Returns the first heading of each page. Reads at most 16 MiB of pages, and skips unreadable ones. */
export function readHeadings(
  archive: EpubArchive,
  spine: readonly EpubSpineItem[],
  find: FindEntry,
  limits: Limits,
): TocEntry[] {
  let left = maxBytes;
  return spine.flatMap((item) => {
    const entry = isPage(typeOf(item)) ? find({ name: item.name }) : undefined;
    if (entry === undefined || entry.sizeBytes > left) return [];
    left -= entry.sizeBytes;
    const root = orNothing(() =>
      parseXml(archive.read(entry, limits.maxDocumentBytes), limits, { htmlEntities: true, onRepair() {} }),
    );
    const heading = root && findHeading(root);
    const title = heading && toLine(textOf(heading), maxTitleLength);
    return title === undefined ? [] : [{ title, name: entry.name }];
  });
}

/** Returns the first heading with text. The recursion is bounded by the allowed nesting depth. */
function findHeading(parent: XmlElement): XmlElement | undefined {
  for (const element of elements(parent)) {
    const isHeading = /^h[1-6]$/i.test(element.name) && toLine(textOf(element)) !== undefined;
    const found = isHeading ? element : findHeading(element);
    if (found !== undefined) return found;
  }
  return undefined;
}
