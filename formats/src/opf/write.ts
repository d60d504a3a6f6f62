// Writes metadata as the metadata.opf that calibre stores next to books and reads again: a package document
// of EPUB 2 (https://idpf.org/epub/20/spec/OPF_2.0_latest.htm) that contains only metadata.
import type { Contributor, ContributorRole, EmbeddedMetadata } from '../metadata.ts';
import { toElement, toTag } from '../xml/escape.ts';

/**
 * MARC relator codes (https://www.loc.gov/marc/relators/relaterm.html). `aus` is the author of a screenplay; readers show
 * the writer of a comic only as `aut`.
 */
export const relatorCodes: Readonly<Record<ContributorRole, string>> = {
  author: 'aut',
  co_author: 'aut',
  writer: 'aut',
  editor: 'edt',
  translator: 'trl',
  illustrator: 'ill',
  contributor: 'ctb',
  penciller: 'pnc',
  inker: 'ink',
  colorist: 'clr',
  letterer: 'ltr',
  cover_artist: 'cov',
};

/** `id` is the unique identifier of the book. */
export function writeOpf(id: string, metadata: EmbeddedMetadata): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">',
    '  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">',
    ...toLines(id, metadata).map((line) => `    ${line}`),
    '  </metadata>',
    '</package>',
    '',
  ].join('\n');
}

function toLines(id: string, book: EmbeddedMetadata): string[] {
  const element = (name: string, value: string | undefined) => toElement(name, value, '');
  const meta = (name: string, content: string | number | undefined) =>
    content === undefined ? [] : [toTag('meta', { name, content })];
  const subjects = new Set([...(book.subjects ?? []), ...(book.genres ?? []), ...(book.tags ?? [])]);
  return [
    toTag('dc:identifier', { id: 'id', 'opf:scheme': 'uuid' }, id),
    ...element('dc:title', book.title),
    ...(book.authors ?? []).map(toPerson),
    ...element('dc:description', book.summary),
    ...element('dc:publisher', book.publisher),
    ...(book.releaseDate === undefined
      ? []
      : [toTag('dc:date', { 'opf:event': 'publication' }, book.releaseDate)]),
    ...(book.originalYear === undefined
      ? []
      : [toTag('dc:date', { 'opf:event': 'original-publication' }, String(book.originalYear))]),
    ...element('dc:language', book.language),
    ...[...subjects].flatMap((subject) => element('dc:subject', subject)),
    ...(book.isbns ?? []).map((isbn) => toTag('dc:identifier', { 'opf:scheme': 'ISBN' }, isbn)),
    ...(book.identifiers ?? []).map(({ scheme, value }) =>
      toTag('dc:identifier', { 'opf:scheme': scheme === '' ? undefined : scheme }, value),
    ),
    ...element('dc:rights', book.rights),
    ...meta('calibre:title_sort', book.titleSort),
    ...meta('calibre:series', book.series),
    ...meta(
      'calibre:series_index',
      book.series === undefined ? undefined : (book.seriesPosition ?? book.number),
    ),
    // Calibre counts half stars.
    ...meta('calibre:rating', book.communityRating === undefined ? undefined : book.communityRating * 2),
  ];
}

const toPerson = ({ name, role, sortName }: Contributor): string =>
  toTag(
    role === 'author' || role === 'co_author' || role === 'writer' ? 'dc:creator' : 'dc:contributor',
    { 'opf:role': relatorCodes[role], 'opf:file-as': sortName },
    name,
  );
