// The wiring, top to bottom: configuration → database → catalog → features → surfaces → HTTP. Plain code on purpose.
import { createHealth } from '#features/health/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import { openDatabase } from '#kernel/database/open.ts';
import { createHttpServer, type HttpServer } from '#kernel/http/server.ts';
import type { Log } from '#kernel/log.ts';

export interface AppOptions {
  config: Config;
  log: Log;
  clock?: Clock;
  /** Compare every answer with its declaration: for tests. */
  checkAnswers?: boolean;
}

export interface App {
  http: HttpServer;
  close(): Promise<void>;
}

export async function createApp({ config, log, clock, checkAnswers }: AppOptions): Promise<App> {
  const database = await openDatabase(config, log);
  const health = createHealth({ database });
  const http = await createHttpServer({
    config,
    log,
    dialect: database.dialect,
    authenticate: () => undefined,
    routes: [...health.routes],
    ...(clock && { clock }),
    ...(checkAnswers && { checkAnswers }),
  });
  return {
    http,
    async close() {
      await http.close();
      await database.close();
    },
  };
}
