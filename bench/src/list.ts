// `npm run bench -- list`: lists of 10,000, 100,000 and 1,000,000 books over HTTP, and how their cost grows.

import { type Figure, median, percentile, report } from './figures/report.ts';
import type { Program } from './program/program.ts';
import { forEachSize, getFirstId, timed } from './program/sized-libraries.ts';
import { measureBesideBare } from './references/beside-bare.ts';

const requestCount = 60;
/** Budget of lists without a condition. */
const budgetMs = 25;
/** Budgets of lists with a condition, by the number of books. */
const filteredBudgetMs = (size: number): number => (size < 1_000_000 ? 50 : 500);

const lists: Record<string, (libraryId: string) => string> = {
  'books, page 1': () => '/api/v1/books?pageSize=50',
  'books, page 1,000 of 10 each': () => '/api/v1/books?pageSize=10&page=1000',
  'books by title': () => '/api/v1/books?pageSize=50&sort=title,asc',
  'books by title, page 1,000 of 10 each': () => '/api/v1/books?pageSize=10&page=1000&sort=title,asc',
  'books, newest first': () => '/api/v1/books?pageSize=50&sort=dateAdded,desc',
  'books of a library': (id) => `/api/v1/books?pageSize=50&libraryId=${id}`,
  series: () => '/api/v1/series?pageSize=50',
  'recently added': () => '/api/v1/books/recently-added?pageSize=50',
};

const genre = (...names: string[]) => ({ genre: { operator: 'in', values: names } });
const sinceYear = { year: { operator: 'gte', value: 1990 } };
const letters = { title: { operator: 'contains', value: 'bado' } };
const unread = { readStatus: { operator: 'is', value: 'unread' } };

const conditions: Record<string, object> = {
  'books of a genre': { genre: { operator: 'is', value: 'genre 7' } },
  'unread books': unread,
  'books from a year on': sinceYear,
  'books whose title holds some letters': letters,
  'books of a genre whose title holds some letters': { allOf: [genre('genre 7'), letters] },
  'unread books of a genre': { allOf: [genre('genre 7'), unread] },
  'books of a genre or a year': { anyOf: [genre('genre 7'), { year: { operator: 'eq', value: 1999 } }] },
  'books of one of two genres from a year on': { allOf: [genre('genre 7', 'genre 8'), sinceYear] },
  'books of none of two genres from a year on': {
    allOf: [{ not: genre('genre 7', 'genre 8') }, sinceYear],
  },
};

/** Requests measured inside the server, with their route and budget in milliseconds. `size` is the number of books. */
const inside: Record<
  string,
  { route: string; budget: number; request(program: Program, size: number): Promise<unknown> }
> = {
  'books, page 1': {
    route: '/api/v1/books',
    budget: 1,
    request: ({ get }) => get('/api/v1/books?pageSize=50'),
  },
  'books, last page of 50': {
    route: '/api/v1/books',
    budget: 1,
    request: ({ get }, size) => get(`/api/v1/books?pageSize=50&page=${Math.floor(size / 50)}`),
  },
  'books with a common word': {
    route: '/api/v1/books/list',
    budget: 2,
    request: ({ post }) => post('/api/v1/books/list?pageSize=50', { fullTextSearch: 'the' }),
  },
};

/** First pages of a filtered list, and pages near its end. */
const windows: Record<string, (n: number) => string> = {
  'page 1': (n) => `pageSize=50&page=${1 + n}`,
  'page 1,000 of 10 each': (n) => `pageSize=10&page=${1_000 + n}`,
};

export function benchList(): Promise<void> {
  const before = new Map<string, number>();
  return forEachSize(async (program, size) => {
    await measurePlain(program, size, before);
    await measureOne(program, size);
    for (const name of Object.keys(inside)) await measureInside(program, name, size);
    await measureFiltered(program, size, before);
    await measureNames(program, size);
    await measureBeside(program, size);
  });
}

async function measurePlain(program: Program, size: number, before: Map<string, number>): Promise<void> {
  const libraryId = await getFirstId(program, '/api/v1/libraries');
  const times = new Map<string, number>();
  for (const [name, toPath] of Object.entries(lists)) {
    const path = toPath(libraryId);
    const p95 = await measure(() => program.get(path), requestCount);
    times.set(name, p95);
    report({ ...toDetail(name, p95, before), budget: budgetMs });
  }
  reportSlowest(times, 'lists without a condition', { size, budget: budgetMs });
}

function toDetail(name: string, p95: number, before: Map<string, number>): Figure {
  const known = before.get(name);
  before.set(name, p95);
  // The previous library has a tenth of the books.
  const growth =
    known === undefined ? {} : { beside: `${(p95 / known).toFixed(1)} × that of the smaller library` };
  return { isDetail: true, name, value: p95, unit: 'ms', ...growth };
}

function reportSlowest(
  times: ReadonlyMap<string, number>,
  of: string,
  { size, budget }: { size: number; budget: number },
): void {
  const [name, value] = [...times].reduce((slowest, one) => (one[1] > slowest[1] ? one : slowest));
  const title = `the slowest of ${times.size} ${of}, of ${size.toLocaleString('en')}: p95`;
  report({ name: title, value, unit: 'ms', budget, beside: name });
}

