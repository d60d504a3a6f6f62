// `npm run bench -- bursts`: bursts of requests that reader apps send, each against a full bucket under the default
// rate limit. Reports how many requests are refused, and how many must be. The bursts follow the apps' sources: Komelia
// requests all visible covers concurrently, Mihon requests one series after the other.
import { makePeople } from './event-clients.ts';
import { fillLibrary } from './library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { report } from './report.ts';

const series = 400;
/** Tokens of a full bucket by default. The specification sets this number and the refill rate of 50 tokens a second. */
const full = 200;

interface Shelf {
  series: readonly string[];
  books: readonly string[];
}

interface Request {
  path: string;
  /** Fraction of a token. */
  cost: number;
  body?: object;
}

interface Burst {
  name: string;
  /** Number of concurrent requests. */
  atOnce: number;
  requests(shelf: Shelf): Request[];
}

const api = '/compat/api/v1';
const whole = (path: string, body?: object): Request => ({
  path: api + path,
  cost: 1,
  ...(body && { body }),
});
const cover = (kind: 'series' | 'books', id: string): Request => ({
  path: `${api}/${kind}/${id}/thumbnail`,
  cost: 0.1,
});

const komeliaShelves = [
  ...['keep reading', 'recently released', 'recently added'].map(() => whole('/books/list?size=20', {})),
  ...['/books/ondeck?size=20', '/series/new?size=20', '/series/updated?size=20', '/libraries'].map((path) =>
    whole(path),
  ),
];

const bursts: readonly Burst[] = [
  {
    name: 'Komelia, home page with the covers of seven shelves',
    atOnce: Number.POSITIVE_INFINITY,
    requests: ({ books }) => [...komeliaShelves, ...books.slice(0, 140).map((id) => cover('books', id))],
  },
  {
    name: 'Komelia, a library of 400 series scrolled through at once',
    atOnce: Number.POSITIVE_INFINITY,
    requests: (shelf) => [
      ...Array.from({ length: 20 }, (_, page) => whole(`/series/list?size=20&page=${page}`, {})),
      ...shelf.series.map((id) => cover('series', id)),
    ],
  },
  {
    name: 'Mihon, 20 pages of a list with their covers',
    atOnce: 5,
    requests: (shelf) => [
      ...Array.from({ length: 20 }, (_, page) => whole(`/series?page=${page}`)),
      ...shelf.series.map((id) => cover('series', id)),
    ],
  },
  {
    name: 'Mihon, ten books opened, each with its pages',
    atOnce: 5,
    requests: ({ books }) =>
      books
        .slice(0, 10)
        .flatMap((id) => [
          whole(`/books/${id}/pages`),
          ...Array.from({ length: 40 }, () => ({ path: `${api}/books/${id}/pages/1`, cost: 0.1 })),
        ]),
  },
  {
    name: 'Mihon, the library of 400 series looked through for news',
    atOnce: 1,
    requests: (shelf) =>
      shelf.series.flatMap((id) => [whole(`/series/${id}`), whole(`/series/${id}/books?unpaged=true`)]),
  },
  {
    name: 'the details of 400 series at once',
    atOnce: Number.POSITIVE_INFINITY,
    requests: (shelf) => shelf.series.map((id) => whole(`/series/${id}`)),
  },
];

export async function benchBursts(): Promise<void> {
  const dataDir = aFolder();
  try {
    await fillLibrary({ dataDir }, { books: series, pages: 2, pageBytes: 501, seriesSize: 1 });
    const program = await startProgram(dataDir);
    await program.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
    const shelf = {
      series: await listIds(program, 'series'),
      books: await listIds(program, 'books'),
    };
    const keys = await makePeople(program, { name: 'reader', count: bursts.length });
    await program.put('/api/v1/admin/settings/rate_limit.enabled', { value: true });
    for (const [i, burst] of bursts.entries()) await measure(program.url, keys[i] ?? '', { burst, shelf });
    await program.stop();
  } finally {
    removeFolder(dataDir);
  }
}

const listIds = async (program: Program, noun: string): Promise<string[]> =>
  (await program.get<{ data: { id: string }[] }>(`/api/v1/${noun}?pageSize=500`)).data.map(({ id }) => id);

async function measure(
  url: string,
  key: string,
  { burst, shelf }: { burst: Burst; shelf: Shelf },
): Promise<void> {
  const requests = burst.requests(shelf);
  const waiting = requests.values();
  let refused = 0;
  const startedMs = performance.now();
  const one = async () => {
    for (const { path, body } of waiting) {
      const response = await fetch(url + path, {
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      if (response.status === 429) refused++;
    }
  };
  await Promise.all(Array.from({ length: Math.min(burst.atOnce, requests.length) }, one));
  const seconds = (performance.now() - startedMs) / 1000;
  const tokens = requests.reduce((sum, { cost }) => sum + cost, 0);
  report({
    name: `${burst.name}: refused`,
    value: refused,
    unit: `of ${requests.length}`,
    budget: Math.max(0, Math.ceil(tokens - full)),
    beside: `${tokens.toFixed(0)} tokens in ${seconds.toFixed(1)} s`,
  });
}
