// Trackers against simulated services: progress is only raised, and existing values are kept.
import { expect, test } from 'vitest';
import type { SyncEntry } from '#features/plugins/protocol/index.ts';
import {
  fakeAnilist,
  fakeMangabaka,
  fakeMyAnimeList,
  goodToken,
  pushOne,
  reading,
  serveTrackers,
} from '../../../../test/plugins/trackers.ts';

const { services, on } = serveTrackers();

test('AniList: creates a complete private entry, uses the highest number, and writes nothing the second time', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  expect(await call.getUser()).toBe('reader');
  const entry = reading('https://anilist.co/manga/13/One-Piece', {
    progress: { volumes: 3, maxVolume: 12.5, maxChapter: 110.9 },
    score: 85,
    startedAt: '2026-10-01T22:30:00.000Z',
    completedAt: '2026-10-02',
    private: true,
  });
  expect(await pushOne(call, entry)).toEqual({
    externalId: 'https://anilist.co/manga/13/One-Piece',
    status: 'created',
    error: null,
    before: null,
    after: { status: 'reading', chapters: 110, volumes: 12, score: 85 },
  });
  expect(list.written).toEqual([
    {
      mediaId: 13,
      status: 'CURRENT',
      progress: 110,
      progressVolumes: 12,
      scoreRaw: 85,
      private: true,
      startedAt: { year: 2026, month: 10, day: 1 },
    },
  ]);
  expect(await pushOne(call, entry)).toMatchObject({ status: 'unchanged' });
  expect(list.written).toHaveLength(1);
});

test('AniList: lowers no progress, keeps dates and privacy, and sends only existing scores', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  list.entries.set(1, {
    status: 'CURRENT',
    progress: 50,
    progressVolumes: 4,
    score: 70,
    startedAt: { year: 2020, month: null, day: null },
    completedAt: {},
  });
  const progress = { maxVolume: 5, maxChapter: 20 };
  const pushed = await pushOne(call, reading('1', { progress, startedAt: '2026-01-01', private: true }));
  expect(pushed).toMatchObject({
    status: 'updated',
    before: { status: 'reading', chapters: 50, volumes: 4, score: 70 },
    after: { status: 'reading', chapters: 50, volumes: 5, score: 70 },
  });
  expect(list.written).toEqual([{ mediaId: 1, progressVolumes: 5 }]);
});

test('AniList: uses book counts only without numbers, and does not exceed totals', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  await pushOne(call, reading('1', { progress: { volumes: 3 } }));
  await pushOne(call, reading('2', { progress: { volumes: 30, maxChapter: 30 } }));
  await pushOne(call, reading('450', { progress: { maxChapter: 300, maxVolume: 12 } }));
  expect(list.written).toEqual([
    { mediaId: 1, status: 'CURRENT', progressVolumes: 3 },
    { mediaId: 2, status: 'CURRENT', progress: 30 },
    { mediaId: 450, status: 'CURRENT', progress: 100, progressVolumes: 10 },
  ]);
});

test('AniList: keeps a completed entry until a reread, and a paused or dropped one until further reading', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  const completedAt = { year: 2025, month: 6, day: 1 };
  const withStatus = (status: string, more: object = {}) =>
    list.entries.set(1, { status, progress: 10, progressVolumes: 0, ...more });
  const push = async (status: SyncEntry['status'], more: Partial<SyncEntry> = {}) => {
    list.written.length = 0;
    await pushOne(call, { ...reading('1', { progress: { maxChapter: 10 } }), status, ...more });
    return list.written[0]?.status;
  };
  withStatus('COMPLETED', { completedAt });
  expect(await push('reading')).toBe(undefined);
  expect(await push('plan_to_read')).toBe(undefined);
  expect(await push('dropped')).toBe(undefined);
  expect(await push('reading', { startedAt: '2025-05-01' })).toBe(undefined);
  expect(await push('reading', { startedAt: '2026-02-01' })).toBe(undefined);
  expect(await push('reading', { rereading: true })).toBe('REPEATING');
  expect(await push('reading')).toBe(undefined);
  expect(await push('completed', { completedAt: '2025-06-01' })).toBe(undefined);
  expect(await push('completed', { completedAt: '2026-03-01' })).toBe('COMPLETED');
  withStatus('PAUSED');
  expect(await push('reading')).toBe(undefined);
  expect(await push('reading', { progress: { maxChapter: 11 } })).toBe('CURRENT');
  withStatus('DROPPED');
  expect(await push('completed')).toBe('COMPLETED');
  withStatus('CURRENT');
  expect(await push('plan_to_read')).toBe(undefined);
  expect(await push('on_hold')).toBe('PAUSED');
  withStatus('PLANNING');
  expect(await push('reading')).toBe('CURRENT');
});

