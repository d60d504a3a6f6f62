// A simulated KOReader for tests. Its hashes, calls and handling of responses follow the documented facts about the
// program, not our code. Like KOReader, it throws on any status that its API specification does not list.
import { createHash } from 'node:crypto';
import type { TestServer } from '../harness/server.ts';

export interface KoreaderOptions {
  url: string;
  username: string;
  password: string;
  device?: string;
  deviceId?: string;
}

export interface KoreaderAnswer {
  status: number;
  body: Record<string, unknown>;
  contentType: string | null;
}

export type Pulled =
  | { kind: 'nothing' }
  | { kind: 'own' }
  | { kind: 'same' }
  | { kind: 'moved'; progress: string; percentage: number; device: string; timestamp: number };

const md5 = (data: string | Uint8Array) => createHash('md5').update(data).digest('hex');

/** Matching method "Binary": samples of 1,024 bytes at offset 0 and at offsets that grow by a factor of four. */
export function partialMd5(bytes: Uint8Array): string {
  const digest = createHash('md5');
  for (const offset of [0, ...Array.from({ length: 11 }, (_, i) => 1024 * 4 ** i)]) {
    if (offset >= bytes.length) break;
    digest.update(bytes.subarray(offset, offset + 1024));
  }
  return digest.digest('hex');
}

/** Matching method "Filename". */
export const nameMd5 = (fileName: string): string => md5(fileName);

export function createKoreader({
  url,
  username,
  password,
  device = 'Kobo_nova',
  deviceId = 'A1B2C3',
}: KoreaderOptions) {
  const key = md5(password);

  async function call(
    method: string,
    path: string,
    wanted: number[],
    body?: unknown,
  ): Promise<KoreaderAnswer> {
    const response = await fetch(`${url}/koreader${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/vnd.koreader.v1+json',
        'user-agent': 'lua-Spore',
        'x-auth-user': username,
        'x-auth-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      body: JSON.parse(text) as Record<string, unknown>,
      contentType: response.headers.get('content-type'),
    };
    if (!wanted.includes(response.status)) throw new Error(`Request failed: ${response.status} ${text}`);
    return answer;
  }

  return {
    register: () => call('POST', '/users/create', [201, 402], { username, password: key }),
    login: () => call('GET', '/users/auth', [200, 401]),
    /** Only status 200 counts as a successful update. */
    async push(document: string, progress: string | number, percentage: number, more: object = {}) {
      const update = { document, progress, percentage, device, device_id: deviceId, ...more };
      const { status, body } = await call('PUT', '/syncs/progress', [200, 202, 401], update);
      if (status !== 200) throw new Error(`Not done: ${JSON.stringify(body)}`);
      return body;
    },
    /** `here` is the current position of the device, from 0 to 1. */
    async pull(document: string, here = 0): Promise<Pulled> {
      const { status, body } = await call('GET', `/syncs/progress/${document}`, [200, 401]);
      if (status !== 200) throw new Error(String(body.message));
      if (body.percentage === undefined) return { kind: 'nothing' };
      const { percentage, progress, timestamp } = body;
      if (typeof percentage !== 'number' || typeof progress !== 'string' || !Number.isInteger(timestamp))
        throw new Error(`Unexpected response: ${JSON.stringify(body)}`);
      if (body.device === device && body.device_id === deviceId) return { kind: 'own' };
      const round = (share: number) => Math.round(share * 10_000);
      if (round(percentage) === round(here)) return { kind: 'same' };
      return {
        kind: 'moved',
        progress,
        percentage,
        device: String(body.device),
        timestamp: Number(timestamp),
      };
    },
    raw: call,
  };
}

export type KoreaderDevice = ReturnType<typeof createKoreader>;

/** Whether Readest (0.12) moves a position to the chapter of its percentage, as it does for positions of KOReader. */
export const mayReanchor = (device: string): boolean =>
  !['kavita', 'komga', 'stump', 'calibre-web'].some((server) => device.toLowerCase().includes(server));

/** A KOReader device with a separate password. */
export async function connectKoreader({ url, reader }: Pick<TestServer, 'url' | 'reader'>, name: string) {
  const { body } = await reader.post<{ username: string; password: string }>('/api/v1/user/koreader', {
    name,
  });
  return createKoreader({ url, ...body });
}
