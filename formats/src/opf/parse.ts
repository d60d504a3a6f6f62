// Parses a package document: EPUB 2 and 3, and the metadata.opf that calibre writes next to books.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { toLine } from '../values/text.ts';
import type { OnRepair } from '../xml/recover.ts';
import type { XmlElement } from '../xml/tree.ts';
import { attribute, elements, firstElement, parseXml } from '../xml/tree.ts';
import { resolveHref } from './href.ts';
import { oneOf, readMetadata } from './metadata.ts';
import type { Opf, OpfItem, OpfReference, OpfSpineItem } from './types.ts';

const maxGuideReferences = 1000;
const noTokens: string[] = [];

/**
 * Reads a package document. `name` is its own entry name, the base of its references; "" outside an archive.
 * With `onRepair`, reads documents that are not well-formed. Throws FormatError `metadata` like `readXml`, and
 * if the document is not a package.
 */
export function parseOpf(
  bytes: Uint8Array,
  limits: Limits,
  { name = '', onRepair }: { name?: string; onRepair?: OnRepair } = {},
): Opf {
  const root = parseXml(bytes, limits, { onRepair });
  if (root.name.toLowerCase() !== 'package') {
    throw new FormatError('metadata', 'The package document has an unexpected root element', {
      reason: 'malformed',
    });
  }
  const manifest = readManifest(firstElement(root, 'manifest'), name, limits);
  const spine = firstElement(root, 'spine');
  const toc = manifest.get(attribute(spine ?? root, 'toc') ?? '');
  const direction = attribute(spine ?? root, 'page-progression-direction')
    ?.trim()
    .toLowerCase();
  const progression = oneOf(direction, ['ltr', 'rtl', 'default']);
  const uniqueId = attribute(root, 'unique-identifier') ?? '';
  return {
    version: toLine(attribute(root, 'version') ?? '', 20) ?? '',
    ...readMetadata(firstElement(root, 'metadata'), uniqueId, limits),
    ...(progression === undefined ? {} : { pageProgressionDirection: progression }),
    manifest: [...manifest.values()],
    spine: readSpine(spine, manifest, limits),
    ...(toc === undefined ? {} : { toc }),
    guide: readGuide(firstElement(root, 'guide'), name),
  };
}

/** Maps ids to items; the first item of an id wins. References out of the archive are omitted. */
function readManifest(
  manifest: XmlElement | undefined,
  opfName: string,
  limits: Limits,
): Map<string, OpfItem> {
  const items = new Map<string, OpfItem>();
  const all = manifest === undefined ? [] : elements(manifest, 'item').slice(0, limits.maxEntries);
  for (const [index, element] of all.entries()) {
    const { href = '' } = element.attributes;
    const target = href.trim() === '' ? undefined : resolveHref(href, opfName);
    // An item without an id can still be the navigation or the cover.
    const id = element.attributes.id?.trim() ?? `#${index}`;
    if (target === undefined || items.has(id)) continue;
    const mediaType = (element.attributes['media-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const overlay = element.attributes['media-overlay']?.trim();
    items.set(id, {
      id,
      ...target,
      mediaType,
      properties: toTokens(element.attributes.properties),
      ...(overlay && { overlay }),
    });
  }
  return items;
}

function readSpine(
  spine: XmlElement | undefined,
  manifest: ReadonlyMap<string, OpfItem>,
  limits: Limits,
): OpfSpineItem[] {
  const all = spine === undefined ? [] : elements(spine, 'itemref').slice(0, limits.maxPages);
  return all.map((element) => ({
    item: manifest.get(element.attributes.idref?.trim() ?? ''),
    linear: element.attributes.linear?.trim().toLowerCase() !== 'no',
    properties: toTokens(element.attributes.properties),
  }));
}

function readGuide(guide: XmlElement | undefined, opfName: string): OpfReference[] {
  const all = guide === undefined ? [] : elements(guide, 'reference').slice(0, maxGuideReferences);
  return all.flatMap((element) => {
    const target = resolveHref(element.attributes.href ?? '', opfName);
    if (target === undefined) return [];
    const title = toLine(element.attributes.title ?? '');
    const type = element.attributes.type?.trim().toLowerCase() ?? '';
    return [{ type, ...target, ...(title === undefined ? {} : { title }) }];
  });
}

/** Splits lower-cased text at spaces. */
function toTokens(text: string | undefined): string[] {
  return text === undefined
    ? noTokens
    : text
        .toLowerCase()
        .split(/\s+/, 50)
        .filter((token) => token !== '');
}