test.each([
  ['POINT_10', 84, 80],
  ['POINT_5', 90, 100],
  ['POINT_3', 50, 60],
  ['POINT_10_DECIMAL', 84, 84],
])(
  'AniList: rounds a score to the format %s, and does not send it again',
  async (scoreFormat, score, sent) => {
    const list = fakeAnilist(services(), { scoreFormat });
    const call = on('anilist-tracking');
    await pushOne(call, reading('1', { score }));
    expect(list.written).toMatchObject([{ scoreRaw: sent }]);
    expect(await pushOne(call, reading('1', { score }))).toMatchObject({ status: 'unchanged' });
  },
);

test('a dry run returns the expected changes without writing', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  list.entries.set(1, { status: 'PLANNING', progress: 0, progressVolumes: 0 });
  const entries = [reading('1', { progress: { maxVolume: 2 } }), reading('2')];
  expect(await call.push(entries, { isPreview: true })).toMatchObject([
    { externalId: '1', status: 'updated', before: { status: 'plan_to_read' }, after: { volumes: 2 } },
    { externalId: '2', status: 'created', after: { status: 'reading' } },
  ]);
  expect(list.written).toEqual([]);
});

test('an invalid entry does not stop others; a rejected token, a rate limit or turned-off access stops all', async () => {
  const list = fakeAnilist(services());
  const entries = [reading('x'), reading('999'), reading('1')];
  const pushed = await on('anilist-tracking').push(entries, { isPreview: false });
  expect(pushed.map(({ externalId, status }) => [externalId, status])).toEqual([
    ['x', 'failed'],
    ['999', 'failed'],
    ['1', 'created'],
  ]);
  expect(list.written).toHaveLength(1);
  for (const credentials of [{ access_token: 'old' }, {} as Record<string, string>])
    await expect(
      on('anilist-tracking', credentials).push([reading('1')], { isPreview: false }),
    ).rejects.toMatchObject({ kind: 'authentication' });
  // Entries that were already written are still reported.
  let asked = 0;
  const answer = services().answers.get('graphql.anilist.co/');
  services().answers.set('graphql.anilist.co/', (one, response) => {
    asked += 1;
    if (asked <= 2) return answer?.(one, response);
    response.writeHead(429, { 'retry-after': '1' }).end('{}');
  });
  const some = [reading('5'), reading('6'), reading('7')];
  const limited = await on('anilist-tracking').push(some, { isPreview: false });
  expect([limited.map(({ status }) => status), asked]).toEqual([['created', 'failed', 'failed'], 3]);
  await expect(on('anilist').getUser()).rejects.toMatchObject({ kind: 'unsupported' });
});

test('AniList: pulls lists by page with progress, never from the cache', async () => {
  const list = fakeAnilist(services());
  const call = on('anilist-tracking');
  for (let id = 1; id <= 51; id += 1)
    list.entries.set(id, {
      status: id === 1 ? 'REPEATING' : 'COMPLETED',
      progress: id,
      progressVolumes: 2,
      score: 0,
    });
  list.entries.set(2, { ...list.entries.get(2), score: 75, completedAt: { year: 2024, month: 2, day: 3 } });
  const first = await call.pull({ cursor: undefined, limit: 50 });
  expect(first.entries.length).toBe(50);
  expect(first.entries.slice(0, 2)).toEqual([
    { externalId: '1', title: 'Series 1', status: 'reading', chapters: 1, volumes: 2, score: null },
    { externalId: '2', title: 'Series 2', status: 'completed', chapters: 2, volumes: 2, score: 75 },
  ]);
  const second = await call.pull({ cursor: first.next, limit: 50 });
  expect([second.entries.map(({ externalId }) => externalId), second.next]).toEqual([['51'], undefined]);
  // The user is requested only once.
  expect(services().asked).toHaveLength(3);
  list.entries.set(51, { status: 'DROPPED', progress: 1 });
  expect(await call.pull({ cursor: first.next, limit: 50 })).toMatchObject({
    entries: [{ status: 'dropped' }],
  });
});

