// The real server on a random port with a data folder of its own, against either database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type App, createApp } from '#app.ts';
import type { Clock } from '#kernel/clock.ts';
import { loadConfig } from '#kernel/config/load.ts';
import { createLog } from '#kernel/log.ts';
import { type Client, createClient } from './client.ts';
import { createTestDatabase, type DatabaseKind, databaseKinds } from './databases.ts';

export interface TestServerOptions {
  kind?: DatabaseKind;
  /** LECTERN_… variables on top of those of the tests. */
  environment?: Record<string, string>;
  clock?: Clock;
}

export interface TestServer extends Client {
  app: App;
  kind: DatabaseKind;
  /** A folder that goes with the server. */
  folder: string;
  stop(): Promise<void>;
}

/** Tests make more requests than a household: the rate limit is off unless a test wants it. */
const testEnvironment = {
  LECTERN_SERVER_HOST: '127.0.0.1',
  LECTERN_SERVER_PORT: '0',
  LECTERN_RATE_LIMIT_ENABLED: 'false',
  LECTERN_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
};

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { kind = 'sqlite', environment = {}, clock } = options;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const database = await createTestDatabase(kind);
  const variables = {
    ...testEnvironment,
    LECTERN_DATA_DIR: join(folder, 'data'),
    ...database.environment,
    ...environment,
  };
  const { config } = loadConfig({ environment: variables, cwd: folder });
  const app = await createApp({
    config,
    log: createLog(config),
    checkAnswers: true,
    ...(clock && { clock }),
  });
  const { port } = await app.http.listen();
  return {
    ...createClient(`http://127.0.0.1:${port}${config.server.basePath}`),
    app,
    kind,
    folder,
    async stop() {
      await app.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Declares the same tests for SQLite and PostgreSQL. `define` gets a function that gives the server once the tests
 * run.
 */
export function onBothDatabases(
  name: string,
  define: (server: () => TestServer) => void,
  options: TestServerOptions = {},
): void {
  describe.each(databaseKinds)(`${name} on %s`, (kind) => {
    let server: TestServer | undefined;
    beforeAll(async () => {
      server = await startTestServer({ ...options, kind });
    });
    afterAll(async () => {
      await server?.stop();
    });
    define(() => {
      if (!server) throw new Error('The server runs only inside tests');
      return server;
    });
  });
}
