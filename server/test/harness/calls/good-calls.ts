// Valid input for the routes of the API that need more than a path and an empty body.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { RouteDescription } from '@lectern/contract/route';
import { newId } from '../../../src/infrastructure/ids.ts';
import { makeSfnt } from '../../fonts.ts';
import { makeCbz, makeEpub, makePage, makePdf } from '../../makers/books.ts';
import { pluginGoodCalls } from '../../plugins/good-calls.ts';
import { matchingGoodCalls } from '../../plugins/matching-calls.ts';
import { makeKey } from '../api-key.ts';
import type { Client, RequestOptions } from '../client.ts';
import { anUpload, uploadCalls } from '../clients/uploads.ts';
import { addScannedLibrary, listBooks, type TestLibrary } from '../library.ts';
import type { TestServer } from '../server.ts';
import { aPerson, signIn } from '../sign-in.ts';
import { aTrashedFile, trashCalls } from '../trash.ts';
import { accessCalls } from './access-calls.ts';
import { fileCalls } from './file-calls.ts';
import { anImport, importCalls } from './import-calls.ts';

export const someId = '01890000-0000-7000-8000-000000000000';

/** Items that valid input refers to. Recreated when a call has consumed it, see isWhole. */
export interface World {
  server: TestServer;
  library: TestLibrary;
  books: Record<'cbz' | 'epub' | 'pdf', BookDto>;
}

export async function makeWorld(server: TestServer): Promise<World> {
  const files = {
    'Saga/Saga 001.cbz': await makeCbz({ mark: 'one', comicInfo: '<Title>One</Title><Series>Saga</Series>' }),
    'Saga/Saga 002.cbz': await makeCbz({ mark: 'two' }),
    'Novels/A Book.epub': makeEpub(),
    'Papers/Paper.pdf': makePdf(),
    'Broken/Broken.cbz': 'no comic at all',
  };
  const library = await addScannedLibrary(server, files, { allowFileChanges: true });
  const found = await listBooks(server.admin, library.id);
  const of = (name: string) => {
    const book = found.find(({ path }) => path.endsWith(name));
    if (!book) throw new Error(`No ${name}`);
    return book;
  };
  return {
    server,
    library,
    books: { cbz: of('Saga 001.cbz'), epub: of('A Book.epub'), pdf: of('Paper.pdf') },
  };
}

/** Returns whether the books of the world can still be read. */
export const isWhole = async ({ server, books }: World): Promise<boolean> =>
  (await server.admin.get(`/api/v1/books/${books.cbz.id}/pages/1`)).status === 200 &&
  (await server.admin.get(`/api/v1/books/${books.epub.id}/manifest`)).status === 200;

async function toForm(): Promise<FormData> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makePage(1))], { type: 'image/jpeg' }), 'cover.jpg');
  return form;
}

/** A different font on each call. */
function aFont(): FormData {
  const form = new FormData();
  const bytes = makeSfnt(undefined, { filler: ++named % 250 });
  form.append('file', new Blob([new Uint8Array(bytes)]), 'walked.ttf');
  return form;
}

export interface GoodCall {
  params?: Record<string, string>;
  query?: string;
  options?: RequestOptions;
  client?: Client;
  /** Expected status if it differs from the route's success status. */
  status?: number | readonly number[];
}

type MakeGood = (world: World) => GoodCall | Promise<GoodCall>;

async function aNewUser({ server }: World): Promise<string> {
  return (await signIn(server)).userId;
}

async function anUploadedCover({ server, books }: World): Promise<string> {
  const path = `/api/v1/books/${books.cbz.id}/cover`;
  return (await server.admin.request<{ id: string }>('POST', path, { raw: await toForm() })).body.id;
}

async function aSeriesCover({ server, books }: World): Promise<string> {
  const path = `/api/v1/series/${books.cbz.seriesId}/cover`;
  return (await server.admin.request<{ id: string }>('POST', path, { raw: await toForm() })).body.id;
}

