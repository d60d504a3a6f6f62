// Reads KF8: XHTML that is assembled from skeletons and fragments, and style sheets in flows (as described by KindleUnpack).

import { hasMark, u32be } from '../../../bytes.ts';
import { damaged, ebookLimits } from '../../limits.ts';
import { Builder } from '../../markup/builder.ts';
import { type FindAddress, filterSheet } from '../../markup/css.ts';
import { createSanitizer, sourceOf, toLocalLink } from '../../markup/sanitize.ts';
import { walkMarkup } from '../../markup/walk.ts';
import { toPartNumber } from '../../part-number.ts';
import type { EbookDocument, EbookParts, EbookResource } from '../../types.ts';
import type { MobiHeader } from '../file/header.ts';
import { type IndexEntry, readIndex } from '../file/index-table.ts';
import type { Records } from '../file/records.ts';
import type { MobiResources } from '../file/resources.ts';
import { readText } from '../file/unpack.ts';
import { Anchors, lowerBound } from './anchors.ts';
import { readNcx, toToc } from './ncx.ts';

const folder = 'text/';
/** Maximum number of bytes that assembling a book copies. Each part is copied a few times. */
const maxCopiedBytes = 2 ** 31;

interface Part {
  name: string;
  /** Offset of the assembled part in the text. */
  start: number;
  bytes: Buffer;
}

/** Parses the number of a flow or image, in base 32 from 0 to V. */
const toNumber = (text: string): number => Number.parseInt(text, 32);
const embedded = /^kindle:embed:([0-9A-V]{1,8})(?:\?|$)/i;
const linkPattern = /kindle:pos:fid:([0-9A-V]{1,8}):off:([0-9A-V]{1,12})/gi;
const onePicture = /kindle:embed:([0-9A-V]{1,8})/i;
const onePlace = /kindle:pos:fid:([0-9A-V]{1,8}):off:([0-9A-V]{1,12})/i;
const flowed = /kindle:flow:([0-9A-V]{1,8})/i;

export function splitKf8(
  records: Records,
  header: MobiHeader,
  resources: MobiResources,
): Pick<EbookParts, 'documents' | 'resources' | 'toc'> {
  const flows = readFlows(records, header);
  const [text = Buffer.alloc(0)] = flows;
  const fragments = readFragments(records, header);
  const parts = putTogether(text, readSkeletons(records, header), fragments);
  const ncx = readNcx(records, header);
  const toPosition = (fragment: number, offset: number) => {
    const start = fragments[fragment]?.insertAt;
    return start === undefined ? -1 : start + offset;
  };
  const positionOf = (link: string): number | undefined => {
    const [, fragment = '', offset = ''] = onePlace.exec(link) ?? [];
    const position = fragment === '' ? -1 : toPosition(toNumber(fragment), toNumber(offset));
    return position < 0 ? undefined : position;
  };
  const links = [...text.toString('latin1').matchAll(linkPattern)].flatMap(
    ([link]) => positionOf(link) ?? [],
  );
  const ofToc = ncx.flatMap(({ fragment }) =>
    fragment ? toPosition(fragment[0] ?? -1, fragment[1] ?? 0) : [],
  );
  const anchors = new Anchors([...links, ...ofToc].filter((position) => position >= 0));
  const hrefOf = createAddresses(parts, anchors);
  const styles = new Styles(flows, header, resources);
  const documents = parts.map((part) =>
    toDocument(part, {
      anchors,
      encoding: header.encoding,
      resources,
      styles: (flow) => styles.find(flow),
      positionOf,
      hrefOf,
    }),
  );
  const toc = toToc(ncx, ({ fragment }) =>
    fragment ? hrefOf(toPosition(fragment[0] ?? -1, fragment[1] ?? 0)) : undefined,
  );
  return { documents, resources: [...styles.list, ...resources.list], toc };
}

/** Returns a function that maps a text offset to an address in the EPUB. */
function createAddresses(parts: readonly Part[], anchors: Anchors): (position: number) => string | undefined {
  const starts = parts.map(({ start }) => start);
  return (position) => {
    const part = parts[lowerBound(starts, position + 1) - 1];
    if (!part || position >= part.start + part.bytes.length) return undefined;
    return position === part.start ? part.name : `${part.name}#${anchors.toId(position)}`;
  };
}

/** Reads the ranges of the flows from FDST. The first flow is the text. */
function readFlows(records: Records, header: MobiHeader): Buffer[] {
  const all = readText(records, header);
  const { first = 0, count = 0 } = header.fdst ?? {};
  const table = count > 1 ? records.read(header.base + first) : new Uint8Array(0);
  if (!hasMark(table, 0, 'FDST')) return [all];
  const flows = Math.min(u32be(table, 8), (table.length - 12) / 8, ebookLimits.maxResources);
  return Array.from({ length: Math.floor(flows) }, (_, i) =>
    all.subarray(u32be(table, 12 + i * 8), u32be(table, 16 + i * 8)),
  );
}

interface Skeleton {
  fragments: number;
  start: number;
  length: number;
}