/** Requests the first page repeatedly over one connection. */
async function measureOne(program: Program, size: number): Promise<void> {
  const { ours, theirs, cpuMs } = await measureBesideBare(program, '/api/v1/books?pageSize=50', 1);
  report({
    name: `a list of 50 over one connection, of ${size.toLocaleString('en')}: p50`,
    value: ours.p50,
    unit: 'ms',
    budget: 0.7,
    beside: `${cpuMs.toFixed(2)} ms of processor time each, bare node:http ${theirs.p50.toFixed(2)} ms`,
  });
}

const batches = 20;
const batchSize = 20;

/**
 * Takes times from the server's metrics: from the receipt of a request until its response was sent. Metrics contain
 * sums, so each time is the mean of a batch.
 */
async function measureInside(program: Program, name: string, size: number): Promise<void> {
  const kind = inside[name];
  if (!kind) return;
  const times: number[] = [];
  for (let batch = 0; batch <= batches; batch++) {
    const before = await readTotalMs(program, kind.route);
    for (let i = 0; i < batchSize; i++) await kind.request(program, size);
    // The first batch warms up the caches.
    if (batch > 0) times.push(((await readTotalMs(program, kind.route)) - before) / batchSize);
  }
  report({
    name: `${name}, of ${size.toLocaleString('en')}, inside the server: median`,
    value: median(times),
    unit: 'ms',
    ...(size <= 10_000 && { budget: kind.budget }),
  });
}

/** Returns the total duration of all requests of a route, in milliseconds. */
async function readTotalMs({ url, headers }: Program, route: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const line = text
    .split('\n')
    .find((one) => one.includes('duration_seconds_sum') && one.includes(`"${route}"`));
  return Number(line?.split(' ').at(-1) ?? 0) * 1000;
}

async function measureFiltered(program: Program, size: number, before: Map<string, number>): Promise<void> {
  const budget = filteredBudgetMs(size);
  for (const [window, toQuery] of Object.entries(windows)) {
    const times = new Map<string, number>();
    for (const [name, condition] of Object.entries(conditions)) {
      const request = (n: number) => program.post(`/api/v1/books/list?${toQuery(n)}`, { condition });
      const p95 = await measure(request, requestCount / 3);
      times.set(name, p95);
      report({ ...toDetail(`${name}, ${window} and the next ones`, p95, before), budget });
    }
    reportSlowest(times, `filtered lists, ${window} and the next ones`, { size, budget });
  }
}

/** The requests of a page of a name, and of the similar series on the page of a series. */
async function measureNames(program: Program, size: number): Promise<void> {
  const { data } = await program.get<{ data: { id: string }[] }>(`/api/v1/series?pageSize=${requestCount}`);
  const kinds: Record<string, (n: number) => string> = {
    'similar series': (n) => `/api/v1/series/${data[n % data.length]?.id}/similar`,
    'names related to a genre': (n) => `/api/v1/related-names?kind=genre&name=genre%20${n % 30}`,
    'names related to a person': (n) => `/api/v1/related-names?kind=author&name=author%20${n}`,
    people: (n) => `/api/v1/authors?pageSize=50&page=${1 + (n % 5)}`,
  };
  for (const [name, toPath] of Object.entries(kinds)) {
    const value = await measure((n) => program.get(toPath(n)), requestCount);
    const budget = filteredBudgetMs(size);
    report({ name: `${name}, of ${size.toLocaleString('en')}: p95`, value, unit: 'ms', budget });
  }
}

/** Conditions that no index supports. */
const longest: Record<string, object> = {
  'letters in summaries': { condition: { summary: { operator: 'contains', value: 'lighthouse' } } },
  'two letters in titles': { condition: { title: { operator: 'contains', value: 'zq' } } },
};

/** Requests one page repeatedly while another client sends slow requests. */
async function measureBeside(program: Program, size: number): Promise<void> {
  for (const [name, body] of Object.entries(longest)) {
    const waits: number[] = [];
    let longMs = 0;
    for (let round = 0; round < 2; round++) {
      const startedMs = performance.now();
      let isAnswered = false;
      const long = program.post('/api/v1/books/list?pageSize=50', body).then(() => {
        isAnswered = true;
        longMs = Math.max(longMs, performance.now() - startedMs);
      });
      while (!isAnswered) waits.push(await timed(() => program.get('/api/v1/books?pageSize=50')));
      await long;
    }
    const title = `a page during a search for ${name}, of ${size.toLocaleString('en')}: the slowest`;
    const beside = `that takes ${longMs.toFixed(0)} ms`;
    report({ name: title, value: Math.max(...waits), unit: 'ms', budget: budgetMs, beside });
  }
}

/** Returns the 95th percentile of sequential requests, in milliseconds. */
async function measure(request: (n: number) => Promise<unknown>, count: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count + 10; i++) {
    const tookMs = await timed(() => request(i));
    // The first few requests warm up the caches.
    if (i >= 10) times.push(tookMs);
  }
  return percentile(times, 0.95);
}
