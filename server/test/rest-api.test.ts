// The JSON API as specified for its clients, against the running server on both databases.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { PdfHandles, PdfPages } from '@lectern/contract/serving/pdf-cache';
import { fileFormats } from '@lectern/contract/values';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EventStream, openEvents } from './harness/clients/event-stream.ts';
import { addScannedLibrary, listBooks, type TestLibrary } from './harness/library.ts';
import { onBothDatabases, startTestServer } from './harness/server.ts';
import { makeCb7, makeCbr, makeCbt, makeCbz, makeEpub, makePdf } from './makers/books.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value);
const isTime: Check = (value) =>
  typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));
const isFlag: Check = (value) => typeof value === 'boolean';
const isInt32: Check = (value) => Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;
const isInt64: Check = (value) => Number.isSafeInteger(value);
const isCount: Check = (value) => isInt64(value) && (value as number) >= 0;
const isFloat: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    allowed.includes(value as string);

/** Section 2.2, field by field. */
const bookFields: Record<string, Check> = {
  id: isUuid,
  libraryId: isUuid,
  libraryName: isText,
  seriesId: isUuid,
  seriesName: isText,
  title: isText,
  titleSort: orNull(isText),
  number: orNull(isInt32),
  volume: orNull(isInt32),
  chapter: orNull(isFloat),
  pageCount: isInt32,
  path: isText,
  fileFormat: oneOf(...fileFormats),
  fileSize: isInt64,
  fileHash: isText,
  readerHash: orNull(isText),
  analyzed: isFlag,
  analysisError: orNull(isText),
  deleted: isFlag,
  readingDirection: orNull(oneOf('ltr', 'rtl', 'ttb', 'webtoon')),
  createdAt: isTime,
  updatedAt: isTime,
  // Not used by clients of the older API.
  coverVersion: isText,
};
const errorTypes = [
  'format_detection',
  'parser',
  'metadata',
  'thumbnail',
  'page_extraction',
  'pdf_rendering',
  'zero_pages',
  'other',
];

