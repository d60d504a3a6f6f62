// `npm run bench -- list`: lists of 10,000, 100,000 and 1,000,000 books over HTTP: how their cost grows.
import { fillLibrary } from './library.ts';
import { multiplyBooks } from './multiply.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { percentile, report } from './report.ts';
import { withPostgres } from './rows.ts';
import { postgresServer, sizes } from './sizes.ts';

const asked = 60;
const budgetMs = 25;

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

const conditions: Record<string, object> = {
  'books of a genre': { genre: { operator: 'is', value: 'genre 7' } },
  'books of a genre whose title holds some letters': {
    allOf: [
      { genre: { operator: 'is', value: 'genre 7' } },
      { title: { operator: 'contains', value: 'bado' } },
    ],
  },
  'unread books': { readStatus: { operator: 'is', value: 'unread' } },
  'unread books of a genre': {
    allOf: [
      { genre: { operator: 'is', value: 'genre 7' } },
      { readStatus: { operator: 'is', value: 'unread' } },
    ],
  },
  'books from a year on': { year: { operator: 'gte', value: 1990 } },
  'books whose title holds some letters': { title: { operator: 'contains', value: 'bado' } },
};

/** The first pages of a list by its condition, and pages far behind. */
const windows: Record<string, (n: number) => string> = {
  'page 1': (n) => `pageSize=50&page=${1 + n}`,
  'page 1,000 of 10 each': (n) => `pageSize=10&page=${1_000 + n}`,
};

export async function benchList(): Promise<void> {
  const dataDir = aFolder();
  const smallest = new Map<string, number>();
  try {
    await withPostgres(postgresServer, async (postgres) => {
      const place = { dataDir, postgres };
      await fillLibrary(place, { books: 200, pages: 2, pageBytes: 500 });
      for (const size of sizes) {
        await multiplyBooks(place, size);
        const program = await startProgram(place);
        await measurePlain(program, size, smallest);
        await measureFiltered(program, size);
        await measureFirstLooks(program, size);
        await measureBeside(program, size);
        await program.stop();
      }
    });
  } finally {
    removeFolder(dataDir);
  }
}

const firstId = async (program: Program, path: string): Promise<string> =>
  (await program.get<{ data: { id: string }[] }>(path)).data[0]?.id ?? '';

async function measurePlain(program: Program, size: number, smallest: Map<string, number>): Promise<void> {
  const libraryId = await firstId(program, '/api/v1/libraries');
  for (const [name, toPath] of Object.entries(lists)) {
    const path = toPath(libraryId);
    const p95 = await measure(() => program.get(path), asked);
    const first = smallest.get(name) ?? p95;
    smallest.set(name, first);
    const growth = `${(p95 / first).toFixed(1)} × that of ${sizes[0]?.toLocaleString('en')}`;
    const title = `${name}, of ${size.toLocaleString('en')}: p95`;
    report({ name: title, value: p95, unit: 'ms', budget: budgetMs, beside: growth });
  }
}

/** A page when a book has changed since anyone asked, and one page after the other while nothing changes. */
async function measureFiltered(program: Program, size: number): Promise<void> {
  const bookId = await firstId(program, '/api/v1/books');
  for (const [name, condition] of Object.entries(conditions)) {
    for (const [window, toQuery] of Object.entries(windows)) {
      const ask = (n: number) => program.post(`/api/v1/books/list?${toQuery(n)}`, { condition });
      const title = `${name}, ${window}, of ${size.toLocaleString('en')}`;
      const anew = await measure(
        () => ask(0),
        asked / 3,
        () => forget(program, bookId),
      );
      report({ name: `${title}, after a change: p95`, value: anew, unit: 'ms', budget: budgetMs });
      const turning = await measure(ask, asked / 3);
      report({ name: `${title} and the next ones: p95`, value: turning, unit: 'ms', budget: budgetMs });
    }
  }
}

const genreOf = (n: number) => ({ genre: { operator: 'is', value: `genre ${n}` } });
const genres = 30;

/** Pages far behind of one genre after the other, each never looked at before, while nothing is written. */
async function measureFirstLooks(program: Program, size: number): Promise<void> {
  for (const [name, toCondition] of Object.entries({
    'of one genre after the other': genreOf,
    'of the unread of one genre after the other': (n: number) => ({
      allOf: [genreOf(n), { readStatus: { operator: 'is', value: 'unread' } }],
    }),
  })) {
    const ask = (n: number) =>
      program.post('/api/v1/books/list?pageSize=10&page=1000', { condition: toCondition(n) });
    const value = await measure(ask, genres - 10);
    const title = `page 1,000 of 10 each ${name}, of ${size.toLocaleString('en')}: p95`;
    report({ name: title, value, unit: 'ms', budget: budgetMs });
  }
}

/** What no index answers. */
const longest: Record<string, object> = {
  'letters in summaries': { condition: { summary: { operator: 'contains', value: 'lighthouse' } } },
  'two letters in titles': { condition: { title: { operator: 'contains', value: 'zq' } } },
};

/** A page that is asked for again and again while somebody else asks for what takes long. */
async function measureBeside(program: Program, size: number): Promise<void> {
  const bookId = await firstId(program, '/api/v1/books');
  for (const [name, body] of Object.entries(longest)) {
    const waits: number[] = [];
    let longMs = 0;
    for (let round = 0; round < 2; round++) {
      await forget(program, bookId);
      const startedMs = performance.now();
      let isAnswered = false;
      const long = program.post('/api/v1/books/list?pageSize=50', body).then(() => {
        isAnswered = true;
        longMs = Math.max(longMs, performance.now() - startedMs);
      });
      while (!isAnswered) waits.push(await timed(() => program.get('/api/v1/books?pageSize=50')));
      await long;
    }
    const title = `a page while somebody looks for ${name}, of ${size.toLocaleString('en')}: the slowest`;
    const beside = `that takes ${longMs.toFixed(0)} ms`;
    report({ name: title, value: Math.max(...waits), unit: 'ms', budget: budgetMs, beside });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

let written = 0;
/** A change of a book, after which no answer is remembered. */
const forget = ({ url, headers }: Program, bookId: string) =>
  fetch(`${url}/api/v1/books/${bookId}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `Measured ${++written}` }),
  }).then((answer) => answer.arrayBuffer());

/** Milliseconds within which 95 of 100 answers are there, one after the other. */
async function measure(
  ask: (n: number) => Promise<unknown>,
  count: number,
  before: () => Promise<unknown> = async () => {},
): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count + 10; i++) {
    await before();
    const tookMs = await timed(() => ask(i));
    // The first few warm the caches up.
    if (i >= 10) times.push(tookMs);
  }
  return percentile(times, 0.95);
}
