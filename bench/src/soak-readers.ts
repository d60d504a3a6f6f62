// Simulated readers of the measured program: they turn pages, send their positions and request lists, with pauses like
// those of people.

import type { BookDto } from '@lectern/contract/libraries/books';
import { toRecord } from '@lectern/contract/records';
import type { Program } from './program.ts';

export const kinds = ['page', 'place', 'thumbnail', 'list'] as const;
type Kind = (typeof kinds)[number];

export interface Readers {
  times: Record<Kind, number[]>;
  /** Requests that failed or got an error response. */
  faults: string[];
  stop(): Promise<void>;
}

const password = 'a reader who soaks';
const pauseMs = 4_000;
const pagesOfBook = 20;

/** Creates the given number of accounts and signs them in. */
export async function makeAccounts({ url, post }: Program, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const username = `reader${n}`;
    await post('/api/v1/users', { username, email: `${username}@example.org`, password });
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    tokens.push(String(toRecord(await answer.json()).accessToken));
  }
  return tokens;
}

/** Starts the given number of readers one after the other. They share the accounts. */
export function startReaders(
  { url }: Program,
  { count, tokens, books }: { count: number; tokens: readonly string[]; books: readonly BookDto[] },
): Readers {
  const times: Readers['times'] = { page: [], place: [], thumbnail: [], list: [] };
  const faults: string[] = [];
  const ending = new AbortController();

  async function request(kind: Kind, path: string, init: RequestInit): Promise<void> {
    const startedMs = performance.now();
    try {
      const answer = await fetch(url + path, init);
      await answer.arrayBuffer();
      if (!answer.ok) faults.push(`${kind} ${path}: ${answer.status}`);
    } catch (error) {
      faults.push(`${kind} ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    times[kind].push(performance.now() - startedMs);
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        ending.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      ending.signal.addEventListener('abort', end);
    });

  async function read(n: number): Promise<void> {
    const authorization = `Bearer ${tokens[n % tokens.length]}`;
    const headers = { authorization };
    await pause((n / count) * pauseMs);
    for (let turn = n; !ending.signal.aborted; turn++) {
      const book = books[(turn * 7) % books.length];
      if (!book) return;
      await request('list', `/api/v1/books?pageSize=50&page=${1 + (turn % 5)}`, { headers });
      await request('thumbnail', `/api/v1/books/${book.id}/thumbnail?optional=true`, { headers });
      for (let page = 1; page <= pagesOfBook && !ending.signal.aborted; page++) {
        await request('page', `/api/v1/books/${book.id}/pages/${page}`, { headers });
        await request('place', `/api/v1/books/${book.id}/progress`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ currentPage: page }),
        });
        await pause(pauseMs / 2 + ((n * 37 + page * 101) % pauseMs));
      }
    }
  }

  const all = Promise.all(Array.from({ length: count }, (_, n) => read(n)));
  return {
    times,
    faults,
    async stop() {
      ending.abort();
      await all;
    },
  };
}
