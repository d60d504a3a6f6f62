// API keys for tests.
import type { CreatedApiKey } from '@lectern/contract/identity/api-keys';
import type { Client } from './client.ts';
import type { TestServer } from './server.ts';

/** Creates an API key for the caller. */
export async function makeKey(who: Client, change: object = {}): Promise<CreatedApiKey> {
  const made = await who.post<CreatedApiKey>('/api/v1/api-keys', { name: 'a key', ...change });
  if (made.status !== 201) throw new Error(`API key was not created: ${made.bytes.toString()}`);
  return made.body;
}

/**
 * Returns the same server with an administrator that uses an API key, which does not expire when a test advances the
 * clock.
 */
export async function withAdminByKey(server: TestServer): Promise<{ server: TestServer; key: string }> {
  const { key } = await makeKey(server.admin);
  return { server: { ...server, admin: { ...server.admin, ...server.as({ 'x-api-key': key }) } }, key };
}