test('MangaBaka: accepts a key or token, creates with POST, updates with PATCH, and reports rereads separately', async () => {
  const list = fakeMangabaka(services());
  const call = on('mangabaka-tracking', { api_key: goodToken });
  expect(await call.getUser()).toBe('reader');
  const progress = { maxChapter: 7.5 };
  const made = reading('https://mangabaka.org/2', { progress, score: 90, private: true });
  expect(await pushOne(call, made)).toMatchObject({ status: 'created', after: { chapters: 7, score: 90 } });
  const byToken = on('mangabaka-tracking');
  expect(await pushOne(byToken, { ...made, score: 91 })).toMatchObject({ status: 'updated' });
  expect(list.written).toEqual([
    { state: 'reading', progress_chapter: 7, rating: 90, is_private: true },
    { rating: 91 },
  ]);
  list.entries.set(3, { state: 'completed', progress_volume: 5, finish_date: '2025-01-01T00:00:00.000Z' });
  const again = reading('3', { rereading: true, progress: { maxVolume: 1 } });
  expect(await pushOne(call, again)).toMatchObject({ status: 'updated', after: { volumes: 5 } });
  expect(list.entries.get(3)).toMatchObject({ state: 'rereading', progress_volume: 5 });
  expect(await pushOne(call, { ...again, status: 'on_hold' })).toMatchObject({ status: 'unchanged' });
  list.entries.set(4, { state: 'paused', progress_chapter: 3, rating: 50, start_date: '2025-01-01' });
  expect((await call.pull({ cursor: undefined, limit: 2 })).next).toBe('2');
  expect(await call.pull({ limit: 2, cursor: '2' })).toEqual({
    entries: [{ externalId: '4', title: 'Series 4', status: 'on_hold', score: 50, chapters: 3, volumes: 0 }],
    next: undefined,
  });
  for (const credentials of [{ api_key: 'old' }, {} as Record<string, string>])
    await expect(on('mangabaka-tracking', credentials).getUser()).rejects.toMatchObject({
      kind: 'authentication',
    });
});

test.each([
  ['a completed entry', { status: 'completed', num_chapters_read: 9 }, undefined],
  ['an entry with progress', { status: 'reading', num_chapters_read: 3 }, undefined],
  ['a paused entry', { status: 'on_hold', num_chapters_read: 0 }, undefined],
  ['a planned entry', { status: 'plan_to_read', num_chapters_read: 0 }, '2026-01-01'],
])('sets the start date of %s only before any progress exists there', async (_, there, expected) => {
  const list = fakeMyAnimeList(services());
  list.entries.set(1, there);
  const entry = { startedAt: '2026-01-01', completedAt: '2026-02-01', progress: { maxChapter: 10 } };
  await pushOne(on('myanimelist-tracking'), reading('1', entry));
  expect(list.written[0]?.start_date).toBe(expected);
  expect(list.written[0]?.finish_date).toBeUndefined();
});

test('keeps an empty finish date of an entry that was completed before', async () => {
  const list = fakeMyAnimeList(services());
  list.entries.set(1, { status: 'completed', num_chapters_read: 9 });
  const entry = reading('1', { completedAt: '2026-02-01', status: 'completed' });
  expect(await pushOne(on('myanimelist-tracking'), entry)).toMatchObject({ status: 'unchanged' });
});

test('MyAnimeList: sends forms with PUT and integer scores, and treats 403 as a rate limit', async () => {
  const list = fakeMyAnimeList(services());
  const call = on('myanimelist-tracking');
  expect(await call.getUser()).toBe('reader');
  const entry = reading('1', {
    progress: { maxVolume: 3 },
    score: 86,
    startedAt: '2026-01-02',
    private: true,
  });
  expect(await pushOne(call, entry)).toMatchObject({ status: 'created', after: { score: 90 } });
  expect(await pushOne(call, { ...entry, score: 92 })).toMatchObject({ status: 'unchanged' });
  expect(list.written).toEqual([
    { status: 'reading', num_volumes_read: '3', score: '9', start_date: '2026-01-02' },
  ]);
  const before = { start_date: '2024', finish_date: '2025-03' };
  list.entries.set(2, { status: 'completed', num_chapters_read: 9, score: 0, ...before });
  expect(await pushOne(call, reading('2', { startedAt: '2025-03-30' }))).toMatchObject({
    status: 'unchanged',
  });
  await pushOne(call, reading('2', { startedAt: '2025-04-01', rereading: true }));
  expect(list.written.at(-1)).toEqual({ status: 'reading', is_rereading: 'true' });
  expect(await call.pull({ limit: 1, cursor: '1' })).toMatchObject({
    entries: [{ externalId: '2', status: 'reading', chapters: 9 }],
    next: undefined,
  });
  await expect(on('myanimelist-tracking', { access_token: 'old' }).getUser()).rejects.toMatchObject({
    kind: 'authentication',
  });
  services().answers.set('api.myanimelist.net/v2/users/@me', (_, response) => {
    response.writeHead(403).end('{}');
  });
  await expect(call.getUser()).rejects.toMatchObject({ kind: 'rate_limited' });
});
