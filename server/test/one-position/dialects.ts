// All protocols with reading positions. Add an entry to cover another protocol.
import type { Locator, Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import type { Client } from '../harness/client.ts';
import { deviceDialects } from './devices.ts';
import {
  type BookPosition,
  type Dialect,
  isPaged,
  type Reader,
  type ReportedPosition,
  type Target,
} from './dialect.ts';

export const dialects: readonly Dialect[] = [
  webApi('page and percentage of the API', ({ page, share }, target) =>
    isPaged(target) ? { currentPage: page } : { progressPercentage: share },
  ),
  webApi('locator of the API', async (place, target, { web }) => ({
    locator: await locate(web, `/api/v1/books/${target.bookId}`, { place, target }),
  })),
  webApi(
    'completion of the API',
    () => ({ completed: true }),
    ({ isEnd }) => isEnd,
  ),
  readium('Readium progression of the API', ({ web }) => web, '/api/v1'),
  readium('Readium progression of OPDS', ({ app }) => app, '/opds/v2'),
  readium('Readium progression of the compatibility API', ({ app }) => app, '/compat/api/v1'),
  opdsProgression('OPDS progression by share', () => []),
  opdsProgression('OPDS progression by reference', ({ page }, target) =>
    isPaged(target) ? [`#page=${page}`] : [],
  ),
  {
    name: 'OPDS page streaming',
    isForwardOnly: true,
    kinds: ['cbz', 'pdf'],
    // Clients may request the first page as a cover. A position is written by requesting a later page.
    canReport: ({ page }) => page > 1,
    async write({ app, wait }, { bookId }, { place: { page } }) {
      for (const index of [page - 2, page - 1]) {
        wait(2_000);
        await app.get(`/opds/v1/books/${bookId}/pages/${index}?width=20`);
      }
      return true;
    },
    async read({ app }, { bookId }) {
      const { bytes } = await app.get(`/opds/v1/books/${bookId}`);
      const page = /pse:lastRead="(\d+)"/.exec(bytes.toString())?.[1];
      return page === undefined ? undefined : { page: Number(page) };
    },
  },
  {
    name: 'page progress of the compatibility API',
    async write({ app }, target, { place }) {
      const { bookId, pages } = target;
      const page = isPaged(target) ? place.page : Math.min(pages, Math.floor(place.share * pages) + 1);
      return (await app.patch(`/compat/api/v1/books/${bookId}/read-progress`, { page })).status === 204;
    },
    async read({ app }, { bookId }) {
      const { body } = await app.get<CompatBook>(`/compat/api/v1/books/${bookId}`);
      const { readProgress } = body;
      return readProgress ? { page: readProgress.page, isEnd: readProgress.completed } : undefined;
    },
  },
  {
    name: 'tracker of the compatibility API',
    canReport: ({ isEnd }) => isEnd,
    async write({ app }, target) {
      const body = { lastBookNumberSortRead: target.number };
      return (await app.put(trackerPath(target), body)).status === 204;
    },
    async read({ app }, target) {
      const { body } = await app.get<{ booksReadCount: number; booksUnreadCount: number }>(
        trackerPath(target),
      );
      return body.booksUnreadCount === 1 ? undefined : { isEnd: body.booksReadCount === 1 };
    },
  },
  ...deviceDialects,
];

interface CompatBook {
  readProgress: { page: number; completed: boolean } | null;
}

const trackerPath = ({ seriesId }: Target): string =>
  `/compat/api/v2/series/${seriesId}/read-progress/tachiyomi`;

function webApi(
  name: string,
  toBody: (place: BookPosition, target: Target, reader: Reader) => object | Promise<object>,
  tellsOf?: Dialect['canReport'],
): Dialect {
  const pathOf = ({ bookId }: Target) => `/api/v1/books/${bookId}/progress`;
  return {
    name,
    ...(tellsOf && { canReport: tellsOf }),
    isDated: true,
    async write(reader, target, { place, at }) {
      const body = { ...(await toBody(place, target, reader)), ...(at && { readAt: at }) };
      const answer = await reader.web.put<{ applied: boolean }>(pathOf(target), body);
      return answer.status === 200 && answer.body.applied;
    },
    async read({ web }, target): Promise<ReportedPosition | undefined> {
      const { status, body } = await web.get<ReadProgress>(pathOf(target));
      if (status === 404) return undefined;
      const share = body.progressPercentage;
      return {
        page: body.currentPage,
        ...(!isPaged(target) && share !== null && { share }),
        isEnd: body.completed,
      };
    },
  };
}

interface Positions {
  total: number;
  positions: (Locator & { locations: { position: number; progression: number } })[];
}

/** Returns the entry of the protocol's positions list, exact to the character for a text. */
async function locate(
  client: Client,
  base: string,
  { place, target }: { place: BookPosition; target: Target },
): Promise<Locator> {
  const { positions, total } = (await client.get<Positions>(`${base}/positions`)).body;
  const at = isPaged(target) ? place.page - 1 : Math.min(total - 1, Math.floor(place.share * total));
  const locator = positions[at];
  if (!locator) throw new Error('Position not found');
  if (isPaged(target)) return locator;
  const { position, progression } = locator.locations;
  const count = positions.filter(({ href }) => href === locator.href).length;
  return {
    ...locator,
    locations: {
      position,
      progression: Math.min(1, progression + (place.share * total - at) / count),
      totalProgression: place.share,
    },
  };
}

function readium(name: string, clientOf: (reader: Reader) => Client, root: string): Dialect {
  const pathOf = ({ bookId }: Target) => `${root}/books/${bookId}`;
  const get = (reader: Reader, target: Target) =>
    clientOf(reader).get<Progression>(`${pathOf(target)}/progression`);
  return {
    name,
    isDated: true,
    async write(reader, target, { place, at = reader.now() }) {
      const client = clientOf(reader);
      const locator = await locate(client, pathOf(target), { place, target });
      const document = { modified: at, device: { id: 'urn:uuid:1', name: 'Reader' }, locator };
      return (await client.put(`${pathOf(target)}/progression`, document)).status === 204;
    },
    async read(reader, target) {
      const { status, body } = await get(reader, target);
      if (status === 204) return undefined;
      const { position, totalProgression } = body.locator.locations ?? {};
      if (isPaged(target)) return typeof position === 'number' ? { page: position } : {};
      return typeof totalProgression === 'number'
        ? { share: totalProgression, isEnd: totalProgression === 1 }
        : {};
    },
    async putBack(reader, target) {
      const { body } = await get(reader, target);
      reader.wait(1_000);
      const document = { ...body, modified: new Date(Date.parse(body.modified) + 1_000) };
      await clientOf(reader).put(`${pathOf(target)}/progression`, document);
    },
  };
}

interface OpdsDocument {
  modified: string;
  progression: number;
  references: string[];
}

function opdsProgression(
  name: string,
  toReferences: (place: BookPosition, target: Target) => string[],
): Dialect {
  const pathOf = ({ bookId }: Target) => `/opds/v2/books/${bookId}/progress`;
  return {
    name,
    isDated: true,
    async write({ app, now }, target, { place, at = now() }) {
      const document = {
        modified: at,
        device: { id: 'urn:uuid:2', name: 'Aldiko' },
        progression: place.share,
        references: toReferences(place, target),
      };
      return (await app.put(pathOf(target), document)).status === 200;
    },
    async read({ app }, target) {
      const { body, bytes } = await app.get<OpdsDocument>(pathOf(target));
      if (bytes.length === 0) return undefined;
      const page = Number(/^#page=(\d+)$/.exec(body.references[0] ?? '')?.[1]);
      return {
        ...(isPaged(target) ? { page } : { share: body.progression }),
        isEnd: body.progression === 1,
      };
    },
    async putBack({ app, wait }, target) {
      const { body } = await app.get<OpdsDocument>(pathOf(target));
      wait(1_000);
      await app.put(pathOf(target), { ...body, modified: new Date(Date.parse(body.modified) + 1_000) });
    },
  };
}
