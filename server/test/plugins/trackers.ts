// Simulates the tracking services to the extent that Lectern uses them, and trackers that use the simulations.

import type { Plugin } from '@lectern/contract/plugins/plugins';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { builtInProviders } from '#composition/built-in-providers.ts';
import type { BuiltInPlugins, BuiltInProvider } from '#features/plugins/index.ts';
import type { SyncEntry } from '#features/plugins/protocol/index.ts';
import { createBuiltInPlugins } from '#features/providers/index.ts';
import { ProviderTraffic } from '#features/providers/traffic/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { Outside } from '#infrastructure/outside/index.ts';
import { openQuietDatabaseOf } from '../harness/open-database.ts';
import { pluginsPath } from './plugin-calls.ts';
import { type Services, startServed } from './services.ts';

type Entry = Record<string, unknown>;

/** The token that all services accept. */
export const goodToken = 'good-token';

interface FakeList {
  /** By the id of the series or book. */
  entries: Map<number, Entry>;
  /** Written entries, in order. */
  written: Entry[];
}

const madeList = (): FakeList => ({ entries: new Map(), written: [] });

/** Series with ids from 1 to 500, of which the last have totals. Scores have the given format. */
export function fakeAnilist({ answers }: Services, { scoreFormat = 'POINT_100' } = {}): FakeList {
  const list = madeList();
  answers.set('graphql.anilist.co/', ({ headers, json: { query = '', variables = {} } }, response) => {
    if (headers.authorization !== `Bearer ${goodToken}`) {
      response.writeHead(400).end('{"errors":[{"message":"Invalid token","status":400}],"data":null}');
      return;
    }
    const id = Number(variables.id ?? variables.mediaId);
    if (query.includes('SaveMediaListEntry')) {
      const { mediaId: _, progressVolumes, scoreRaw, ...rest } = variables;
      list.written.push(variables);
      list.entries.set(id, {
        ...list.entries.get(id),
        ...rest,
        ...(progressVolumes !== undefined && { progressVolumes }),
        ...(scoreRaw !== undefined && { score: scoreRaw }),
      });
      return { data: { SaveMediaListEntry: { id } } };
    }
    if (query.includes('mediaListEntry')) {
      if (id > 500) {
        response
          .writeHead(404)
          .end('{"data":{"Media":null},"errors":[{"message":"Not Found.","status":404}]}');
        return;
      }
      const Viewer = { mediaListOptions: { scoreFormat } };
      const totals = id > 400 ? { chapters: 100, volumes: 10 } : { chapters: null, volumes: null };
      return { data: { Viewer, Media: { id, ...totals, mediaListEntry: list.entries.get(id) ?? null } } };
    }
    if (query.includes('mediaList(')) {
      const { page, perPage } = variables as { page: number; perPage: number };
      const all = [...list.entries].map(([mediaId, entry]) => ({
        ...entry,
        mediaId,
        updatedAt: 1_700_000_000 + mediaId,
        media: { title: { userPreferred: `Series ${mediaId}` } },
      }));
      const mediaList = all.slice((page - 1) * perPage, page * perPage);
      return { data: { Page: { pageInfo: { hasNextPage: page * perPage < all.length }, mediaList } } };
    }
    return {
      data: { Viewer: { id: 7, name: 'reader', siteUrl: 'https://anilist.co/user/reader', avatar: {} } },
    };
  });
  return list;
}