interface Envelope {
  data: BookDto[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: Record<string, string>;
}

onBothDatabases(
  'the specification',
  (server) => {
    let library: TestLibrary;
    let books: BookDto[];
    beforeAll(async () => {
      const files: Record<string, Buffer | string> = {
        'Saga/1.cbz': await makeCbz({
          mark: 's1',
          comicInfo: '<Number>1</Number><Volume>2</Volume><Manga>YesAndRightToLeft</Manga>',
        }),
        'Saga/2.cbr': await makeCbr({ mark: 's2' }),
        'Saga/3.cbt': await makeCbt({ mark: 's3' }),
        'Saga/3.cb7': await makeCb7({ mark: 's3' }),
        'Novels/Novel.epub': makeEpub(),
        'Papers/Paper.pdf': makePdf({ pages: [{}, {}] }),
        'Broken/Broken.cbz': 'no comic',
      };
      for (let n = 0; n < 8; n++) files[`Many/${n}.cbz`] = await makeCbz({ mark: `m${n}`, pages: 1 });
      library = await addScannedLibrary(server(), files);
      books = await listBooks(server().reader, library.id);
      await server().reader.post(`/api/v1/books/${books[0]?.id}/read`);
    });
    const expectFields = (value: object, fields: Record<string, Check>) => {
      const record = value as Record<string, unknown>;
      for (const [name, check] of Object.entries(fields))
        expect([name, name in record, record[name], check(record[name])]).toEqual([
          name,
          true,
          record[name],
          true,
        ]);
    };

    test('every book has every field, including nullable ones, with the right type and range', async () => {
      for (const who of [server().reader, server().admin])
        for (const book of await listBooks(who, library.id)) expectFields(book, bookFields);
      expect(new Set(books.map(({ fileFormat }) => fileFormat))).toEqual(
        new Set(['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf']),
      );
    });

    test("readProgress is null or the caller's progress", async () => {
      const [read, unread] = await listBooks(server().reader, library.id);
      expect(read?.readProgress).toMatchObject({ completed: true, userId: server().reader.userId });
      expect(unread?.readProgress).toBeNull();
    });

    test('the reading direction of a series defaults to that of its library', async () => {
      const of = (name: string) => books.find(({ seriesName }) => seriesName === name)?.readingDirection;
      expect([of('Saga'), of('Many')]).toEqual(['rtl', library.defaultReadingDirection]);
    });

    test('a failed book has an error and is not analyzed', () => {
      const broken = books.find(({ path }) => path.endsWith('Broken.cbz'));
      expect(broken).toMatchObject({ analyzed: false, analysisError: expect.any(String) });
      expect(books.find(({ path }) => path.endsWith('1.cbz'))).toMatchObject({
        analyzed: true,
        analysisError: null,
      });
    });

    test('errors are grouped by type, with label, count and books', async () => {
      const { body } = await server().admin.get<{ groups: Record<string, unknown>[] }>(
        `/api/v1/books/errors?libraryId=${library.id}`,
      );
      expect(body.groups.length).toBeGreaterThan(0);
      for (const group of body.groups) {
        expectFields(group, {
          errorType: oneOf(...errorTypes),
          label: isText,
          count: isCount,
          books: Array.isArray,
        });
        for (const { book, errors } of group.books as { book: BookDto; errors: object[] }[]) {
          expectFields(book, bookFields);
          for (const error of errors)
            expectFields(error, { errorType: oneOf(...errorTypes), message: isText, occurredAt: isTime });
        }
      }
    });

    test('the PDF cache statistics have every figure', async () => {
      const paper = books.find(({ fileFormat }) => fileFormat === 'pdf');
      await server().reader.get(`/api/v1/books/${paper?.id}/pages/1`);
      const { body } = await server().admin.get<{ handles: PdfHandles; pages: PdfPages }>(
        '/api/v1/admin/pdf-cache',
      );
      expectFields(body.handles, {
        capacity: isCount,
        currentSize: isCount,
        enabled: isFlag,
        entries: Array.isArray,
        evictions: isCount,
        hits: isCount,
        idleEvictions: isCount,
        idleTtlSeconds: isCount,
        misses: isCount,
        opens: isCount,
      });
      for (const entry of body.handles.entries)
        expectFields(entry, {
          ageSeconds: isCount,
          bookId: isUuid,
          idleSeconds: isCount,
          path: isText,
          renderCount: isCount,
        });
      expectFields(body.pages, {
        bookCount: isCount,
        cacheDir: isText,
        cacheEnabled: isFlag,
        oldestFileAgeDays: orNull(isInt32),
        totalFiles: isCount,
        totalSizeBytes: isCount,
        totalSizeHuman: (value) => /^\d+\.\d [KMGT]?B$/.test(String(value)),
      });
    });

    test('lists use the envelope with 1-based pages and relative links', async () => {
      const path = `/api/v1/books?libraryId=${library.id}&pageSize=5`;
      const { body } = await server().reader.get<Envelope>(`${path}&page=2`);
      expect(body).toMatchObject({ page: 2, pageSize: 5, total: 15, totalPages: 3 });
      expect(body.data).toHaveLength(5);
      for (const name of ['self', 'first', 'next', 'last']) {
        const link = body.links[name] ?? '';
        expect([name, link.startsWith('/api/v1/books?')]).toEqual([name, true]);
        expect(new URL(link, 'http://x').searchParams.get('pageSize')).toBe('5');
      }
      const pageOf = (name: string) => new URL(body.links[name] ?? '', 'http://x').searchParams.get('page');
      expect(['self', 'first', 'next', 'last'].map(pageOf)).toEqual(['2', '1', '3', '3']);
      const next = await server().reader.get<Envelope>(body.links.next ?? '');
      expect(next.body.page).toBe(3);
      expect(next.body.links.next).toBeUndefined();
    });

    test('field names in lists are in camel case', async () => {
      const { body } = await server().admin.get<Envelope>('/api/v1/books');
      for (const name of [...Object.keys(body), ...Object.keys(body.data[0] ?? {})])
        expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
    });

    test('presets return 201, 200, 204; 400, 404, 409', async () => {
      const { reader } = server();
      const path = '/api/v1/filter-presets';
      const preset = { name: 'Spec', scope: 'list', target: 'books', condition: { allOf: [] } };
      const made = await reader.post<{ id: string }>(path, preset);
      expect(made.status).toBe(201);
      const one = `${path}/${made.body.id}`;
      expect((await reader.get(path)).status).toBe(200);
      expect((await reader.get(one)).status).toBe(200);
      expect((await reader.put(one, { ...preset, name: 'Spec 2' })).status).toBe(200);
      expect((await reader.post(path, { ...preset, name: 'Spec 2' })).status).toBe(409);
      expect((await reader.post(path, {})).status).toBe(400);
      expect((await reader.put(one, {})).status).toBe(400);
      const other = (await reader.post<{ id: string }>(path, { ...preset, name: 'Other' })).body.id;
      expect((await reader.put(`${path}/${other}`, { ...preset, name: 'Spec 2' })).status).toBe(409);
      expect((await reader.delete(one)).status).toBe(204);
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        expect((await reader.request(method, one, method === 'PUT' ? { body: preset } : {})).status).toBe(
          404,
        );
      expect((await server().admin.get(`${path}/${other}`)).status).toBe(404);
    });

    test('lists take page and pageSize in the query and filters in the body', async () => {
      const { reader } = server();
      const body = {
        condition: { libraryId: { operator: 'is', value: library.id } },
        fullTextSearch: 'saga',
      };
      const books = await reader.post<Envelope>('/api/v1/books/list?page=1&pageSize=1&sort=title,asc', body);
      expect(books.body).toMatchObject({ page: 1, pageSize: 1, total: 4, totalPages: 4 });
      const series = await reader.post<Envelope>(
        '/api/v1/series/list?page=1&pageSize=10&sort=name,asc',
        body,
      );
      expect(series.body).toMatchObject({ page: 1, pageSize: 10, total: 1 });
      const sorted = await reader.post<Envelope>(`/api/v1/series/list?sort=name,asc`, {
        condition: body.condition,
      });
      const titles = sorted.body.data.map(({ title }) => title);
      expect(titles).toEqual(titles.toSorted());
    });

    test('accepts access tokens and API keys', async () => {
      const { username, password } = server().admin;
      const login = await server().post<{ accessToken: string }>('/api/v1/auth/login', {
        username,
        password,
      });
      expect(login.status).toBe(200);
      const bearer = server().as({ authorization: `Bearer ${login.body.accessToken}` });
      expect((await bearer.get('/api/v1/books')).status).toBe(200);
      const key = await bearer.post<{ key: string }>('/api/v1/api-keys', { name: 'spec' });
      expect((await server().as({ 'x-api-key': key.body.key }).get('/api/v1/books')).status).toBe(200);
      expect((await server().get('/api/v1/books')).status).toBe(401);
    });

    test('the health check needs no authentication', async () => {
      expect((await server().get('/health')).status).toBe(200);
    });

    test('/api/v1/events is an event stream', async () => {
      const { accessToken } = server().reader.session;
      const stream: EventStream = await openEvents(server().url, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      stream.close();
    });

    test('page defaults to 1 and pageSize to 50, at most 500', async () => {
      const defaultPage = await server().reader.get<Envelope>('/api/v1/books');
      expect(defaultPage.body).toMatchObject({ page: 1, pageSize: 50 });
      expect((await server().reader.get<Envelope>('/api/v1/books?pageSize=501')).body.pageSize).toBe(500);
      const far = await server().reader.get<Envelope>('/api/v1/books?page=100000');
      expect([far.status, far.body.data]).toEqual([200, []]);
      for (const bad of ['page=0', 'page=x', 'pageSize=0', 'pageSize=-1'])
        expect((await server().reader.get(`/api/v1/books?${bad}`)).status).toBe(400);
    });

    test('the API description contains version and license', async () => {
      const { body } = await server().get<{
        info: { version: string; license: { name: string } };
        paths: object;
      }>('/api/openapi.json');
      expect(body.info).toMatchObject({ version: '1.27.1', license: { name: 'MIT' } });
      for (const path of Object.keys(body.paths)) expect(path).toMatch(/^\/(api\/|health|metrics)/);
    });
  },
  { withTasks: true },
);

describe('the rate limit', () => {
  test('uses a token bucket, reports it in headers, and returns 429 in its own format', async () => {
    const server = await startTestServer({
      environment: { LECTERN_RATE_LIMIT_ENABLED: 'true' },
      clock: () => 1_800_000_000_000,
    });
    try {
      const first = await server.get('/api/v1/info');
      expect(first.headers.get('x-ratelimit-limit')).toBe('50');
      expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(50);
      expect(first.headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
      const signedIn = await server.reader.get('/api/v1/books');
      expect(signedIn.headers.get('x-ratelimit-limit')).toBe('200');
      let refused = first;
      for (let n = 0; n < 60 && refused.status !== 429; n++) refused = await server.get('/api/v1/info');
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(refused.body).toEqual({
        error: 'rate_limit_exceeded',
        message: expect.stringContaining(String(wait)),
        retry_after: wait,
      });
      expect((await server.get('/health')).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
