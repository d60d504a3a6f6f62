// Whether the server is alive, and its version.
import { health } from '@lectern/contract/health';
import type { Database } from '#kernel/database/dialect.ts';
import { answer } from '#kernel/http/answers.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { version } from '#kernel/version.ts';

export function createHealth({ database }: { database: Database }): { routes: MountedRoute[] } {
  const state = (status: 'ok' | 'error') => ({ status, version, database: database.dialect.name });
  return {
    routes: implement(health, {
      check: () =>
        database.ping().then(
          () => state('ok'),
          () => answer(state('error'), { status: 503 }),
        ),
      info: () => ({ name: 'Lectern', version }),
    }),
  };
}
