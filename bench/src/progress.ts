// `npm run bench -- progress`: updates of reading progress, marking a long series as read, and the lists of a reader
// with many read books, among 10,000, 100,000 and 1,000,000 books.
import { fillLibrary } from './library.ts';
import { multiplyBooks } from './multiply.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { addLongSeries, readBooks } from './readers.ts';
import { median, percentile, report } from './report.ts';
import { sizes } from './sizes.ts';

const pages = 20;
const longSeries = 2_000;
/** A tenth of the library, limited to the number of books that a person can read in a lifetime. */
const booksRead = (size: number) => Math.min(20_000, size / 10);
const writes = 400;
const requestCount = 60;
const budgets = { writeMs: 25, crowdMs: 250, markMs: 1_000, listMs: 25, yearMs: 100 };

const lists: Record<string, string> = {
  'books in progress': '/api/v1/books/in-progress?pageSize=50',
  'books on deck': '/api/v1/books/on-deck?pageSize=50',
  'books recently read': '/api/v1/books/recently-read?pageSize=50',
  'series in progress': '/api/v1/series/in-progress?pageSize=50',
  'places, latest first': '/api/v1/progress?pageSize=50',
  'reading sessions': '/api/v1/reading-sessions?pageSize=50',
};

interface Figure {
  name: string;
  value: number;
  budget: number;
}

export async function benchProgress(): Promise<void> {
  const dataDir = aFolder();
  const smallest = new Map<string, number>();
  try {
    await fillLibrary({ dataDir }, { books: 200, pages, pageBytes: 100 });
    for (const size of sizes) {
      await multiplyBooks({ dataDir }, size);
      readBooks(dataDir, booksRead(size));
      const long = addLongSeries(dataDir, longSeries);
      const program = await startProgram(dataDir);
      for (const { name, value, budget } of await measureAll(program, long)) {
        const first = smallest.get(name) ?? value;
        smallest.set(name, first);
        const beside = `${(value / first).toFixed(1)} × that of ${sizes[0]?.toLocaleString('en')}`;
        report({ name: `${name}, of ${size.toLocaleString('en')}`, value, unit: 'ms', budget, beside });
      }
      await program.stop();
    }
  } finally {
    removeFolder(dataDir);
  }
}

async function measureAll(
  program: Program,
  { seriesId, bookIds }: { seriesId: string; bookIds: readonly string[] },
): Promise<Figure[]> {
  const { data } = await program.get<{ data: { id: string }[] }>('/api/v1/books?pageSize=500');
  const ids = data.map(({ id }) => id);
  return [
    ...(await measureReads(program)),
    ...(await measureWrites(program, { of: 'any books', ids })),
    ...(await measureWrites(program, { of: `a series of ${longSeries.toLocaleString('en')}`, ids: bookIds })),
    ...(await measureMarking(program, seriesId)),
  ];
}

/** The first page of each book starts it, the last page finishes it, and the pages between only change the position. */
async function measureWrites(
  program: Program,
  { of, ids }: { of: string; ids: readonly string[] },
): Promise<Figure[]> {
  let written = 0;
  const writer = async (times: number[], count: number) => {
    for (let i = 0; i < count; i++) {
      const step = written++;
      const id = ids[Math.floor(step / 5) % ids.length];
      const currentPage = [1, 5, 10, 15, pages][step % 5];
      const startedMs = performance.now();
      await program.put(`/api/v1/books/${id}/progress`, { currentPage, deviceId: 'bench' });
      times.push(performance.now() - startedMs);
    }
  };
  await writer([], 50);
  const figures: Figure[] = [];
  for (const [writers, budget] of [
    [1, budgets.writeMs],
    [32, budgets.crowdMs],
  ] as const) {
    const times: number[] = [];
    await Promise.all(Array.from({ length: writers }, () => writer(times, Math.max(40, writes / writers))));
    const name = `a place in ${of}, ${writers} at once`;
    figures.push({ name: `${name}: p50`, value: median(times), budget });
    figures.push({ name: `${name}: p95`, value: percentile(times, 0.95), budget });
  }
  return figures;
}

async function measureMarking(program: Program, seriesId: string): Promise<Figure[]> {
  const read: number[] = [];
  const unread: number[] = [];
  for (let i = 0; i < 5; i++) {
    unread.push(await timed(() => program.post(`/api/v1/series/${seriesId}/unread`)));
    read.push(await timed(() => program.post(`/api/v1/series/${seriesId}/read`)));
  }
  const name = `a series of ${longSeries.toLocaleString('en')} marked`;
  return [
    { name: `${name} read, the slowest`, value: Math.max(...read), budget: budgets.markMs },
    { name: `${name} unread, the slowest`, value: Math.max(...unread), budget: budgets.markMs },
  ];
}

async function measureReads(program: Program): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(lists)) {
    const value = await measureP95(() => program.get(path), requestCount);
    figures.push({ name: `${name}: p95`, value, budget: budgets.listMs });
  }
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  for (const granularity of ['day', 'month']) {
    const path = `/api/v1/reading-stats?from=${day(364)}&to=${day(0)}&granularity=${granularity}&timezone=Europe/Paris`;
    const value = await measureP95(() => program.get(path), 20);
    figures.push({ name: `statistics of a year by ${granularity}: p95`, value, budget: budgets.yearMs });
  }
  return figures;
}

async function measureP95(request: () => Promise<unknown>, count: number): Promise<number> {
  for (let i = 0; i < 5; i++) await request();
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push(await timed(request));
  return percentile(times, 0.95);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