async function aTask({ server }: World): Promise<string> {
  const { data } = (await server.admin.get<{ data: { id: string }[] }>('/api/v1/tasks?status=completed'))
    .body;
  return data[0]?.id ?? '';
}

const aPreset = { name: 'a', scope: 'list', target: 'series', condition: { allOf: [] } };
let named = 0;

async function aMadeThing({ server }: World, path: string, body: object): Promise<string> {
  return (await server.admin.post<{ id: string }>(path, body)).body.id;
}

/** Adds a genre or tag to a series and returns it. */
async function aFacet({ server, books }: World, noun: 'genres' | 'tags'): Promise<string> {
  await server.admin.patch(`/api/v1/series/${books.cbz.seriesId}/metadata`, { [noun]: [`walk ${++named}`] });
  const { data } = (await server.admin.get<{ data: { id: string }[] }>(`/api/v1/${noun}?search=walk`)).body;
  return data[0]?.id ?? '';
}

async function anAnnotation({ server, books }: World): Promise<string> {
  const id = newId();
  const path = `/api/v1/books/${books.cbz.id}/annotations/${id}`;
  await server.admin.put(path, { kind: 'bookmark', locator: { href: 'pages/1' } });
  return id;
}

async function aStoredBackup({ server }: World): Promise<GoodCall> {
  if (server.kind === 'postgres') return { status: 404 };
  const { body } = await server.admin.post<{ name: string }>('/api/v1/admin/backups');
  return { params: { name: body.name } };
}

const bodyOf = (body: unknown, extra: Omit<GoodCall, 'options'> = {}): GoodCall => ({
  ...extra,
  options: { body },
});

/** Sends the request as the web client does. */
const byOwnPage = (body: unknown, status?: number): GoodCall => ({
  options: { body, headers: { 'sec-fetch-site': 'same-origin' } },
  ...(status !== undefined && { status }),
});

