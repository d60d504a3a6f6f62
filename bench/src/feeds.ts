// `npm run bench -- feeds`: the feeds and lists that e-readers and reader apps request, at 10,000, 100,000 and 1,000,000
// books with rich metadata: duration of sequential requests of one client, and number of database statements.

import { percentile, report } from './figures/report.ts';
import type { Program } from './program/program.ts';
import { forEachSize, getFirstId } from './program/sized-libraries.ts';
import { measureBesideBare } from './references/beside-bare.ts';

const requestCount = 200;
const warmUpCount = 20;
const pageSize = 50;
/** For a feed of `pageSize` entries. */
const budgetMs = 12;

interface Ids {
  library: string;
  series: string;
}

interface Feed {
  name: string;
  path(ids: Ids): string;
  body?: object;
}

const list = '/compat/api/v1';
const feeds: readonly Feed[] = [
  { name: 'OPDS 1.2, start', path: () => '/opds/v1/catalog' },
  { name: 'OPDS 1.2, all series', path: () => '/opds/v1/series' },
  { name: 'OPDS 1.2, series of a library', path: ({ library }) => `/opds/v1/series?library=${library}` },
  { name: 'OPDS 1.2, books of a series', path: ({ series }) => `/opds/v1/series/${series}` },
  { name: 'OPDS 1.2, recently added books', path: () => '/opds/v1/books/new' },
  { name: 'OPDS 1.2, search for books', path: () => '/opds/v1/search/books?q=bado' },
  { name: 'OPDS 2.0, start', path: () => '/opds/v2' },
  { name: 'OPDS 2.0, all series', path: () => '/opds/v2/series' },
  { name: 'OPDS 2.0, recently added books', path: () => '/opds/v2/books/new' },
  {
    name: 'compatibility, series',
    path: () => `${list}/series?size=${pageSize}&sort=metadata.titleSort,asc`,
  },
  { name: 'compatibility, series list', path: () => `${list}/series/list?size=${pageSize}`, body: {} },
  { name: 'compatibility, books list', path: () => `${list}/books/list?size=${pageSize}`, body: {} },
  {
    name: 'compatibility, books of a series',
    path: ({ series }) => `${list}/series/${series}/books?unpaged=true`,
  },
  { name: 'compatibility, on deck', path: () => `${list}/books/ondeck?size=${pageSize}` },
];

export const benchFeeds = (): Promise<void> =>
  forEachSize(
    async (program, size) => {
      await program.put('/api/v1/admin/settings/opds.page_size', { value: pageSize });
      await program.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const ids = {
        library: await getFirstId(program, '/api/v1/libraries'),
        series: await getFirstId(program, '/api/v1/series'),
      };
      for (const feed of feeds) await measure(program, { feed, ids, size });
      await measureRates(program, ids);
    },
    { isRich: true },
  );

async function measure(
  program: Program,
  { feed, ids, size }: { feed: Feed; ids: Ids; size: number },
): Promise<void> {
  const path = feed.path(ids);
  const times: number[] = [];
  let bytes = 0;
  const before = await countStatements(program);
  for (let i = 0; i < warmUpCount + requestCount; i++) {
    const startedMs = performance.now();
    bytes = await request(program, path, feed.body);
    // The first few requests warm up the caches.
    if (i >= warmUpCount) times.push(performance.now() - startedMs);
  }
  const statements = (await countStatements(program)) - before;
  report({
    name: `${feed.name}, of ${size.toLocaleString('en')}: p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    budget: budgetMs,
    beside: `p50 ${percentile(times, 0.5).toFixed(2)} ms, ${(statements / (warmUpCount + requestCount)).toFixed(1)} statements, ${(bytes / 1024).toFixed(0)} KiB`,
  });
}

/** Measures feeds of folders, which reader apps open most often, in requests per second over 32 connections. */
async function measureRates(program: Program, { library }: Ids): Promise<void> {
  for (const path of ['/opds/v1/catalog', `/opds/v1/libraries/${library}`, '/opds/v1/want-to-read']) {
    const { ours, theirs, cpuMs } = await measureBesideBare(program, path, 32);
    report({
      name: `OPDS 1.2, ${path.replace(library, '…')}, 32 connections`,
      value: ours.perSecond,
      unit: 'a second',
      budget: 5_000,
      atLeast: true,
      beside: `${cpuMs.toFixed(2)} ms of processor time each, bare node:http ${theirs.perSecond.toFixed(0)}`,
    });
  }
}

/** Returns the size of the response in bytes. */
async function request({ url, headers }: Program, path: string, body: object | undefined): Promise<number> {
  const response = await fetch(url + path, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const bytes = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return bytes.byteLength;
}

/** Includes the few statements of the metrics request itself, always the same number. */
async function countStatements({ url, headers }: Program): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(/^lectern_database_statements_total (\d+)/m.exec(text)?.[1] ?? 0);
}
