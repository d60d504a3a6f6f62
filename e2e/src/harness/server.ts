// Starts a server process with a library, and provides its first administrator as an API client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, isQuiet } from '@lectern/server/testing';
import { onTestFinished, vi } from 'vitest';
import { endAllPrograms, type Program, type ProgramOptions, startProgram } from './program.ts';

/** Creates a folder that is deleted after the test. Ends processes that the test has left running. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  onTestFinished(() => {
    endAllPrograms();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export interface ServeOptions extends ProgramOptions {
  dataDir: string;
  libraries?: readonly string[];
  /** Additional command line arguments. */
  args?: readonly string[];
}

/** The rate limit is off because these tests send more requests than a household. */
const quiet = { LECTERN_RATE_LIMIT_ENABLED: 'false', LECTERN_SERVER_HOST: '127.0.0.1' };

export function serve({ dataDir, libraries = [], args = [], ...options }: ServeOptions): Program {
  const folders = libraries.flatMap((folder) => ['--library', folder]);
  return startProgram(['serve', '--data-dir', dataDir, '--port', '0', ...folders, ...args], {
    ...options,
    environment: { ...quiet, ...options.environment },
  });
}

/** Returns the password that the first start has printed. */
export async function readPassword(program: Program): Promise<string> {
  return (await program.waitFor(/password\s+(\S+)\n/i))[1] ?? '';
}

/** Signs in with name and password. Throws if it fails. */
export async function signIn(program: Program, password: string, username = 'admin'): Promise<Client> {
  const client = createClient(await program.url());
  const answer = await client.post<{ accessToken: string }>('/api/v1/auth/login', { username, password });
  if (answer.status !== 200) throw new Error(`Sign-in of ${username} failed: ${answer.bytes.toString()}`);
  return client.as({ authorization: `Bearer ${answer.body.accessToken}` });
}

/** Resolves when no background work is waiting or running, including thumbnails. */
export async function waitForTasks(admin: Client): Promise<void> {
  await vi.waitUntil(() => isQuiet(admin), { interval: 100, timeout: 240_000 });
}
