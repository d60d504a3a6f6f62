// The real server on a random port with a data folder of its own, against either database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type App, type AppOptions, createApp } from '#app.ts';
import type { Wait } from '#features/identity/auth/index.ts';
import type { Hasher } from '#features/identity/users/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { createLog } from '#infrastructure/log.ts';
import { type Client, createClient } from './client.ts';
import { createTestDatabase, type DatabaseKind, databaseKinds, testedDatabases } from './databases.ts';
import { createFastHasher } from './hasher.ts';
import { initialize, type SignedIn, signIn } from './sign-in.ts';
import { isWholeRun } from './whole-run.ts';
import { builtWorker } from './worker-start.ts';

export interface TestServerOptions {
  kind?: DatabaseKind;
  /** LECTERN_… variables on top of those of the tests. */
  environment?: Record<string, string>;
  clock?: Clock;
  /** How delays are waited for: not at all, unless a test wants to see them. */
  wait?: Wait;
  /** Fast and weak, unless a test wants Argon2id. */
  hasher?: Hasher;
  /** Gets the lines of the log. */
  onLogLine?(line: string): void;
  /** Told of every statement that the database is asked. */
  onStatement?(sql: string): void;
  /** Do background work in this process: scans, thumbnails. */
  withTasks?: boolean;
  /** Processes for background work; one, unless a test wants several at the same time. */
  backgroundProcesses?: number;
  /** Where worker processes begin. */
  workerEntry?: URL;
  /** How often streams of events are looked after. */
  eventTimes?: AppOptions['eventTimes'];
  /** As the flag --new-secret. */
  takesNewSecret?: boolean;
  /** Modules that are loaded before each plugin. */
  pluginPreload?: readonly string[];
  /** Where requests to the Internet go instead. */
  leadOutside?(url: URL): URL;
  /** Called when the server asks to be made anew. */
  restart?(): void;
}

/** A server that nobody has set up. Its own client is nobody. */
export interface EmptyServer extends Client {
  app: App;
  kind: DatabaseKind;
  /** A folder that goes with the server. */
  folder: string;
  /** What made it, to start another process on the same database. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export interface TestServer extends EmptyServer {
  admin: SignedIn;
  reader: SignedIn;
}

/** Tests make more requests than a household: the rate limit is off unless a test wants it. */
const testEnvironment = {
  LECTERN_SERVER_HOST: '127.0.0.1',
  LECTERN_SERVER_PORT: '0',
  LECTERN_RATE_LIMIT_ENABLED: 'false',
  // Tests keep the machine busy to the end: what runs only while it is idle would not.
  LECTERN_WORKERS_PRIORITY: 'low',
  LECTERN_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
};

/** A server with an administrator and a reader. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startEmptyServer(options);
  const admin = await initialize(server);
  return { ...server, admin, reader: await signIn({ url: server.url, admin }) };
}

export async function startEmptyServer(options: TestServerOptions = {}): Promise<EmptyServer> {
  const { kind = 'sqlite', backgroundProcesses = 1 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const dataDir = join(folder, 'data');
  const database = await createTestDatabase(kind, dataDir);
  const environment = {
    ...testEnvironment,
    // Each begins anew for each new library, which costs more than reading the few books of a test.
    LECTERN_SCANNER_CONCURRENCY: String(backgroundProcesses),
    LECTERN_DATA_DIR: dataDir,
    ...database.environment,
    // A confined process cannot read the folders of the tests, and ends with each library: that takes a third of the
    // time of a test with scans. `npm run test:all` confines on SQLite. In `npm test`, the tests of programs, browsers
    // and confinement do.
    ...((options.workerEntry || kind === 'postgres' || !isWholeRun) && {
      LECTERN_WORKERS_CONFINEMENT: 'off',
    }),
    ...options.environment,
  };
  const started = await startProcess(environment, options);
  return {
    ...started,
    kind,
    folder,
    environment,
    async stop() {
      await started.app.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another server on the database and data folder of one that runs, as a second process would be. */
export async function startSecondServer(
  first: EmptyServer,
  options: TestServerOptions = {},
): Promise<Client & { app: App; stop(): Promise<void> }> {
  const started = await startProcess({ ...first.environment, ...options.environment }, options);
  return { ...started, stop: () => started.app.close() };
}

/**
 * A second process for a race, on PostgreSQL. On SQLite the server itself: two writers in one thread would wait for
 * one another, as two processes never do.
 */
export async function startRival(first: EmptyServer): Promise<Client & { app: App; stop(): Promise<void> }> {
  return first.kind === 'postgres' ? startSecondServer(first) : { ...first, async stop() {} };
}

async function startProcess(environment: Record<string, string>, options: TestServerOptions) {
  const { clock, wait = async () => {}, hasher = createFastHasher(), onLogLine } = options;
  const { config } = loadConfig({ environment, cwd: tmpdir() });
  const app = await createApp({
    config,
    log: createLog(config, onLogLine && { write: onLogLine }),
    checkAnswers: true,
    wait,
    hasher,
    ...(clock && { clock }),
    ...(options.onStatement && { onStatement: options.onStatement }),
    workerEntry: options.workerEntry ?? builtWorker,
    ...(options.eventTimes && { eventTimes: options.eventTimes }),
    ...(options.takesNewSecret && { takesNewSecret: true }),
    ...(options.pluginPreload && { pluginPreload: options.pluginPreload }),
    ...(options.leadOutside && { leadOutside: options.leadOutside }),
    ...(options.restart && { restart: options.restart }),
  });
  const { port } = await app.http.listen();
  if (options.withTasks) await app.startTasks();
  return { ...createClient(`http://127.0.0.1:${port}${config.server.basePath}`), app };
}

/**
 * Declares tests of one running server: on SQLite, and in `npm run test:all` on PostgreSQL too. `define` gets a function
 * that returns the server while the tests run.
 */
export function withServer(
  name: string,
  define: (server: () => TestServer) => void,
  options: TestServerOptions = {},
): void {
  onDatabases(testedDatabases, name, define, options);
}

/** `withServer` on SQLite and PostgreSQL in `npm test` too: for features whose SQL differs between the databases. */
export function onBothDatabases(
  name: string,
  define: (server: () => TestServer) => void,
  options: TestServerOptions = {},
): void {
  onDatabases(databaseKinds, name, define, options);
}

function onDatabases(
  kinds: readonly DatabaseKind[],
  name: string,
  define: (server: () => TestServer) => void,
  options: TestServerOptions,
): void {
  describe.each(kinds)(`${name} on %s`, (kind) => {
    let server: TestServer | undefined;
    beforeAll(async () => {
      server = await startTestServer({ ...options, kind });
    });
    afterAll(async () => {
      const stopped = server?.stop();
      // Test modules stay loaded until their process ends; the variable would keep the server in memory.
      server = undefined;
      await stopped;
    });
    define(() => {
      if (!server) throw new Error('The server runs only inside tests');
      return server;
    });
  });
}
