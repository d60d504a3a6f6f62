// Runs the real server on a random port with its own data folder, on either database.
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
import { RecentLog } from '#infrastructure/recent-log.ts';
import { type Client, createClient } from './client.ts';
import { createTestDatabase, type DatabaseKind, databaseKinds, testedDatabases } from './databases.ts';
import { createFastHasher } from './hasher.ts';
import { builtWorker } from './load/worker-start.ts';
import { isWholeRun } from './run/whole-run.ts';
import { initialize, type SignedIn, signIn } from './sign-in.ts';

export interface TestServerOptions {
  kind?: DatabaseKind;
  /** LECTERN_… variables that override those of the tests. */
  environment?: Record<string, string>;
  clock?: Clock;
  /** How delays are implemented. By default they end immediately. */
  wait?: Wait;
  /** A weak, fast hasher by default. Tests of Argon2id set the real one. */
  hasher?: Hasher;
  /** Receives the lines of the log. */
  onLogLine?(line: string): void;
  /** Receives every SQL statement. */
  onStatement?(sql: string): void;
  /** Run background work (scans, thumbnails) in this process. */
  withTasks?: boolean;
  /** Number of background processes. Default 1. */
  backgroundProcesses?: number;
  /** Entry module of worker processes. */
  workerEntry?: URL;
  /** Intervals of the event stream timers. */
  eventTimes?: AppOptions['eventTimes'];
  /** Same as the flag --new-secret. */
  takesNewSecret?: boolean;
  /** Modules that are loaded before each plugin. */
  pluginPreload?: readonly string[];
  /** Redirects requests to the Internet. */
  leadOutside?(url: URL): URL;
  /** Called when the server requests a restart. */
  restart?(): void;
}

/** A server without users. Its own client is unauthenticated. */
export interface EmptyServer extends Client {
  app: App;
  kind: DatabaseKind;
  /** A folder that is deleted with the server. */
  folder: string;
  /** The environment, to start another process on the same database. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

export interface TestServer extends EmptyServer {
  admin: SignedIn;
  reader: SignedIn;
}

/** Tests send more requests than a household, so the rate limit is off by default. */
const testEnvironment = {
  LECTERN_SERVER_HOST: '127.0.0.1',
  LECTERN_SERVER_PORT: '0',
  LECTERN_RATE_LIMIT_ENABLED: 'false',
  // Tests keep the machine busy: idle-priority work would never run.
  LECTERN_WORKERS_PRIORITY: 'low',
  LECTERN_LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
};

/** Starts a server with an administrator and a reader. */
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
    // Background processes restart for each new library, which takes longer than reading the few books of a test.
    LECTERN_SCANNER_CONCURRENCY: String(backgroundProcesses),
    LECTERN_DATA_DIR: dataDir,
    ...database.environment,
    // A confined process cannot read the folders of the tests and restarts for each library, which takes a third of the
    // time of a test with scans. `npm run test:all` confines on SQLite. In `npm test`, only the tests of programs,
    // browsers and confinement do.
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

/**
 * Starts another server on the database and data folder of a running one, as a second process would. On SQLite, call
 * `waitForQuiet` before if the first server runs tasks: two writing connections in one thread deadlock while a
 * transaction is open.
 */
export async function startSecondServer(
  first: EmptyServer,
  options: TestServerOptions = {},
): Promise<Client & { app: App; stop(): Promise<void> }> {
  const started = await startProcess({ ...first.environment, ...options.environment }, options);
  return { ...started, stop: () => started.app.close() };
}

/**
 * Starts a second process for a race, on PostgreSQL. On SQLite returns the server itself: two writers in one thread
 * would deadlock, which separate processes never do.
 */
export async function startRival(first: EmptyServer): Promise<Client & { app: App; stop(): Promise<void> }> {
  return first.kind === 'postgres' ? startSecondServer(first) : { ...first, async stop() {} };
}

async function startProcess(environment: Record<string, string>, options: TestServerOptions) {
  const { clock, wait = async () => {}, hasher = createFastHasher(), onLogLine } = options;
  const { config } = loadConfig({ environment, cwd: tmpdir() });
  const recentLog = new RecentLog();
  const app = await createApp({
    config,
    log: createLog(config, onLogLine && { write: onLogLine }, recentLog),
    recentLog,
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
 * Declares tests of one running server on SQLite, and in `npm run test:all` also on PostgreSQL. `define` receives a
 * function that returns the server while the tests run.
 */
export function withServer(
  name: string,
  define: (server: () => TestServer) => void,
  options: TestServerOptions = {},
): void {
  onDatabases(testedDatabases, name, define, options);
}

/** Same as `withServer`, but always on SQLite and PostgreSQL: for features whose SQL differs between the databases. */
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
      // Test modules stay loaded until their process ends. The variable would keep the server in memory.
      server = undefined;
      await stopped;
    });
    define(() => {
      if (!server) throw new Error('The server is only available inside tests');
      return server;
    });
  });
}