/** Valid input by route. */
export const good: Record<string, MakeGood> = {
  'POST /api/v1/setup/initialize': () =>
    bodyOf({ username: 'late', email: 'late@example.org', password: 'too late for this' }, { status: 409 }),
  'POST /api/v1/auth/login': ({ server: { admin } }) =>
    bodyOf({ username: admin.username, password: admin.password }),
  'POST /api/v1/auth/register': () =>
    bodyOf({ username: 'guest', email: 'guest@example.org', password: 'as good as any' }, { status: 403 }),
  'POST /api/v1/auth/refresh': async ({ server }) =>
    bodyOf({ refreshToken: (await signIn(server)).session.refreshToken }),
  'POST /api/v1/auth/browser/login': ({ server: { admin } }) =>
    byOwnPage({ username: admin.username, password: admin.password }),
  'POST /api/v1/auth/browser/register': () =>
    byOwnPage({ username: 'guest', email: 'guest@example.org', password: 'as good as any' }, 403),
  'POST /api/v1/auth/browser/initialize': () =>
    byOwnPage({ username: 'late', email: 'late@example.org', password: 'too late for this' }, 409),
  'POST /api/v1/auth/browser/resume': ({ server: { admin } }) => byOwnPage({ userId: admin.userId }, 401),
  'POST /api/v1/auth/browser/forget': ({ server: { reader } }) => byOwnPage({ userId: reader.userId }),
  'POST /api/v1/auth/logout': async ({ server }) => ({ client: await signIn(server) }),
  'POST /api/v1/auth/oidc/{provider}/login': () => ({ status: 404 }),
  'GET /api/v1/auth/oidc/{provider}/callback': () => ({ status: 404 }),
  'DELETE /api/v1/auth/sessions/{id}': async ({ server }) => {
    const client = await signIn(server);
    const [own] = (await client.get<{ id: string }[]>('/api/v1/auth/sessions')).body;
    return { client, params: { id: own?.id ?? '' } };
  },
  'DELETE /api/v1/auth/sessions': async ({ server }) => ({ client: await signIn(server) }),
  'PUT /api/v1/user/password': async ({ server }) => {
    const client = await signIn(server);
    return bodyOf({ currentPassword: client.password, newPassword: 'another password' }, { client });
  },
  'PUT /api/v1/admin/settings/{key}': () => bodyOf({ value: 60 }, { params: { key: 'activity.keep_days' } }),
  'POST /api/v1/users': () => bodyOf(aPerson()),
  'PATCH /api/v1/users/{id}': async (world) =>
    bodyOf({ role: 'reader' }, { params: { id: await aNewUser(world) } }),
  'DELETE /api/v1/users/{id}': async (world) => ({ params: { id: await aNewUser(world) } }),
  'DELETE /api/v1/users/{id}/credentials/{credentialId}': async ({ server }) => {
    const owner = await signIn(server);
    const key = await makeKey(owner, {});
    return { params: { id: owner.userId, credentialId: key.id } };
  },
  'PUT /api/v1/users/{id}/restrictions': async (world) =>
    bodyOf({ sharedLibraryIds: [world.library.id] }, { params: { id: await aNewUser(world) } }),
  'POST /api/v1/users/restrictions/preview': (world) =>
    bodyOf({ sharedLibraryIds: [world.library.id], maxAgeRating: 12 }),
  'POST /api/v1/api-keys': () => bodyOf({ name: 'walk' }),
  'PATCH /api/v1/api-keys/{id}': () => bodyOf({ name: 'walked through' }),
  'POST /api/v1/libraries': async ({ server, library }) => {
    await server.admin.delete(`/api/v1/libraries/${library.id}`);
    return bodyOf({ name: `Walked ${++named}`, path: library.folder });
  },
  'PATCH /api/v1/libraries/{id}': () => bodyOf({ description: 'walked through' }),
  'POST /api/v1/libraries/preview-scan': ({ library }) =>
    bodyOf({ path: library.folder, seriesStrategy: 'series_folder' }),
  'POST /api/v1/libraries/{id}/scan/cancel': () => ({ status: 409 }),
  'PATCH /api/v1/series/{id}': () => bodyOf({ title: 'Renamed' }),
  'PATCH /api/v1/books/{id}': () => bodyOf({ title: 'Renamed', number: 3 }),
  'POST /api/v1/books/{id}/cover': async () => ({ options: { raw: await toForm() } }),
  'POST /api/v1/series/{id}/cover': async () => ({ options: { raw: await toForm() } }),
  'DELETE /api/v1/books/{id}/covers/{coverId}': async (world) => ({
    params: { coverId: await anUploadedCover(world) },
  }),
  'DELETE /api/v1/series/{id}/covers/{coverId}': async (world) => ({
    params: { coverId: await aSeriesCover(world) },
  }),
  'PUT /api/v1/series/{id}/covers/{coverId}/select': () => ({ params: { coverId: 'first_book' } }),
  'GET /api/v1/series/{id}/covers/{coverId}/image': () => ({ params: { coverId: 'first_book' } }),
  'GET /api/v1/books/{id}/resources/{path*}': ({ books }) => ({
    params: { id: books.epub.id, path: 'OEBPS/c1.xhtml' },
  }),
  'GET /api/v1/books/{id}/manifest': ({ books }) => ({ params: { id: books.epub.id } }),
  'GET /api/v1/books/{id}/positions': ({ books }) => ({ params: { id: books.epub.id } }),
  'PATCH /api/v1/series/{id}/metadata': () => bodyOf({ title: 'Edited', genres: ['Drama'], tags: ['one'] }),
  'PUT /api/v1/series/{id}/metadata': () => bodyOf({ title: 'Set', genres: ['Drama'], tags: ['one'] }),
  'PUT /api/v1/series/{id}/metadata/locks': () => bodyOf({ title: true }),
  'PATCH /api/v1/books/{id}/metadata': () => bodyOf({ title: 'Edited', volume: 2 }),
  'PUT /api/v1/books/{id}/metadata': () => bodyOf({ title: 'Set' }),
  'PUT /api/v1/books/{id}/metadata/locks': () => bodyOf({ title: true }),
  'PUT /api/v1/books/{id}/progress': () => bodyOf({ currentPage: 1 }),
  'GET /api/v1/books/{id}/progress': async ({ server, books }) => {
    await server.admin.put(`/api/v1/books/${books.cbz.id}/progress`, { currentPage: 1 });
    return {};
  },
  'GET /api/v1/books/{id}/progression': async ({ server, books }) => {
    await server.admin.put(`/api/v1/books/${books.cbz.id}/progress`, { currentPage: 1 });
    return {};
  },
  'PUT /api/v1/books/{id}/progression': () =>
    bodyOf({
      modified: new Date().toISOString(),
      device: { id: 'walk', name: 'Walk' },
      locator: { href: 'pages/1', locations: { totalProgression: 0.5 } },
    }),
  'PUT /api/v1/books/{id}/pages/{number}/panels': () => bodyOf({ panels: [[0, 0, 50, 100]] }),
  'PUT /api/v1/books/{id}/annotations/{annotationId}': () =>
    bodyOf(
      { kind: 'bookmark', locator: { href: 'pages/1' } },
      { params: { annotationId: newId() }, status: 201 },
    ),
  'PATCH /api/v1/books/{id}/annotations/{annotationId}': async (world) =>
    bodyOf({ note: 'Again' }, { params: { annotationId: await anAnnotation(world) } }),
  'DELETE /api/v1/books/{id}/annotations/{annotationId}': async (world) => ({
    params: { annotationId: await anAnnotation(world) },
  }),
  'POST /api/v1/reading-sessions': ({ books }) =>
    bodyOf({
      sessions: [
        {
          id: someId,
          bookId: books.cbz.id,
          startedAt: '2026-01-01T00:00:00Z',
          endedAt: '2026-01-01T00:10:00Z',
        },
      ],
    }),
  'POST /api/v1/books/bulk/read': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'POST /api/v1/books/bulk/unread': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'POST /api/v1/books/bulk/analyze': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'POST /api/v1/books/bulk/tags': ({ books }) => bodyOf({ ids: [books.cbz.id], add: ['one'] }),
  'POST /api/v1/books/bulk/genres': ({ books }) => bodyOf({ ids: [books.cbz.id], add: ['one'] }),
  'PATCH /api/v1/books/bulk/metadata': ({ books }) =>
    bodyOf({ ids: [books.cbz.id], metadata: { publisher: 'Image' } }),
  'POST /api/v1/books/bulk/metadata/list': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'PATCH /api/v1/books/bulk/metadata/each': ({ books }) =>
    bodyOf({ items: [{ id: books.cbz.id, metadata: { publisher: 'Image' } }] }),
  'PUT /api/v1/books/bulk/metadata/locks': ({ books }) =>
    bodyOf({ ids: [books.cbz.id], locks: { title: true } }),
  'POST /api/v1/series/bulk/read': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'POST /api/v1/series/bulk/unread': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'POST /api/v1/series/bulk/analyze': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'POST /api/v1/series/bulk/tags': ({ books }) => bodyOf({ ids: [books.cbz.seriesId], add: ['one'] }),
  'POST /api/v1/series/bulk/genres': ({ books }) => bodyOf({ ids: [books.cbz.seriesId], add: ['one'] }),
  'PATCH /api/v1/series/bulk/metadata': ({ books }) =>
    bodyOf({ ids: [books.cbz.seriesId], metadata: { publisher: 'Image' } }),
  'POST /api/v1/series/bulk/metadata/list': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'PATCH /api/v1/series/bulk/metadata/each': ({ books }) =>
    bodyOf({ items: [{ id: books.cbz.seriesId, metadata: { publisher: 'Image' } }] }),
  'PUT /api/v1/series/bulk/metadata/locks': ({ books }) =>
    bodyOf({ ids: [books.cbz.seriesId], locks: { title: true } }),
  // PostgreSQL is backed up with its own tools.
  'POST /api/v1/admin/backup': ({ server }) => (server.kind === 'postgres' ? { status: 409 } : {}),
  'POST /api/v1/admin/backups': ({ server }) => (server.kind === 'postgres' ? { status: 409 } : {}),
  'POST /api/v1/admin/backups/upload': async ({ server }) => {
    const form = new FormData();
    const { bytes } = await server.admin.post('/api/v1/admin/backup');
    form.append('file', new Blob([new Uint8Array(bytes)]), 'backup.zip');
    return { options: { raw: form }, ...(server.kind === 'postgres' && { status: 409 }) };
  },
  'GET /api/v1/admin/backups/{name}': aStoredBackup,
  'DELETE /api/v1/admin/backups/{name}': aStoredBackup,
  'POST /api/v1/admin/backups/{name}/restore': aStoredBackup,
  ...accessCalls,
  ...importCalls,
  ...matchingGoodCalls,
  ...uploadCalls,
  ...trashCalls,
  ...fileCalls,
  ...pluginGoodCalls,
  'POST /api/v1/admin/sharing-tags': () => bodyOf({ name: `walked ${++named}` }),
  'PATCH /api/v1/admin/sharing-tags/{id}': () => bodyOf({ description: 'walked through' }),
  'PUT /api/v1/series/{id}/sharing-tags': async (world) =>
    bodyOf({ tagIds: [await aMadeThing(world, '/api/v1/admin/sharing-tags', { name: `of ${++named}` })] }),
  'POST /api/v1/collections': ({ books }) =>
    bodyOf({ name: `made by the walk ${++named}`, ids: [books.cbz.seriesId] }),
  'PATCH /api/v1/collections/{id}': () => bodyOf({ summary: 'walked through' }),
  'POST /api/v1/collections/{id}/series': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'PUT /api/v1/collections/{id}/series': ({ books }) => bodyOf({ ids: [books.cbz.seriesId] }),
  'DELETE /api/v1/collections/{id}/series/{memberId}': ({ books }) => ({
    params: { memberId: books.cbz.seriesId },
  }),
  'POST /api/v1/readlists': ({ books }) =>
    bodyOf({ name: `made by the walk ${++named}`, ids: [books.cbz.id] }),
  'PATCH /api/v1/readlists/{id}': () => bodyOf({ summary: 'walked through' }),
  'POST /api/v1/readlists/{id}/books': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'PUT /api/v1/readlists/{id}/books': ({ books }) => bodyOf({ ids: [books.cbz.id] }),
  'DELETE /api/v1/readlists/{id}/books/{memberId}': ({ books }) => ({ params: { memberId: books.cbz.id } }),
  'POST /api/v1/readlists/import': () => {
    const form = new FormData();
    const list = `<ReadingList><Name>Walked ${++named}</Name><Books><Book Series="Saga" Number="1"/></Books></ReadingList>`;
    form.append('file', new Blob([list]), 'walked.cbl');
    return { options: { raw: form } };
  },
  'PUT /api/v1/series/{id}/rating': () => bodyOf({ rating: 80 }),
  'GET /api/v1/series/{id}/rating': async ({ server, books }) => {
    await server.admin.put(`/api/v1/series/${books.cbz.seriesId}/rating`, { rating: 70 });
    return {};
  },
  'PUT /api/v1/user/preferences': () => bodyOf({ walk: { through: true } }),
  'PUT /api/v1/user/preferences/{key}': () => bodyOf({ walk: true }),
  'GET /api/v1/user/preferences/{key}': async ({ server }) => {
    await server.admin.put('/api/v1/user/preferences/walk', { walk: true });
    return {};
  },
  'POST /api/v1/user/fonts': () => ({ options: { raw: aFont() } }),
  'POST /api/v1/user/kobo': () => bodyOf({ name: `made by the walk ${++named}` }),
  'POST /api/v1/user/koreader': () => bodyOf({ name: `made by the walk ${++named}` }),
  'POST /api/v1/filter-presets': () => bodyOf({ ...aPreset, name: `made by the walk ${++named}` }),
  'PUT /api/v1/filter-presets/{id}': () =>
    bodyOf({ name: `walked through ${++named}`, condition: { allOf: [] } }),
  'DELETE /api/v1/genres/{id}': async (world) => ({ params: { id: await aFacet(world, 'genres') } }),
  'DELETE /api/v1/tags/{id}': async (world) => ({ params: { id: await aFacet(world, 'tags') } }),
  'POST /api/v1/tasks/{id}/cancel': async (world) => ({ params: { id: await aTask(world) }, status: 409 }),
  'POST /api/v1/tasks/{id}/retry': async (world) => ({ params: { id: await aTask(world) }, status: 409 }),
  'GET /api/v1/filesystem/browse': ({ library }) => ({ query: `path=${encodeURIComponent(library.folder)}` }),
  'GET /api/docs/{name}': () => ({ params: { name: 'swagger-ui.css' } }),
};

