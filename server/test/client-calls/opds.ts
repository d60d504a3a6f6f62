// Requests of readers of OPDS catalogs.
import type { Call } from './calls.ts';

const atom = 'application/atom+xml';
const json = 'application/opds+json';
/** KOReader prefers 2.0, but streams pages only from 1.2. */
const preferJson = { accept: `${json}, ${atom};profile=opds-catalog, */*` };

export const opds1Calls: readonly Call[] = [
  { by: 'KOReader', request: 'GET /opds', headers: preferJson, type: atom },
  { by: 'KOReader', request: 'GET /opds/v1/catalog', headers: preferJson, type: atom },
  { by: 'Thorium', request: 'GET /opds/v1/catalog', as: 'nobody', status: 401 },
  { by: 'Chunky, Panels', request: 'GET /opds/v1.2/catalog', type: atom },
  { by: 'all readers', request: 'GET /opds/v1/series', type: atom, contains: 'Bone' },
  { by: 'all readers', request: 'GET /opds/v1/series/{series}', type: atom, contains: 'pse:count' },
  {
    by: 'KOReader, Thorium',
    request: 'GET /opds/v1/search.xml',
    type: 'application/opensearchdescription+xml',
  },
  { by: 'KOReader, Librera', request: 'GET /opds/v1/search/books?q=bone', type: atom, contains: 'Bone 1' },
  { by: 'Librera, Moon+', request: 'GET /opds/v1/books/{book}/thumbnail', type: 'image/jpeg' },
  { by: 'ComicCatcher, Panels', request: 'GET /opds/v1/books/{book}/pages/0?width=800', type: 'image/jpeg' },
  {
    by: 'CrossPoint, Librera',
    request: 'GET /opds/v1/books/{novel}/file/Novel.epub',
    type: 'application/epub+zip',
  },
  {
    by: 'KOReader',
    request: 'GET /opds/v1/books/{book}/file/Bone%201.cbz',
    headers: { range: 'bytes=0-3' },
    status: 206,
    contains: 'PK',
  },
];

const locator = {
  href: 'resources/OEBPS/c1.xhtml',
  type: 'application/xhtml+xml',
  locations: { progression: 0, position: 1 },
};

export const opds2Calls: readonly Call[] = [
  {
    by: 'Palace, Thorium',
    request: 'GET /opds/v2',
    as: 'nobody',
    status: 401,
    type: 'application/opds-authentication+json',
  },
  {
    by: 'Palace, Thorium',
    request: 'GET /opds/v2/auth',
    as: 'nobody',
    type: 'application/opds-authentication+json',
  },
  { by: 'Thorium, Palace', request: 'GET /opds', headers: { accept: json }, type: json },
  { by: 'all readers', request: 'GET /opds/v2/catalog', type: json, contains: '"groups"' },
  { by: 'all readers', request: 'GET /opds/v2/series/{series}', type: json, contains: '"publications"' },
  { by: 'Thorium, Readest', request: 'GET /opds/v2/search/books?query=bone', type: json, contains: 'Bone 1' },
  { by: 'Palace', request: 'GET /opds/v2/books/{novel}', type: 'application/opds-publication+json' },
  { by: 'Readest, ComicCatcher', request: 'GET /opds/v2/books/{book}/thumbnail', type: 'image/jpeg' },
  {
    by: 'Readest, Palace',
    request: 'GET /opds/v2/books/{novel}/file/Novel.epub',
    type: 'application/epub+zip',
  },
  { by: 'Thorium', request: 'GET /opds/v2/books/{novel}/manifest', type: 'application/webpub+json' },
  { by: 'Cantook', request: 'GET /opds/v2/books/{novel}/positions' },
  {
    by: 'Thorium',
    request: 'GET /opds/v2/books/{novel}/resources/OEBPS/c1.xhtml',
    type: 'application/xhtml+xml',
  },
  { by: 'ComicCatcher', request: 'GET /opds/v2/books/{book}/pages/1', type: 'image/' },
  {
    by: 'Cantook',
    request: 'PUT /opds/v2/books/{novel}/progression',
    body: { modified: '2026-01-01T10:00:00Z', device: { id: 'urn:uuid:1', name: 'Phone' }, locator },
    status: 204,
  },
  { by: 'Cantook', request: 'GET /opds/v2/books/{novel}/progression', contains: 'c1.xhtml' },
];
