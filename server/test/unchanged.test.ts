// The second of two equal write requests changes no state and sends no event.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GoodCall, good, makeWorld, toParams, type World } from './harness/calls/good-calls.ts';
import { endingRoutes, toUrl } from './harness/calls/routes.ts';
import type { Client } from './harness/client.ts';
import { bearer, type EventStream, openEvents, type StreamEvent } from './harness/clients/event-stream.ts';
import { waitForQuiet } from './harness/quiet.ts';
import { withServer } from './harness/server.ts';

/** Calls that have an effect each time, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'PUT /api/v1/user/password': 'the current password differs the second time',
  'PATCH /api/v1/user/plugins/{id}': 'no plugin runs, so users have no instances',
  'PATCH /api/v1/user/tracking/{id}': 'no tracking service is connected',
  'PATCH /api/v1/admin/plugins/{id}/sources/{sourceId}': 'no plugin announces releases',
  'PUT /api/v1/series/{id}/tracking/{trackerId}': 'no tracking service is connected',
  'PUT /api/v1/books/{id}/tracking/{trackerId}': 'no tracking service is connected',
  'PUT /api/v1/series/{id}/match': 'no plugin runs, so there are no matches',
  'PUT /api/v1/books/{id}/match': 'no plugin runs, so there are no matches',
  'PATCH /api/v1/duplicates/similar/{id}': 'the library has no similar comics',
  'PATCH /api/v1/credit-pages/{id}': 'the library has no repeated pages',
  'PATCH /api/v1/drop-folder/files/{id}': 'no drop folder is configured',
  'PATCH /api/v1/uploads/{id}': 'the next part starts at another offset',
  'PUT /api/v1/books/{id}/progress': 'contains the time of reading, which differs',
};

/** Bodies with more fields than the valid calls have. */
const more: readonly [string, object | ((world: World) => object)][] = [
  [
    'PATCH /api/v1/series/{id}/metadata',
    {
      alternateTitles: [
        { title: 'Une saga', label: 'French' },
        { title: 'Una saga', label: 'Spanish' },
      ],
      authors: [{ role: 'writer', name: 'Ann' }],
      externalLinks: [{ url: 'https://example.org/saga', sourceName: 'Home' }],
      externalIds: [{ externalId: '7', source: 'example' }],
      customMetadata: { b: 1, a: 2 },
    },
  ],
  [
    'PATCH /api/v1/books/{id}/metadata',
    {
      authors: [{ role: 'writer', name: 'Ann' }],
      externalLinks: [{ url: 'https://example.org/saga/1', sourceName: 'Home' }],
      externalIds: [{ externalId: '7', source: 'example' }],
      customMetadata: { b: 1, a: 2 },
      releaseDate: '2020-01-02',
    },
  ],
  [
    'PUT /api/v1/series/{id}/metadata',
    { externalLinks: [{ url: 'https://example.org/x', sourceName: 'X' }] },
  ],
  ['PUT /api/v1/books/{id}/metadata', { externalLinks: [{ url: 'https://example.org/y', sourceName: 'Y' }] }],
  [
    'PATCH /api/v1/libraries/{id}',
    ({ library }) => ({
      name: 'The same',
      paths: library.paths,
      seriesStrategy: 'series_folder',
      excludedPatterns: ['tmp/**'],
      allowedFormats: ['cbz', 'epub', 'pdf'],
      scanning: { cronSchedule: '0 3 * * *', scanOnStart: true },
    }),
  ],
  ['PATCH /api/v1/libraries/{id}', {}],
];

withServer(
  'calls that change nothing',
  (server) => {
    let world: World;
    let stream: EventStream;
    let isRead = false;

    beforeAll(async () => {
      world = await makeWorld(server());
      await waitForQuiet(server());
      isRead = false;
      stream = await openEvents(server().url, { headers: bearer(server().admin) });
    });
    afterAll(() => stream.close());

    /** Returns the events so far. Progress events are sent last among concurrent changes. */
    async function takeEvents(): Promise<string[]> {
      const { id } = world.books.pdf;
      isRead = !isRead;
      await server().admin.post(`/api/v1/books/${id}/${isRead ? 'read' : 'unread'}`);
      const isMarker = ({ type, data }: StreamEvent) => type.startsWith('progress') && data.bookId === id;
      await stream.waitFor(isMarker);
      return stream.events
        .splice(0, stream.events.findIndex(isMarker) + 1)
        .filter((event) => !isMarker(event) && !event.type.startsWith('task'))
        .map(({ data: { timestamp: _, ...data } }) => JSON.stringify(data));
    }

    async function expectNothing(title: string, call: GoodCall & { url: string; client: Client }) {
      const [method = ''] = title.split(' ');
      const isShown = endingRoutes.some((one) => one.title === title.replace(method, 'GET'));
      const request = async () => {
        const answer = await call.client.request<object>(method, call.url, call.options ?? { body: {} });
        const { status } = answer;
        // The number of changed items differs the second time.
        const { updatedCount: _, ...body } = { updatedCount: 0, ...answer.body };
        return { status, body, state: isShown ? (await call.client.get(call.url)).body : undefined };
      };
      const first = await request();
      await takeEvents();
      const second = await request();
      const status = first.status === 201 ? 200 : first.status;
      expect.soft({ title, ...second }).toEqual({ title, ...first, status });
      expect.soft(status).toBeLessThan(300);
      expect.soft([title, await takeEvents()]).toEqual([title, []]);
    }

    const writing = endingRoutes.filter(
      ({ title, route }) => ['PUT', 'PATCH'].includes(route.method) && !exceptions[title],
    );

    test('include all repeated calls', { timeout: 120_000 }, async () => {
      for (const { title, route } of writing) {
        const call = (await good[title]?.(world)) ?? {};
        const url = toUrl(route.path, { ...(await toParams(route, world)), ...call.params });
        await expectNothing(title, { client: server().admin, ...call, url });
      }
    });

    test('include all calls that repeat their values in lists and objects', { timeout: 60_000 }, async () => {
      for (const [title, body] of more) {
        const { route } = writing.find((one) => one.title === title) ?? {};
        if (!route) throw new Error(title);
        const url = toUrl(route.path, await toParams(route, world));
        const options = { body: typeof body === 'function' ? body(world) : body };
        await expectNothing(title, { client: server().admin, url, options });
      }
    });
  },
  { withTasks: true, eventTimes: { windowMs: 20 } },
);
