// Reads MOBI 6: one old HTML text with links by offset (`filepos`), images by number (`recindex`) and page breaks. It is split
// into documents at the page breaks.

import { toLine } from '../../../values/text.ts';
import { ownStyles } from '../../epub/styles.ts';
import { ebookLimits } from '../../limits.ts';
import { Builder, toXmlId } from '../../markup/builder.ts';
import { createSanitizer, type Heading } from '../../markup/sanitize.ts';
import { type Attributes, type Walker, walkMarkup } from '../../markup/walk.ts';
import { toPartNumber } from '../../part-number.ts';
import { Toc } from '../../toc.ts';
import type { EbookDocument, EbookParts, EbookTocEntry } from '../../types.ts';
import type { MobiHeader } from '../file/header.ts';
import type { Records } from '../file/records.ts';
import type { MobiResources } from '../file/resources.ts';
import { readText } from '../file/unpack.ts';
import { Anchors, lowerBound } from './anchors.ts';
import { readNcx, toToc } from './ncx.ts';

const folder = 'text/';
/** Longer parts without page breaks are split at a paragraph. */
const fullBytes = 250_000;

interface Piece {
  name: string;
  start: number;
  end: number;
}

interface LocatedHeading extends Heading {
  piece: Piece;
}

export function splitMobi6(
  records: Records,
  header: MobiHeader,
  resources: MobiResources,
): Pick<EbookParts, 'documents' | 'resources' | 'toc'> {
  const text = readText(records, header);
  // One character per byte keeps the offsets.
  const latin = text.toString('latin1');
  const ncx = readNcx(records, header);
  const links = [...latin.matchAll(/filepos\s*=\s*["']?0*(\d{1,10})/gi)].map(([, offset]) => Number(offset));
  const ofToc = ncx.flatMap(({ position }) => position ?? []);
  const anchors = new Anchors([...links, ...ofToc].filter((offset) => offset < text.length));
  const pieces = cut(latin);
  const hrefOf = createAddresses(pieces, anchors);
  const found: LocatedHeading[] = [];
  const documents = pieces.flatMap((piece) => {
    const onHeading = (heading: Heading) => void found.push({ ...heading, piece });
    const bytes = anchors.insert(text.subarray(piece.start, piece.end), piece.start);
    return toDocument(bytes, piece, { encoding: header.encoding, resources, hrefOf, onHeading }) ?? [];
  });
  const names = new Set(documents.map(({ name }) => name));
  const isThere = (href: string | undefined) => (names.has(href?.split('#')[0] ?? '') ? href : undefined);
  const byNcx = toToc(ncx, ({ position }) =>
    position === undefined ? undefined : isThere(hrefOf(position)),
  );
  const byPage = byNcx.length > 0 ? byNcx : readTocPage(latin, header, (offset) => isThere(hrefOf(offset)));
  const toc = byPage.length > 0 ? byPage : toTocOfHeadings(found);
  return { documents, resources: [ownStyles, ...resources.list], toc };
}

function createAddresses(pieces: readonly Piece[], anchors: Anchors): (offset: number) => string | undefined {
  const starts = pieces.map(({ start }) => start);
  return (offset) => {
    const piece = pieces[lowerBound(starts, offset + 1) - 1];
    if (!piece) return undefined;
    return offset === piece.start ? piece.name : `${piece.name}#${anchors.toId(offset)}`;
  };
}

const pageBreak = /<\s*(?:mbp:)?pagebreak\b[^>]{0,200}>/gi;

/** Splits the text at page breaks, and at paragraphs of long parts. */
function cut(latin: string): Piece[] {
  const starts = [0];
  const addUpTo = (end: number) => {
    for (let start = starts.at(-1) ?? 0; end - start > fullBytes; start = starts.at(-1) ?? 0) {
      const paragraph = latin.indexOf('<p', start + fullBytes);
      if (paragraph < 0 || paragraph >= end) break;
      starts.push(paragraph);
    }
  };
  for (const match of latin.matchAll(pageBreak)) {
    if (starts.length >= ebookLimits.maxDocuments) break;
    addUpTo(match.index);
    starts.push(match.index);
  }
  addUpTo(latin.length);
  return starts.slice(0, ebookLimits.maxDocuments).map((start, i, all) => ({
    name: `${folder}${toPartNumber(i + 1)}.xhtml`,
    start,
    end: all[i + 1] ?? latin.length,
  }));
}

interface Context {
  encoding: MobiHeader['encoding'];
  resources: MobiResources;
  hrefOf(offset: number): string | undefined;
  onHeading(heading: Heading): void;
}

/** Returns undefined for a part without content. */
function toDocument(
  bytes: Buffer,
  { name }: Piece,
  { encoding, resources, hrefOf, onHeading }: Context,
): EbookDocument | undefined {
  const builder = new Builder();
  let title: string | undefined;
  const sanitizer = createSanitizer(builder, {
    formerStyle: toFormerStyle,
    link(href) {
      if (href.startsWith('#')) return `#${toXmlId(href.slice(1))}`;
      const offset = /^filepos:0*(\d{1,10})$/.exec(href)?.[1];
      return offset === undefined ? undefined : hrefOf(Number(offset))?.slice(folder.length);
    },
    image({ recindex = '', hirecindex = '' }) {
      const path = [hirecindex, recindex].flatMap((number) => resources.find(Number(number) || 0) ?? [])[0];
      return path === undefined ? undefined : `../${path}`;
    },
    onHeading(heading) {
      title ??= heading.title;
      onHeading(heading);
    },
  });
  walkMarkup(new TextDecoder(encoding).decode(bytes), withPlaces(sanitizer));
  return builder.hasContent ? { name, title, body: builder.finish(), styles: [ownStyles.name] } : undefined;
}

/** Converts links by offset to normal links. */
const withPlaces = (walker: Walker): Walker => ({
  ...walker,
  open: (name, attributes) =>
    walker.open(
      name,
      attributes.filepos === undefined
        ? attributes
        : { ...attributes, href: `filepos:${attributes.filepos}` },
    ),
});

const measure = /^-?\d{1,4}(?:\.\d{1,3})?(?:em|pt|px|%)?$/;

/** For a paragraph, `width` is the indent and `height` the space before it. */
function toFormerStyle(name: string, { width, height }: Attributes): string | undefined {
  if (name !== 'p' && name !== 'div' && name !== 'blockquote') return undefined;
  const rule = (property: string, value: string | undefined) =>
    value !== undefined && measure.test(value)
      ? [`${property}: ${/\d$/.test(value) ? `${value}px` : value}`]
      : [];
  const rules = [...rule('text-indent', width), ...rule('margin-top', height)];
  return rules.length > 0 ? rules.join('; ') : undefined;
}

/** Returns the links of the page that the guide names as table of contents. */
function readTocPage(
  latin: string,
  { encoding }: MobiHeader,
  hrefOf: (offset: number) => string | undefined,
): EbookTocEntry[] {
  const reference =
    /<reference\b(?=[^>]{0,500}\btype\s*=\s*["']?toc\b)[^>]{0,500}\bfilepos\s*=\s*["']?0*(\d{1,10})/i;
  const offset = reference.exec(latin.slice(0, 100_000))?.[1];
  if (offset === undefined) return [];
  pageBreak.lastIndex = 0;
  const page = latin.slice(Number(offset), Number(offset) + fullBytes);
  const end = page.slice(1).search(/<\s*(?:mbp:)?pagebreak\b/i);
  const links = page
    .slice(0, end < 0 ? page.length : end + 1)
    .matchAll(/<a\b[^>]{0,200}\bfilepos\s*=\s*["']?0*(\d{1,10})[^>]{0,100}>([\s\S]{0,1000}?)<\/a>/gi);
  const decoder = new TextDecoder(encoding);
  return [...links].slice(0, ebookLimits.maxTocEntries).flatMap(([, target, label = '']) => {
    const title = toLine(decoder.decode(Buffer.from(label.replace(/<[^>]{0,500}>/g, ''), 'latin1')));
    const href = hrefOf(Number(target));
    return title === undefined || href === undefined ? [] : [{ title, href, children: [] }];
  });
}

function toTocOfHeadings(found: readonly LocatedHeading[]): EbookTocEntry[] {
  const toc = new Toc();
  for (const { level, title, id, piece } of found)
    if (level <= 3) toc.add({ title, href: `${piece.name}#${id}` }, level);
  return toc.entries;
}
