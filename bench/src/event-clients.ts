// Clients that listen to the events of the measured program. They use several accounts, because an account may have at
// most twenty streams.
import { get, type IncomingMessage } from 'node:http';
import type { Program } from './program.ts';

export interface Listener {
  /** Messages received since the last `forget`. */
  count(): number;
  forget(): void;
  /** Id of the last message. */
  lastId(): string;
  close(): void;
}

/** Maximum number of streams per account. */
export const maxStreamsPerUser = 20;

/** Creates accounts and returns one API key of each. `limits` has the format of the API. */
export async function makePeople(
  program: Program,
  { name, count, limits }: { name: string; count: number; limits?: object },
): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const account = { username: `${name}-${n}`, password: `${name} of the measure ${n}` };
    const { id } = await program.post<{ id: string }>('/api/v1/users', {
      ...account,
      email: `${name}-${n}@example.org`,
      role: 'reader',
    });
    const signedIn = await request<{ accessToken: string }>(`${program.url}/api/v1/auth/login`, {
      method: 'POST',
      body: account,
    });
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const { key } = await request<{ key: string }>(`${program.url}/api/v1/api-keys`, {
      method: 'POST',
      headers,
      body: { name: 'measure' },
    });
    if (limits)
      await request(`${program.url}/api/v1/users/${id}/restrictions`, {
        method: 'PUT',
        headers: program.headers,
        body: limits,
      });
    keys.push(key);
  }
  return keys;
}

interface Question {
  method: string;
  headers?: Record<string, string>;
  body: object;
}

/** Throws if the response is not successful. */
export async function request<T>(url: string, { method, headers, body }: Question): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Opens the given number of streams, distributed among the keys. */
export const listenAll = (
  { url }: Program,
  keys: readonly string[],
  { count, query = '' }: { count: number; query?: string },
): Promise<Listener[]> =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      listen(`${url}/api/v1/events?${query}`, keys[Math.floor(i / maxStreamsPerUser)] ?? ''),
    ),
  );

async function listen(url: string, key: string): Promise<Listener> {
  let seen = 0;
  let id = '';
  let rest = '';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = get(url, { headers: { 'x-api-key': key }, agent: false }, resolve).on('error', reject);
  const response = await promise;
  if (response.statusCode !== 200) throw new Error(`The stream was refused: ${response.statusCode}`);
  response.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('id: ')) continue;
      seen++;
      id = line.slice(4);
    }
  });
  response.on('error', () => {});
  request.on('error', () => {});
  return {
    count: () => seen,
    forget() {
      seen = 0;
    },
    lastId: () => id,
    close: () => void request.destroy(),
  };
}
