// A copy of everything that cannot be made again: the embedded database and uploaded covers, as one zip.
import { backup as contract } from '@lectern/contract/backup';
import type { Clock } from '#kernel/clock.ts';
import type { Config } from '#kernel/config/schema.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { bytesAnswer } from '#kernel/http/answers.ts';
import { toContentDisposition } from '#kernel/http/content-disposition.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { createBackupMaker } from './make.ts';

interface Parts {
  config: Config;
  database: Database;
  clock: Clock;
}

export function createBackup({ config, database, clock }: Parts): { routes: MountedRoute[] } {
  const make = createBackupMaker({ dataDir: config.dataDir, database, clock });
  return {
    routes: implement(contract, {
      download() {
        const moment = new Date(clock()).toISOString().slice(0, 19).replaceAll(':', '-');
        return bytesAnswer({
          mediaType: 'application/zip',
          cacheControl: 'no-store',
          headers: { 'Content-Disposition': toContentDisposition(`lectern-${moment}.zip`) },
          body: make,
        });
      },
    }),
  };
}
