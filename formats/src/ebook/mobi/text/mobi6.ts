// Reads MOBI 6: one old HTML text with links by offset (`filepos`), images by number (`recindex`) and page breaks. It is split
// into documents at the page breaks.

import { toLine } from '../../../values/text.ts';
import { ownStyles } from '../../epub/styles.ts';
import { ebookLimits } from '../../limits.ts';
import { Builder } from '../../markup/builder.ts';
import { createSanitizer, type Heading, toLocalLink } from '../../markup/sanitize.ts';
import { type Attributes, type Walker, walkMarkup } from '../../markup/walk.ts';
import { Toc } from '../../toc.ts';
import type { EbookDocument, EbookParts, EbookTocEntry } from '../../types.ts';
import type { MobiHeader } from '../file/header.ts';
import type { Records } from '../file/records.ts';
import type { MobiResources } from '../file/resources.ts';
import { readText } from '../file/unpack.ts';
import { Anchors, lowerBound } from './anchors.ts';
import { readNcx, toToc } from './ncx.ts';
import { cut, fullBytes, joinBlank, type Piece } from './pieces.ts';

const folder = 'text/';

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
  const isBlank = ({ start, end }: Piece) =>
    !hasContent(text.subarray(start, end), { encoding: header.encoding, resources });
  const pieces = joinBlank(cut(latin, folder), isBlank);
  const hrefOf = createAddresses(pieces, anchors);
  const found: LocatedHeading[] = [];
  const documents = pieces.flatMap((piece) => {
    const onHeading = (heading: Heading) => void found.push({ ...heading, piece });
    const bytes = anchors.insert(text.subarray(piece.start, piece.end), piece.start);
    return toDocument(bytes, piece, { encoding: header.encoding, resources, hrefOf, onHeading }) ?? [];
  });
  const byNcx = toToc(ncx, ({ position }) => (position === undefined ? undefined : hrefOf(position)));
  const byPage = byNcx.length > 0 ? byNcx : readTocPage(latin, header, hrefOf);
  const toc = byPage.length > 0 ? byPage : toTocOfHeadings(found);
  return { documents, resources: [ownStyles, ...resources.list], toc };
}

/** Offsets after the end of the text are those of the last document. */
function createAddresses(pieces: readonly Piece[], anchors: Anchors): (offset: number) => string | undefined {
  const starts = pieces.map(({ start }) => start);
  return (offset) => {
    const piece = pieces[lowerBound(starts, offset + 1) - 1];
    if (!piece) return undefined;
    const isStart = offset === piece.start || offset >= piece.end;
    return isStart ? piece.name : `${piece.name}#${anchors.toId(offset)}`;
  };
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
  const ids = new Set<string>();
  let title: string | undefined;
  const sanitizer = createSanitizer(builder, {
    formerStyle: toFormerStyle,
    onId: (id) => void ids.add(id),
    link(href) {
      if (href.startsWith('#')) return toLocalLink(href, ids);
      const offset = /^filepos:0*(\d{1,10})$/.exec(href)?.[1];
      return offset === undefined ? undefined : hrefOf(Number(offset))?.slice(folder.length);
    },
    image: (attributes) => imageOf(attributes, resources),
    onHeading(heading) {
      title ??= heading.title;
      onHeading(heading);
    },
  });
  walkMarkup(new TextDecoder(encoding).decode(bytes), withPlaces(sanitizer));
  return builder.hasContent ? { name, title, body: builder.finish(), styles: [ownStyles.name] } : undefined;
}

function imageOf(
  { recindex = '', hirecindex = '' }: Attributes,
  resources: MobiResources,
): string | undefined {
  const path = [hirecindex, recindex].flatMap((number) => resources.find(Number(number) || 0) ?? [])[0];
  return path === undefined ? undefined : `../${path}`;
}

/** Whether a part shows text or an image. Reads only the part up to the first of these. */
function hasContent(
  bytes: Buffer,
  { encoding, resources }: Pick<Context, 'encoding' | 'resources'>,
): boolean {
  const builder = new Builder();
  const sanitizer = createSanitizer(builder, { image: (attributes) => imageOf(attributes, resources) });
  const isDone = () => builder.hasContent;
  walkMarkup(new TextDecoder(encoding).decode(bytes), sanitizer, { isDone });
  return builder.hasContent;
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
