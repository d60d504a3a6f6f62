// Entries of OPDS 1.2: navigation entries and books.
import { formats } from '@lectern/contract/values';
import { type Bases, mediaTypes, relations, toEpubAddress, toFileAddress } from '../addresses.ts';
import { shorten } from '../feeds/shape/entries.ts';
import type { Contributors, NavigationEntry, Publication } from '../feeds/shape/feed.ts';
import { element, textElement, toAtomDocument, toAttribute, toText, toTime } from './xml.ts';

/**
 * Has no author, because Thorium treats every entry with an author as a book. Written as one string for speed, because
 * catalogs consist mostly of these entries. Values set by the server (`rel`, `type`, ids) need no escaping.
 */
export function toNavigationElement(entry: NavigationEntry, { atom }: Bases): string {
  const { title, id, updatedMs, summary, path, kind, isNew, count, thumbnail } = entry;
  const rel = isNew ? relations.newest : 'subsection';
  const counted = count === undefined ? '' : ` thr:count="${count}"`;
  const pictures = thumbnail && toPictures({ small: atom + thumbnail, large: atom + thumbnail }).join('');
  const texts = `<title>${toText(title)}</title><id>${id}</id>${toUpdated(updatedMs)}<content type="text">${toText(summary ?? title)}</content>`;
  const link = `<link rel="${rel}" href="${toAttribute(atom + path)}" type="${mediaTypes[kind]}"${counted} />`;
  return `<entry>${texts}${link}${pictures ?? ''}</entry>`;
}

const isText = { type: 'text' };
const toUpdated = (ms: number): string => `<updated>${toTime(ms)}</updated>`;

/** An entry in a feed. Long texts are shortened; `alternate` links to the complete entry. */
export const toPublicationElement = (publication: Publication, bases: Bases): string =>
  element('entry', {}, [
    ...toFacts(publication),
    textElement('summary', shorten(publication.summary ?? ''), isText),
    element('link', {
      rel: 'alternate',
      href: `${bases.atom}/books/${publication.bookId}`,
      type: mediaTypes.entry,
    }),
    ...toLinks(publication, bases),
  ]);

/** A complete entry as a separate document. */
export function toEntryDocument(publication: Publication, bases: Bases): string {
  const self = `${bases.atom}/books/${publication.bookId}`;
  const { author } = toPeople(publication.contributors);
  return toAtomDocument('entry', [
    ...toFacts(publication),
    ...(author.length === 0 ? toPerson('author', 'Unknown') : []),
    textElement('summary', publication.summary, isText),
    element('link', { rel: 'self', href: self, type: mediaTypes.entry }),
    element('link', { rel: 'start', href: `${bases.atom}/catalog`, type: mediaTypes.navigation }),
    ...toLinks(publication, bases),
    ...publication.webLinks.map(({ title, url }) =>
      element('link', { rel: 'related', href: url, type: 'text/html', title }),
    ),
  ]);
}

function toFacts(publication: Publication): string[] {
  const { title, label, series, contributors, pageCount } = publication;
  const { author, others } = toPeople(contributors);
  return [
    textElement('title', label === null ? title : `${label} - ${title}`),
    textElement('id', `urn:uuid:${publication.bookId}`),
    toUpdated(publication.updatedMs),
    textElement('published', toTime(publication.addedMs)),
    ...author.flatMap((name) => toPerson('author', name)),
    ...others.flatMap((name) => toPerson('contributor', name)),
    ...publication.isbns.map((isbn) => textElement('dc:identifier', `urn:isbn:${isbn}`)),
    textElement('dc:language', publication.language),
    textElement('dc:publisher', publication.publisher),
    textElement('dc:issued', publication.issued),
    textElement('dc:extent', pageCount > 0 ? `${pageCount} pages` : undefined),
    textElement('dc:isPartOf', series.title),
    element('schema:Series', {
      name: series.title,
      'schema:name': series.title,
      'schema:position': series.position ?? undefined,
    }),
    ...[...publication.genres, ...publication.subjects].map((word) =>
      element('category', { term: word, label: word }),
    ),
  ];
}

/** Authors are the writers or, without any, the artists. Others are listed by name, each once. */
function toPeople(contributors: Contributors): { author: string[]; others: string[] } {
  const { author: writers, penciler, illustrator, artist } = contributors;
  const drawers = [...penciler, ...illustrator, ...artist];
  const author = [...new Set((writers.length > 0 ? writers : drawers).map(({ name }) => name))];
  const all = Object.values(contributors).flat();
  const others = new Set(all.map(({ name }) => name).filter((name) => !author.includes(name)));
  return { author, others: [...others] };
}

export const toPerson = (role: 'author' | 'contributor', name: string): string[] =>
  name === '' ? [] : [element(role, {}, [textElement('name', name)])];

const toPictures = ({ small, large }: { small: string; large: string }) => [
  element('link', { rel: relations.image, href: large, type: 'image/jpeg' }),
  element('link', { rel: relations.thumbnail, href: small, type: 'image/jpeg' }),
];

function toLinks(publication: Publication, { atom, json }: Bases): string[] {
  const { bookId, hasPages, pageCount, progress, series } = publication;
  const base = `${atom}/books/${bookId}`;
  const epub = toEpubAddress(atom, publication);
  const stream = element('link', {
    rel: relations.stream,
    href: `${base}/pages/{pageNumber}?width={maxWidth}`,
    type: 'image/jpeg',
    'pse:count': pageCount,
    'pse:lastRead': progress?.page,
    'pse:lastReadDate': progress ? toTime(progress.atMs) : undefined,
  });
  return [
    element('link', {
      rel: relations.acquisition,
      href: toFileAddress(atom, publication),
      type: publication.mediaType,
      length: publication.sizeBytes,
    }),
    ...(epub === undefined
      ? []
      : [
          element('link', {
            rel: relations.acquisition,
            href: epub,
            type: formats.epub.mediaType,
            title: 'EPUB',
          }),
        ]),
    ...publication.otherFiles.map((file) =>
      element('link', {
        rel: relations.acquisition,
        href: toFileAddress(atom, file),
        type: file.mediaType,
        length: file.sizeBytes,
        title: file.title,
      }),
    ),
    ...toPictures({ small: `${base}/thumbnail`, large: `${base}/cover` }),
    ...(hasPages ? [stream] : []),
    element('link', {
      rel: relations.progression,
      href: `${json}/books/${bookId}/progress`,
      type: mediaTypes.progression,
    }),
    element('link', {
      rel: 'related',
      href: `${atom}/series/${series.id}`,
      type: mediaTypes.acquisition,
      title: series.title,
    }),
  ];
}