/** Default values of path parameters such as `{id}`. */
export async function toParams(route: RouteDescription, world: World): Promise<Record<string, string>> {
  const { library, books, server } = world;
  const [noun] = /(?<=^\/api\/v1\/)[\w-]+/.exec(route.path) ?? [];
  switch (noun) {
    case 'libraries':
      return { id: library.id };
    case 'series':
      return { id: books.cbz.seriesId };
    case 'books':
      return { id: books.cbz.id, number: '1', coverId: 'embedded', annotationId: someId, bookId: someId };
    case 'users':
      return { id: server.reader.userId };
    case 'api-keys':
      return { id: (await makeKey(server.admin)).id };
    case 'collections': {
      const ids = [books.cbz.seriesId];
      return { id: await aMadeThing(world, '/api/v1/collections', { name: `c${++named}`, ids }) };
    }
    case 'readlists': {
      const ids = [books.cbz.id];
      return { id: await aMadeThing(world, '/api/v1/readlists', { name: `r${++named}`, ids }) };
    }
    case 'want-to-read':
      return { id: route.path.includes('books') ? books.cbz.id : books.cbz.seriesId };
    case 'user':
      if (route.path.includes('koreader'))
        return { id: await aMadeThing(world, '/api/v1/user/koreader', { name: `k${++named}` }) };
      if (route.path.includes('kobo'))
        return { id: await aMadeThing(world, '/api/v1/user/kobo', { name: `k${++named}` }) };
      if (route.path.includes('fonts')) {
        const { body } = await server.admin.request<{ id: string }>('POST', '/api/v1/user/fonts', {
          raw: aFont(),
        });
        return { id: body.id };
      }
      return { key: 'walk' };
    case 'filter-presets':
      return { id: await aMadeThing(world, '/api/v1/filter-presets', { ...aPreset, name: `p${++named}` }) };
    case 'admin':
      if (route.path.includes('pdf-cache')) return { bookId: books.pdf.id };
      if (route.path.includes('backups')) return { name: 'nothing.zip' };
      if (route.path.includes('imports')) return { id: await anImport(world) };
      if (route.path.includes('settings')) return { key: 'activity.keep_days' };
      return { id: await aMadeThing(world, '/api/v1/admin/sharing-tags', { name: `t${++named}` }) };
    case 'uploads':
      return { id: (await anUpload(world)) ?? someId };
    case 'trash':
      return { id: (await aTrashedFile(world)) ?? someId };
    case 'tasks':
      return { id: await aTask(world) };
    default:
      return { id: someId };
  }
}
