// Writes the package document, the table of contents and the pages of an EPUB 3 for a book in another format.

import type { Contributor, ContributorRole, EmbeddedMetadata } from '../../metadata.ts';
import { encodeEntryName } from '../../opf/href.ts';
import { escapeXml, toElement, toTag } from '../../xml/escape.ts';
import type { EbookDocument, EbookParts, EbookTocEntry } from '../types.ts';

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const xhtml = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"';

/** MARC relator codes (https://www.loc.gov/marc/relators/relaterm.html). */
const relators: Readonly<Partial<Record<ContributorRole, string>>> = {
  author: 'aut',
  editor: 'edt',
  translator: 'trl',
  illustrator: 'ill',
};

export const container = [
  declaration,
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">',
  '<rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles>',
  '</container>',
].join('\n');

/** `id` is the unique identifier of the book. */
export function writePackage(parts: EbookParts, id: string): string {
  const { documents, resources, progression } = parts;
  const direction = progression ? ` page-progression-direction="${progression}"` : '';
  return [
    declaration,
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" ' +
      'prefix="rendition: http://www.idpf.org/vocab/rendition/#">',
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
    ...toMetadata(parts, id),
    '</metadata>',
    '<manifest>',
    toTag('item', { id: 'nav', href: 'nav.xhtml', 'media-type': 'application/xhtml+xml', properties: 'nav' }),
    ...documents.map(({ name }, i) =>
      toTag('item', { id: `d${i}`, href: encodeEntryName(name), 'media-type': 'application/xhtml+xml' }),
    ),
    ...resources.map(({ name, mediaType }, i) =>
      toTag('item', {
        id: `r${i}`,
        href: encodeEntryName(name),
        'media-type': mediaType,
        properties: name === parts.cover ? 'cover-image' : undefined,
      }),
    ),
    '</manifest>',
    `<spine${direction}>`,
    ...documents.map((_, i) => toTag('itemref', { idref: `d${i}` })),
    '</spine>',
    '</package>',
  ].join('\n');
}

function toMetadata({ metadata, isFixed }: EbookParts, id: string): string[] {
  const book: Partial<EmbeddedMetadata> = metadata ?? {};
  const element = (name: string, value: string | undefined) => toElement(name, value, '');
  const meta = (property: string, value: string | undefined) =>
    value === undefined ? [] : [toTag('meta', { property }, value)];
  return [
    toTag('dc:identifier', { id: 'id' }, id),
    ...(book.isbns ?? []).map((isbn) => toTag('dc:identifier', {}, `urn:isbn:${isbn}`)),
    toTag('dc:title', {}, book.title ?? 'Untitled'),
    toTag('dc:language', {}, book.language ?? 'und'),
    ...(book.authors ?? []).flatMap(toPerson),
    ...element('dc:publisher', book.publisher),
    ...element('dc:date', book.releaseDate),
    ...element('dc:description', book.summary),
    ...(book.subjects ?? []).flatMap((subject) => element('dc:subject', subject)),
    ...element('dc:rights', book.rights),
    ...(book.series === undefined ? [] : toSeries(book.series, book.number)),
    // The real time would change the bytes of every conversion.
    ...meta('dcterms:modified', '2000-01-01T00:00:00Z'),
    ...(isFixed ? meta('rendition:layout', 'pre-paginated') : []),
  ];
}

function toPerson({ name, role, sortName }: Contributor, i: number): string[] {
  const id = `person${i}`;
  const refine = (property: string, value: string, scheme?: string) =>
    toTag('meta', { refines: `#${id}`, property, scheme }, value);
  const code = relators[role];
  return [
    toTag(role === 'author' ? 'dc:creator' : 'dc:contributor', { id }, name),
    ...(code === undefined ? [] : [refine('role', code, 'marc:relators')]),
    ...(sortName === undefined ? [] : [refine('file-as', sortName)]),
  ];
}

function toSeries(series: string, number: number | undefined): string[] {
  const refine = (property: string, value: string) => toTag('meta', { refines: '#series', property }, value);
  return [
    toTag('meta', { id: 'series', property: 'belongs-to-collection' }, series),
    refine('collection-type', 'series'),
    ...(number === undefined ? [] : [refine('group-position', String(number))]),
  ];
}

export function writeNavigation({ metadata, toc, documents }: EbookParts): string {
  const title = metadata?.title ?? 'Untitled';
  const [first] = documents;
  const entries = toc.length > 0 || !first ? toc : [{ title, href: first.name, children: [] }];
  return [
    declaration,
    '<!DOCTYPE html>',
    `<html ${xhtml}>`,
    `<head><title>${escapeXml(title)}</title></head>`,
    `<body><nav epub:type="toc">${writeEntries(entries)}</nav></body>`,
    '</html>',
  ].join('\n');
}

const writeEntries = (entries: readonly EbookTocEntry[]): string =>
  entries.length === 0
    ? ''
    : `<ol>${entries
        .map(
          ({ title, href, children }) =>
            `<li>${toTag('a', { href: encodeHref(href) }, title)}${writeEntries(children)}</li>`,
        )
        .join('\n')}</ol>`;

function encodeHref(href: string): string {
  const [name = '', fragment] = href.split('#');
  return fragment === undefined ? encodeEntryName(name) : `${encodeEntryName(name)}#${fragment}`;
}

export function writeDocument(document: EbookDocument, { metadata, viewport }: EbookParts): string {
  const { name, title, body, styles } = document;
  const language = metadata?.language;
  const up = '../'.repeat(name.split('/').length - 1);
  return [
    declaration,
    '<!DOCTYPE html>',
    `<html ${xhtml}${language === undefined ? '' : ` lang="${language}" xml:lang="${language}"`}>`,
    `<head><title>${escapeXml(title ?? metadata?.title ?? 'Untitled')}</title>`,
    ...(viewport
      ? [`<meta name="viewport" content="width=${viewport.width}, height=${viewport.height}"/>`]
      : []),
    ...styles.map(
      (style) => `<link rel="stylesheet" type="text/css" href="${up}${encodeEntryName(style)}"/>`,
    ),
    '</head>',
    `<body>${body}</body>`,
    '</html>',
  ].join('\n');
}