export function fakeMangabaka({ answers }: Services): FakeList {
  const list = madeList();
  const path = 'api.mangabaka.org/v1/my';
  const isKnown = (headers: Record<string, unknown>) =>
    headers['x-api-key'] === goodToken || headers.authorization === `Bearer ${goodToken}`;
  answers.set(`${path}/profile`, ({ headers }, response) => {
    if (isKnown(headers)) return { status: 200, data: { id: 'u1', nickname: 'reader' } };
    response.writeHead(401).end('{"status":401}');
  });
  answers.set(`${path}/library`, ({ query }) => {
    const page = Number(query.get('page'));
    const limit = Number(query.get('limit'));
    const all = [...list.entries].map(([id, entry]) => ({
      ...entry,
      series_id: id,
      Series: { id, title: `Series ${id}` },
    }));
    const next =
      page * limit < all.length ? `https://api.mangabaka.org/v1/my/library?page=${page + 1}` : null;
    return { status: 200, data: all.slice((page - 1) * limit, page * limit), pagination: { next } };
  });
  for (let id = 1; id <= 20; id += 1)
    answers.set(`${path}/library/${id}`, ({ method, headers, json }, response) => {
      const known = list.entries.get(id);
      const say = (status: number) => void response.writeHead(status).end(JSON.stringify({ status }));
      if (!isKnown(headers)) return say(401);
      if (method === 'GET') return known ? { status: 200, data: known } : say(404);
      if ((method === 'POST') === (known !== undefined)) return say(409);
      list.written.push(json);
      list.entries.set(id, { ...known, ...json });
      response.writeHead(method === 'POST' ? 201 : 200).end('{"status":200,"data":true}');
    });
  return list;
}

export function fakeMyAnimeList({ answers }: Services): FakeList {
  const list = madeList();
  const path = 'api.myanimelist.net/v2';
  answers.set(`${path}/users/@me`, ({ headers }, response) => {
    if (headers.authorization === `Bearer ${goodToken}`) return { id: 7, name: 'reader' };
    response.writeHead(401).end('{"error":"invalid_token"}');
  });
  answers.set(`${path}/users/@me/mangalist`, ({ query }) => {
    const offset = Number(query.get('offset'));
    const limit = Number(query.get('limit'));
    const all = [...list.entries].map(([id, entry]) => ({
      node: { id, title: `Series ${id}` },
      list_status: entry,
    }));
    const paging = offset + limit < all.length ? { next: 'https://api.myanimelist.net/v2/next' } : {};
    return { data: all.slice(offset, offset + limit), paging };
  });
  for (let id = 1; id <= 20; id += 1) {
    answers.set(`${path}/manga/${id}`, () => {
      const known = list.entries.get(id);
      return { id, num_chapters: 0, num_volumes: 0, ...(known && { my_list_status: known }) };
    });
    answers.set(`${path}/manga/${id}/my_list_status`, ({ method, form }) => {
      if (method !== 'PUT') throw new Error(`${method} does not write progress`);
      list.written.push(form);
      const { is_rereading: isRereading, num_chapters_read, num_volumes_read, score, ...rest } = form;
      list.entries.set(id, {
        ...list.entries.get(id),
        ...rest,
        ...(isRereading !== undefined && { is_rereading: isRereading === 'true' }),
        ...(num_chapters_read !== undefined && { num_chapters_read: Number(num_chapters_read) }),
        ...(num_volumes_read !== undefined && { num_volumes_read: Number(num_volumes_read) }),
        ...(score !== undefined && { score: Number(score) }),
      });
      return list.entries.get(id);
    });
  }
  return list;
}

