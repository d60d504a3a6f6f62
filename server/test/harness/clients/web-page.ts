// A page of the web client for tests on one server: stores cookies by name and sends the origin headers of its
// requests.
import { type Answer, type Client, createClient } from '../client.ts';
import type { SignedIn } from '../sign-in.ts';

export interface WebPage {
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  signIn(person: Pick<SignedIn, 'username' | 'password'>): Promise<void>;
  /** Returns the value of a cookie. */
  find(name: string): string | undefined;
  set(name: string, value: string): void;
  remove(name: string): void;
}

export function createWebPage({ url }: Pick<Client, 'url'>): WebPage {
  const client = createClient(url);
  const jar = new Map<string, string>();
  async function request<T>(
    ...[method, path, body, extra]: [string, string, unknown?, Record<string, string>?]
  ): Promise<Answer<T>> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...extra };
    const given = await client.request<T>(method, path, { body, headers });
    for (const line of given.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0;/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return given;
  }
  return {
    get: (path) => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, headers),
    async signIn({ username, password }) {
      const { status } = await request('POST', '/api/v1/auth/browser/login', { username, password });
      if (status !== 200) throw new Error(`Sign-in of ${username} failed: ${status}`);
    },
    find: (name) => jar.get(name),
    set: (name, value) => void jar.set(name, value),
    remove: (name) => void jar.delete(name),
  };
}