interface Fragment {
  insertAt: number;
  length: number;
}

const valueAt = ({ values }: IndexEntry, tag: number, at = 0): number => values.get(tag)?.[at] ?? 0;

function readSkeletons(records: Records, { base, skeletons }: MobiHeader): Skeleton[] {
  if (skeletons === undefined) return [];
  return readIndex(records, base + skeletons).entries.map((entry) => ({
    fragments: valueAt(entry, 1),
    start: valueAt(entry, 6),
    length: valueAt(entry, 6, 1),
  }));
}

function readFragments(records: Records, { base, fragments }: MobiHeader): Fragment[] {
  if (fragments === undefined) return [];
  return readIndex(records, base + fragments).entries.map((entry) => ({
    insertAt: Number(Buffer.from(entry.name).toString('latin1')) || 0,
    length: valueAt(entry, 6, 1),
  }));
}

/** Each skeleton is followed by its fragments, which are inserted at their offsets. */
function putTogether(text: Buffer, skeletons: readonly Skeleton[], fragments: readonly Fragment[]): Part[] {
  if (skeletons.length === 0) return [{ name: `${folder}0001.xhtml`, start: 0, bytes: text }];
  if (skeletons.length > ebookLimits.maxDocuments) throw damaged('The book has too many parts');
  let next = 0;
  let copied = 0;
  return skeletons.map(({ start, length, fragments: count }, i) => {
    let bytes = text.subarray(start, start + length);
    let at = start + length;
    for (let left = count; left > 0 && next < fragments.length; left--, next++) {
      const fragment = fragments[next];
      if (!fragment) break;
      const gap = Math.max(0, Math.min(bytes.length, fragment.insertAt - start));
      const inserted = text.subarray(at, at + fragment.length);
      bytes = Buffer.concat([bytes.subarray(0, gap), inserted, bytes.subarray(gap)]);
      copied += bytes.length;
      if (copied > maxCopiedBytes) throw damaged('The parts of the book do not fit together');
      at += fragment.length;
    }
    return { name: `${folder}${toPartNumber(i + 1)}.xhtml`, start, bytes };
  });
}

class Styles {
  readonly #flows: readonly Buffer[];
  readonly #resources: MobiResources;
  readonly list: EbookResource[] = [];
  readonly #decoder;
  readonly #paths = new Map<number, string>();

  constructor(flows: readonly Buffer[], options: MobiHeader, resources: MobiResources) {
    this.#flows = flows;
    this.#resources = resources;
    this.#decoder = new TextDecoder(options.encoding);
  }

  /** Returns the path of the style sheet of a flow. */
  find(flow: number): string | undefined {
    const bytes = flow > 0 ? this.#flows[flow] : undefined;
    if (!bytes || this.#paths.has(flow)) return this.#paths.get(flow);
    const name = `styles/${toPartNumber(flow)}.css`;
    const css = filterSheet(this.#decoder.decode(bytes), toFindAddress(this.#resources));
    this.list.push({ name, mediaType: 'text/css', bytes: Buffer.from(css) });
    this.#paths.set(flow, name);
    return name;
  }
}

/** Maps addresses of images and fonts to paths in the book. */
const toFindAddress =
  (resources: MobiResources): FindAddress =>
  (url) => {
    const [, number] = embedded.exec(url) ?? [];
    const path = number === undefined ? undefined : resources.find(toNumber(number));
    return path === undefined ? undefined : `../${path}`;
  };

interface Context {
  anchors: Anchors;
  encoding: MobiHeader['encoding'];
  resources: MobiResources;
  styles: Styles['find'];
  positionOf(link: string): number | undefined;
  hrefOf(position: number): string | undefined;
}

function toDocument(
  part: Part,
  { anchors, encoding, resources, styles, positionOf, hrefOf }: Context,
): EbookDocument {
  const markup = new TextDecoder(encoding).decode(anchors.insert(part.bytes, part.start));
  const builder = new Builder();
  const ids = new Set<string>();
  const sanitizer = createSanitizer(builder, {
    hasStyles: true,
    onId: (id) => void ids.add(id),
    styleAddress: toFindAddress(resources),
    link(href) {
      const position = positionOf(href);
      const address = position === undefined ? undefined : hrefOf(position);
      if (address !== undefined) return address.slice(folder.length);
      return href.startsWith('#') ? toLocalLink(href, ids) : undefined;
    },
    image(attributes) {
      const [, number] = onePicture.exec(sourceOf(attributes) ?? '') ?? [];
      const path = number === undefined ? undefined : resources.find(toNumber(number));
      return path === undefined ? undefined : `../${path}`;
    },
  });
  walkMarkup(markup, sanitizer);
  const head = markup.slice(0, Math.max(0, markup.search(/<body/i)));
  const sheets = [...head.matchAll(/<link\s[^>]{0,500}>/gi)].flatMap(([link]) => {
    const [, flow] = flowed.exec(link) ?? [];
    return flow === undefined ? [] : (styles(toNumber(flow)) ?? []);
  });
  return { name: part.name, body: builder.finish(), styles: [...new Set(sheets)] };
}
