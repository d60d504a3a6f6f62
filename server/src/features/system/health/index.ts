// Health, write access to storage, version, and the form in which requests arrive.
import { health } from '@lectern/contract/system/health';
import type { Database } from '#infrastructure/database/dialect.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import { version } from '#infrastructure/version.ts';

export function createHealth(database: Database, storage: StorageWatch): { routes: MountedRoute[] } {
  const state = (status: 'ok' | 'error') => ({
    status,
    version,
    database: database.dialect.name,
    storage: storage.state,
  });
  return {
    routes: implement(health, {
      check: () =>
        database.ping().then(
          () => state('ok'),
          () => answer(state('error'), { status: 503 }),
        ),
      connection: ({ request }) => ({
        protocol: request.protocol === 'https' ? ('https' as const) : ('http' as const),
        host: request.host,
        address: request.ip,
        authorization: request.headers.authorization !== undefined,
      }),
      info: () => ({ name: 'Lectern', version }),
    }),
  };
}
