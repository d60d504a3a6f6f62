// The HTTP server with test routes and without a database.
import type { RouteTable } from '@lectern/contract/route';
import { routes } from '@lectern/contract/route';
import type { Clock } from '#infrastructure/clock.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import type { DatabaseDialect } from '#infrastructure/database/dialect.ts';
import { sqliteDialect } from '#infrastructure/database/sqlite/sqlite.ts';
import type { Authenticate } from '#infrastructure/http/request-state.ts';
import { type Handlers, implement } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { createHttpServer, type HttpOptions } from '#infrastructure/http/server.ts';
import { createLog, silentLog } from '#infrastructure/log.ts';
import { type Client, createClient } from './client.ts';

export interface MadeUpServerOptions<T extends RouteTable> {
  table: T;
  handlers: Handlers<T>;
  environment?: Record<string, string>;
  authenticate?: Authenticate;
  clock?: Clock;
  surfaces?: readonly Surface[];
  findPage?: HttpOptions['findPage'];
  findMissingPage?: HttpOptions['findMissingPage'];
  certificateCheckMs?: number;
  /** Receives the lines of the log. */
  onLogLine?(line: string): void;
}

export interface MadeUpServer extends Client {
  port: number;
  close(graceMs?: number): Promise<void>;
}

/** A dialect that recognizes only the error of the test as an unavailable database. */
const dialect: DatabaseDialect = {
  ...sqliteDialect,
  isUnavailable: (error) => error instanceof Error && error.message === 'the database is away',
};

export async function startMadeUpServer<T extends RouteTable>(
  options: MadeUpServerOptions<T>,
): Promise<MadeUpServer> {
  const { config } = loadConfig({
    environment: {
      LECTERN_SERVER_HOST: '127.0.0.1',
      LECTERN_SERVER_PORT: '0',
      ...options.environment,
    },
    cwd: process.cwd(),
  });
  const { onLogLine, clock } = options;
  const http = await createHttpServer({
    config,
    log: onLogLine ? createLog(config, { write: onLogLine }) : silentLog,
    dialect,
    authenticate: options.authenticate ?? (() => undefined),
    routes: implement(routes('Made up', 'For tests.', options.table), options.handlers),
    checkAnswers: true,
    ...(clock && { clock }),
    ...(options.findPage && { findPage: options.findPage }),
    ...(options.findMissingPage && { findMissingPage: options.findMissingPage }),
    ...(options.surfaces && { surfaces: options.surfaces }),
    ...(options.certificateCheckMs !== undefined && { certificateCheckMs: options.certificateCheckMs }),
  });
  const { port } = await http.listen();
  const scheme = config.server.tls.certificate === undefined ? 'http' : 'https';
  const client = createClient(`${scheme}://127.0.0.1:${port}${config.server.basePath}`);
  return { ...client, port, close: (graceMs) => http.close(graceMs) };
}