/** Books with 400 pages as e-books and 500 printed pages; the edition with an ISBN has 300. */
export function fakeHardcover({ answers }: Services): FakeList {
  const list = madeList();
  let made = 100;
  const readsOf = (id: number): Entry[] => (list.entries.get(id)?.user_book_reads ?? []) as Entry[];
  const bookOfUserBook = (userBookId: unknown): number =>
    [...list.entries].find(([, entry]) => entry.id === userBookId)?.[0] ?? 0;
  answers.set('api.hardcover.app/v1/graphql', ({ headers, json: { query = '', variables = {} } }) => {
    if (headers.authorization !== `Bearer ${goodToken}`) return { error: 'Unable to verify token' };
    const { id, isbn, object: given } = variables as { id: number; isbn?: string; object: Entry };
    if (query.startsWith('mutation')) list.written.push({ [/\{\s*(\w+)\(/.exec(query)?.[1] ?? '']: given });
    if (query.includes('insert_user_book(')) {
      const bookId = Number(given.book_id);
      const reads = given.status_id === 2 ? [{ id: ++made, started_at: '2026-11-26' }] : [];
      list.entries.set(bookId, { ...given, id: ++made, user_book_reads: reads });
      return { data: { insert_user_book: { error: null, user_book: list.entries.get(bookId) } } };
    }
    if (query.includes('update_user_book(')) {
      const bookId = bookOfUserBook(id);
      list.entries.set(bookId, { ...list.entries.get(bookId), ...given });
      return { data: { update_user_book: { id, error: null } } };
    }
    if (query.includes('insert_user_book_read(')) {
      readsOf(bookOfUserBook(id)).unshift({ id: ++made, ...given });
      return { data: { insert_user_book_read: { id: made, error: null } } };
    }
    if (query.includes('update_user_book_read(')) {
      const read = [...list.entries.keys()].flatMap(readsOf).find((one) => one.id === id);
      if (!read) return { data: { update_user_book_read: { id: null, error: 'No such read' } } };
      Object.assign(
        read,
        { started_at: null, finished_at: null, progress_pages: null, edition_id: null },
        given,
      );
      return { data: { update_user_book_read: { id, error: null } } };
    }
    if (query.includes('books(where: { id')) {
      const entry = list.entries.get(id);
      const book = {
        id,
        editions: isbn ? [{ id: 3, pages: 300 }] : [],
        default_ebook_edition: { id: 4, pages: 400 },
        default_physical_edition: { id: 5, pages: 500 },
      };
      return { data: { me: [{ user_books: entry ? [entry] : [] }], books: id > 500 ? [] : [book] } };
    }
    if (query.includes('user_books(order_by')) {
      const { limit, offset } = variables as { limit: number; offset: number };
      const all = [...list.entries].map(([bookId, entry]) => ({
        ...entry,
        book_id: bookId,
        book: { title: `Book ${bookId}` },
      }));
      return { data: { me: [{ user_books: all.slice(offset, offset + limit) }] } };
    }
    return { data: { me: [{ id: 7, username: 'reader' }] } };
  });
  return list;
}

/** Starts the trackers on an idle server. */
export function serveTrackers() {
  let served: Awaited<ReturnType<typeof startServed>>;
  let opened: OpenedDatabase;
  let builtIn: BuiltInPlugins;
  let plugins: Plugin[];
  beforeAll(async () => {
    served = await startServed();
    const { server, services } = served;
    plugins = (await server.admin.get<{ plugins: Plugin[] }>(pluginsPath)).body.plugins;
    opened = await openQuietDatabaseOf(server);
    const { config } = loadConfig({ environment: server.environment, cwd: server.folder });
    const outside = new Outside({ config, lead: services.lead });
    let looks = 0;
    const clock = () => Date.now() + ++looks * 5_000;
    builtIn = createBuiltInPlugins(builtInProviders, new ProviderTraffic(opened, outside, clock));
  });
  afterAll(async () => {
    await opened.close();
    await served.stop();
  });
  beforeEach(() => {
    served.services.answers.clear();
    served.services.asked.length = 0;
  });
  return {
    services: () => served.services,
    /** Opens a tracker as a user with these credentials. */
    on(name: string, credentials: Record<string, string> = { access_token: goodToken }): BuiltInProvider {
      const pluginId = plugins.find((one) => one.package === `built-in:${name}`)?.id ?? '';
      const call = { timeoutMs: 20_000, isQueued: false };
      return builtIn.open(name, { ...call, pluginId, callerId: pluginId, config: {}, credentials });
    },
  };
}

/** A progress entry for a tracker. */
export const reading = (externalId: string, more: Partial<SyncEntry> = {}): SyncEntry => ({
  externalId,
  status: 'reading',
  libraryId: 'l',
  libraryName: 'Manga',
  title: 'A series',
  progress: {},
  ...more,
});

/** Sends one entry. Returns its outcome. */
export const pushOne = async (tracker: BuiltInProvider, entry: SyncEntry) =>
  (await tracker.push([entry], { isPreview: false }))[0];
