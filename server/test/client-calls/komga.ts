// Requests of clients made for Komga, below the prefix of the compatibility API.
import type { Call } from './calls.ts';

const ofLibrary = { allOf: [{ type: 'LibraryId', libraryId: { operator: 'is', value: '{library}' } }] };
const ofSeries = { seriesId: { operator: 'is', value: '{series}' } };
const chapters = 'unpaged=true&media_status=READY&deleted=false';

const mihon: Call[] = [
  { by: 'Mihon', request: 'GET /api/v1/libraries', shape: 'libraries' },
  { by: 'Mihon', request: 'GET /api/v1/collections?unpaged=true', shape: 'collectionPage' },
  { by: 'Mihon', request: 'GET /api/v1/genres', shape: 'words' },
  { by: 'Mihon', request: 'GET /api/v1/tags', shape: 'words' },
  { by: 'Mihon', request: 'GET /api/v1/publishers', shape: 'words' },
  { by: 'Mihon', request: 'GET /api/v1/authors', shape: 'authors' },
  {
    by: 'Mihon',
    request:
      'GET /api/v1/series?search=&page=0&deleted=false&sort=metadata.titleSort,asc&library_id=&genre=Fantasy,Drama',
    shape: 'seriesPage',
    contains: '"Bone"',
  },
  {
    by: 'Mihon',
    request:
      'GET /api/v1/series?search=bone&page=0&deleted=false&sort=lastModifiedDate,desc&read_status=UNREAD&read_status=IN_PROGRESS&author=Stephen%20King,writer',
    shape: 'seriesPage',
    contains: '"Bone"',
  },
  { by: 'Mihon', request: 'GET /api/v1/readlists?search=&page=0&sort=name,asc', shape: 'readListPage' },
  { by: 'Mihon', request: 'GET /api/v1/books?search=&page=0&deleted=false&sort=name', shape: 'bookPage' },
  { by: 'Mihon', request: 'GET /api/v1/series/{series}', shape: 'series' },
  { by: 'Mihon', request: `GET /api/v1/series/{series}/books?${chapters}`, shape: 'bookPage' },
  { by: 'Mihon', request: `GET /api/v1/books/{book}?${chapters}`, shape: 'book' },
  { by: 'Mihon', request: 'GET /api/v1/books/{book}/pages', shape: 'pages' },
  { by: 'Mihon', request: 'GET /api/v1/books/{book}/pages/1', type: 'image/' },
  { by: 'Mihon', request: 'GET /api/v1/books/{book}/pages/1?convert=png', type: 'image/png' },
  { by: 'Mihon', request: 'GET /api/v1/series/{series}/thumbnail', type: 'image/jpeg' },
  { by: 'Mihon', request: 'GET /api/v1/books/{book}/thumbnail', type: 'image/jpeg' },
  {
    by: 'Mihon, Aidoku',
    request: 'GET /api/v2/series/{series}/read-progress/tachiyomi',
    shape: 'trackerSeries',
  },
  {
    by: 'Mihon, Aidoku',
    request: 'PUT /api/v2/series/{series}/read-progress/tachiyomi',
    body: { lastBookNumberSortRead: 1 },
    status: 204,
  },
];

const lists = 'page=0&size=20&sort=metadata.titleSort,asc';

