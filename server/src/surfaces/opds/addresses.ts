// Base paths of both versions, media types, and addresses of the parts of a book.
import { becomesEpub, type FileFormat } from '@lectern/contract/values';

export const basePaths = { atom: '/opds/v1', json: '/opds/v2' } as const;

/** Absolute base URLs of both versions, as the client reaches the server. */
export interface Bases {
  atom: string;
  json: string;
}

export const toBases = (root: string): Bases => ({
  atom: root + basePaths.atom,
  json: root + basePaths.json,
});

export const mediaTypes = {
  navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  entry: 'application/atom+xml;type=entry;profile=opds-catalog',
  searchDescription: 'application/opensearchdescription+xml',
  json: 'application/opds+json',
  publication: 'application/opds-publication+json',
  authentication: 'application/opds-authentication+json',
  progression: 'application/opds-progression+json',
  readiumProgression: 'application/vnd.readium.progression+json',
} as const;

export const relations = {
  acquisition: 'http://opds-spec.org/acquisition',
  image: 'http://opds-spec.org/image',
  thumbnail: 'http://opds-spec.org/image/thumbnail',
  facet: 'http://opds-spec.org/facet',
  newest: 'http://opds-spec.org/sort/new',
  progression: 'http://opds-spec.org/progression',
  readiumProgression: 'http://www.cantook.com/api/progression',
  stream: 'http://vaemendis.net/opds-pse/stream',
  authentication: 'http://opds-spec.org/auth/document',
} as const;

/** The authentication document, shared by both versions. */
export const toAuthenticationAddress = ({ json }: Bases): string => `${json}/auth`;

/** The file of a book. The file name is included for clients that evaluate the end of a URL. */
export const toFileAddress = (base: string, { bookId, fileName }: { bookId: string; fileName: string }) =>
  `${base}/books/${bookId}/file/${encodeName(fileName)}`;

/** The EPUB converted from a book in another text format; undefined for other books. */
export const toEpubAddress = (
  base: string,
  { bookId, fileName, format }: { bookId: string; fileName: string; format: FileFormat },
): string | undefined =>
  becomesEpub(format)
    ? `${toFileAddress(base, { bookId, fileName: fileName.replace(/\.[^.]*$/, '.epub') })}?format=epub`
    : undefined;

/** Also encodes characters at which some clients truncate URLs. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
