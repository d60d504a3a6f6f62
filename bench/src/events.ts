// `npm run bench -- events`: server-sent events at 10,000, 100,000 and 1,000,000 books: the delay until the last of
// many clients receives a change, messages per second, the cost of access checks for restricted users, and the memory
// of an idle client.
import type { BookDto } from '@lectern/contract/libraries/books';
import { type Listener, listenAll, makePeople, maxStreamsPerUser, request } from './event-clients.ts';
import { addLibrary, pause, scan, settle } from './library.ts';
import { makeLibrary } from './make-library.ts';
import { multiplyBooks } from './multiply.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { median, percentile, report } from './report.ts';
import { sizes } from './sizes.ts';

const crowds = [1, 50, 200];
const rounds = 12;
const replays = 41;
/** Changes sent one by one: several changes in one window would become one message. */
const changes = 40;
const idle = 1_000;
/** Length of the window in which the server collects changes (features/system/events). */
const windowMs = 250;
const budgetMs = 1_000;

interface People {
  free: string[];
  /** Users with an age limit that hides nothing here: the access check runs, and the sent messages are the same. */
  limited: string[];
}

export async function benchEvents(): Promise<void> {
  const dataDir = aFolder();
  try {
    const people = await fill(dataDir);
    for (const size of sizes) {
      await multiplyBooks({ dataDir }, size);
      const program = await startProgram(dataDir);
      const { data } = await program.get<{ data: BookDto[] }>(`/api/v1/books?pageSize=${changes}`);
      const of = `of ${size.toLocaleString('en')}`;
      await measureIdle(program, people.free, of);
      for (const crowd of crowds) await measureNews(program, data, { keys: people.free, crowd, of });
      const limited = { keys: people.limited, crowd: 200, of: `with limits, ${of}` };
      const from = await measureNews(program, data, limited);
      await measureReplay(program, people, { from, of });
      await program.stop();
    }
  } finally {
    removeFolder(dataDir);
  }
}

async function fill(dataDir: string): Promise<People> {
  const program = await startProgram(dataDir);
  const { id } = await addLibrary(program, makeLibrary({ books: 200, pages: 2, pageBytes: 500 }));
  await scan(program, id);
  await settle(program);
  const free = await makePeople(program, { name: 'free', count: idle / maxStreamsPerUser });
  const limits = { sharedLibraryIds: [], maxAgeRating: 12 };
  const limited = await makePeople(program, { name: 'limited', count: 200 / maxStreamsPerUser, limits });
  await program.stop();
  return { free, limited };
}

let named = 0;

/** Changes the title of each of these books. */
const change = ({ url, headers }: Program, books: readonly BookDto[]): Promise<unknown> =>
  Promise.all(
    books.map(({ id }) =>
      request(`${url}/api/v1/books/${id}/metadata`, {
        method: 'PATCH',
        headers,
        body: { title: `Title ${++named}` },
      }),
    ),
  );

async function until(
  listeners: readonly Listener[],
  isReceived: (listener: Listener) => boolean,
): Promise<void> {
  while (!listeners.every(isReceived)) await pause(1);
}

interface Wish {
  keys: readonly string[];
  crowd: number;
  of: string;
}

/** Sends single changes, then many concurrently. Returns the event id before the many. */
async function measureNews(
  program: Program,
  books: readonly BookDto[],
  { keys, crowd, of }: Wish,
): Promise<string> {
  const listeners = await listenAll(program, keys, { count: crowd });
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const listener of listeners) listener.forget();
    const startedMs = performance.now();
    await change(program, books.slice(round, round + 1));
    await until(listeners, (listener) => listener.count() > 0);
    times.push(performance.now() - startedMs);
    await pause(windowMs);
  }
  const who = `${crowd === 1 ? 'one client' : `the last of ${crowd} clients`} ${of}`;
  const beside = `median ${median(times).toFixed(0)} ms; ${windowMs} ms of it are gathering`;
  report({
    name: `a change until ${who}: p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    budget: budgetMs,
    beside,
  });
  const from = listeners[0]?.lastId() ?? '';
  const startedMs = performance.now();
  for (const listener of listeners) listener.forget();
  for (let round = 1; round <= rounds; round++) {
    await change(program, books);
    await pause(windowMs);
  }
  await until(listeners, (listener) => listener.count() >= rounds);
  await pause(2 * windowMs);
  const messages = listeners.reduce((sum, listener) => sum + listener.count(), 0);
  const seconds = (performance.now() - startedMs) / 1000;
  report({ name: `  messages a second while books change, ${who}`, value: messages / seconds, unit: '/s' });
  for (const listener of listeners) listener.close();
  await pause(100);
  return from;
}

/**
 * Replays the earlier messages at full speed: to many clients, to an unrestricted client and to a restricted client.
 */
async function measureReplay(
  program: Program,
  { free, limited }: People,
  { from, of }: { from: string; of: string },
): Promise<void> {
  const query = `lastEventId=${from}`;
  const [first] = await listenAll(program, free, { count: 1, query });
  await pause(1_000);
  const messages = first?.count() ?? 0;
  first?.close();
  const replay = async (keys: readonly string[], count: number): Promise<number> => {
    const startedMs = performance.now();
    const listeners = await listenAll(program, keys, { count, query });
    await until(listeners, (listener) => listener.count() >= messages);
    const ms = performance.now() - startedMs;
    for (const listener of listeners) listener.close();
    await pause(20);
    return ms;
  };
  report({
    name: `messages a second that are sent again to 200 clients, ${of}`,
    value: ((messages * 200) / (await replay(free, 200))) * 1000,
    unit: '/s',
    beside: `${messages} to each`,
  });
  const times: Record<'free' | 'limited', number[]> = { free: [], limited: [] };
  for (let round = 0; round < replays; round++) {
    times.free.push(await replay(free, 1));
    times.limited.push(await replay(limited, 1));
  }
  const withLimits = median(times.limited);
  const without = median(times.free);
  report({
    name: `judging what a limited reader may see, ${of}`,
    value: ((withLimits - without) / messages) * 1000,
    unit: 'µs a message more',
    beside: `${messages} messages in ${withLimits.toFixed(1)} ms, without limits in ${without.toFixed(1)} ms`,
  });
}

async function measureIdle(program: Program, keys: readonly string[], of: string): Promise<void> {
  await pause(2_000);
  const before = program.memoryMb().server;
  const listeners = await listenAll(program, keys, { count: idle });
  await pause(5_000);
  const kib = ((program.memoryMb().server - before) * 1024) / idle;
  report({
    name: `memory of each of ${idle.toLocaleString('en')} idle clients, ${of}`,
    value: kib,
    unit: 'KiB',
  });
  for (const listener of listeners) listener.close();
  await pause(1_000);
}
