// API keys for tests.
import type { CreatedApiKey } from '@lectern/contract/api-keys';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** A key of whoever calls. */
export async function makeKey(who: Client, change: object = {}): Promise<CreatedApiKey> {
  const made = await who.post<CreatedApiKey>('/api/v1/api-keys', { name: 'a key', ...change });
  if (made.status !== 201) throw new Error(`The key was not made: ${made.bytes.toString()}`);
  return made.body;
}

/** The same server, whose administrator calls by an API key: one does not end when the clock goes on. */
export async function withAdminByKey(server: TestServer): Promise<{ server: TestServer; key: string }> {
  const { key } = await makeKey(server.admin);
  return { server: { ...server, admin: { ...server.admin, ...server.as({ 'x-api-key': key }) } }, key };
}