const komelia: Call[] = [
  { by: 'Komelia, Aidoku', request: 'GET /api/v2/users/me?remember-me=true', shape: 'user' },
  {
    by: 'Komelia',
    request: `POST /api/v1/series/list?${lists}`,
    body: { condition: ofLibrary },
    shape: 'seriesPage',
  },
  {
    by: 'Komelia',
    request: 'POST /api/v1/books/list?unpaged=true&sort=metadata.numberSort,asc',
    body: { condition: ofSeries },
    shape: 'bookPage',
  },
  { by: 'Komelia', request: 'GET /api/v1/books/ondeck?page=0&size=20', shape: 'bookPage' },
  { by: 'Komelia', request: 'GET /api/v1/books/latest?page=0&size=20', shape: 'bookPage' },
  { by: 'Komelia', request: 'GET /api/v1/series/new?oneshot=false&deleted=false', shape: 'seriesPage' },
  { by: 'Komelia', request: 'GET /api/v1/series/{series}/collections', shape: 'collections' },
  { by: 'Komelia', request: 'GET /api/v1/series/{series}/thumbnails', shape: 'thumbnails' },
  { by: 'Komelia', request: 'GET /api/v1/books/{book}/next', shape: 'book' },
  { by: 'Komelia', request: 'GET /api/v1/books/{book}/previous', status: 404 },
  { by: 'Komelia', request: 'GET /api/v1/books/{book}/readlists', shape: 'readLists' },
  { by: 'Komelia', request: 'GET /api/v1/books/{book}/pages/1/thumbnail', type: 'image/jpeg' },
  { by: 'Komelia', request: 'GET /api/v1/books/{novel}/manifest', shape: 'manifest' },
  { by: 'Komelia', request: 'GET /api/v1/books/{novel}/positions', shape: 'positions' },
  { by: 'Komelia', request: 'GET /api/v1/books/{novel}/progression', status: 204 },
  {
    by: 'Komelia',
    request: 'GET /api/v1/books/{novel}/resource/OEBPS/c1.xhtml',
    type: 'application/xhtml+xml',
  },
  { by: 'Komelia', request: 'GET /api/v1/books/{novel}/file', type: 'application/epub+zip' },
  { by: 'Komelia', request: 'GET /api/v1/tags/book', shape: 'words' },
  { by: 'Komelia', request: 'GET /api/v1/languages', shape: 'words' },
  { by: 'Komelia', request: 'GET /api/v1/series/release-dates', shape: 'words' },
  { by: 'Komelia', request: 'GET /api/v1/authors/names', shape: 'words' },
  { by: 'Komelia', request: 'GET /api/v1/authors/roles', shape: 'words' },
  { by: 'Komelia', request: 'GET /api/v2/authors?role=writer', shape: 'authorPage' },
  {
    by: 'Komelia',
    request: 'PATCH /api/v1/books/{book}/read-progress',
    body: { page: 1, completed: false },
    status: 204,
  },
  { by: 'Komelia', request: 'DELETE /api/v1/books/{book}/read-progress', status: 204 },
  { by: 'Komelia', request: 'POST /api/v1/series/{series}/read-progress', status: 204 },
  { by: 'Komelia', request: 'DELETE /api/v1/series/{series}/read-progress', status: 204 },
  { by: 'Komelia', request: 'POST /api/logout', status: 204 },
];

/** The other requests of komf write, and are listed in komf.test.ts. */
const komf: Call[] = [
  { by: 'komf', request: 'GET /api/v1/libraries/{library}', as: 'admin', shape: 'library' },
  {
    by: 'komf',
    request: 'POST /api/v1/series/list?page=0&size=500',
    body: { condition: ofLibrary },
    as: 'admin',
    shape: 'seriesPage',
  },
  { by: 'komf', request: 'GET /api/v1/books/{book}/thumbnails', as: 'admin', shape: 'thumbnails' },
];

const others: Call[] = [
  {
    by: 'KMReader',
    request: 'GET /api/v1/client-settings/global/list',
    as: 'nobody',
    shape: 'clientSettings',
  },
  {
    by: 'KMReader',
    request: 'GET /api/v1/series/updated?library_id={library}&library_id={library}',
    shape: 'seriesPage',
  },
  { by: 'KMReader', request: 'GET /actuator/info', as: 'admin' },
  {
    by: 'Aidoku',
    request: 'POST /api/v1/series/list?page=0&size=20&sort=metadata.titleSort%2Casc',
    body: { condition: { anyOf: [{ deleted: { operator: 'isFalse' } }] }, fullTextSearch: '' },
    shape: 'seriesPage',
  },
  { by: 'Aidoku', request: 'GET /api/v2/authors?search=king&role=writer', shape: 'authorPage' },
  { by: 'Paperback', request: 'GET /api/v1/tags/series', shape: 'words' },
  { by: 'Paperback', request: 'GET /api/v1/collections', shape: 'collectionPage' },
  {
    by: 'Paperback',
    request: 'GET /api/v1/series?page=0&size=40&search=&sort=titleSort',
    shape: 'seriesPage',
  },
  { by: 'Paperback', request: 'GET /api/v1/series/{series}/', shape: 'series' },
  { by: 'Paperback', request: 'GET /api/v1/series/updated/?page=0', shape: 'seriesPage' },
  {
    by: 'Paperback, the plugin of KOReader',
    request: 'GET /api/v1/books?read_status=IN_PROGRESS&sort=readProgress.readDate,desc&size=200',
    shape: 'bookPage',
  },
];

export const komgaCalls: readonly Call[] = [...mihon, ...komelia, ...komf, ...others].map((call) => ({
  ...call,
  request: call.request.replace(' ', ' /compat'),
}));
