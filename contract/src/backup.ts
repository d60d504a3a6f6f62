// A copy of everything that cannot be made again, and the way back.
import { z } from 'zod';
import { count64, time } from './fields.ts';
import { bytes, empty, json, routes } from './route.ts';
import { backupKinds } from './values.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.(zip|db)$/)
  .meta({
    description:
      'Name of a file in the folder `backups` of the data folder, or in the folder of scheduled backups.',
  });
const nameParams = z.object({ name });

export const storedBackupSchema = z
  .object({
    name,
    kind: z.enum(backupKinds).meta({
      description:
        '`scheduled`: made by the server itself. `before_migration`: the database alone, copied before a newer ' +
        'program changed it.',
    }),
    sizeBytes: count64,
    madeAt: time.meta({ description: 'When the file was written here.' }),
  })
  .meta({ id: 'StoredBackup' });
export type StoredBackup = z.infer<typeof storedBackupSchema>;

export const restoreSchema = z
  .object({
    name,
    madeAt: time.nullable().meta({ description: 'When the backup was made, as far as it says.' }),
    version: z.string().nullable().meta({ description: 'Of the program that made it, as far as it says.' }),
    isUpgraded: z
      .boolean()
      .meta({ description: 'It was of an older version and has been brought up to date.' }),
    setAside: z.string().meta({
      description:
        'Folder of the data folder that what is there now is moved to. It is never deleted by itself.',
    }),
    missingFolders: z.array(z.string()).meta({
      description: 'Folders of its libraries that are not here: give those libraries their new ones.',
    }),
    isRestarting: z.boolean().meta({
      description: 'The server restarts by itself now; else it is taken at the next start.',
    }),
  })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof restoreSchema>;

const onServers =
  'Of the embedded database. On PostgreSQL 409: its own tools (`pg_dump`, `pg_restore`) do it.';

export const backup = routes('Backup', 'A copy of what Lectern knows, and the way back.', {
  download: {
    method: 'POST',
    path: '/api/v1/admin/backup',
    summary: 'The database, with uploaded covers in it, as a zip; consistent while in use',
    description: `Makes one and sends it. ${onServers} One at a time, else 409. Who downloads one is recorded.`,
    access: 'system:admin',
    answers: { 200: bytes(['application/zip']) },
    errors: ['conflict', 'insufficient_storage'],
  },
  list: {
    method: 'GET',
    path: '/api/v1/admin/backups',
    summary: 'Backups that are kept on the server, newest first',
    access: 'system:admin',
    answers: { 200: json(z.object({ backups: z.array(storedBackupSchema) })) },
  },
  make: {
    method: 'POST',
    path: '/api/v1/admin/backups',
    summary: 'Make a backup and keep it on the server',
    description: `${onServers} One at a time, else 409.`,
    access: 'system:admin',
    answers: { 201: json(storedBackupSchema, 'Made') },
    errors: ['conflict'],
  },
  upload: {
    method: 'POST',
    path: '/api/v1/admin/backups/upload',
    summary: 'Bring a backup to the server',
    description:
      'A backup as it was downloaded, or a copy of the database. It is looked at, not restored. A request takes two ' +
      'minutes at most: a file that takes longer is copied into the folder `backups` by other means.',
    access: 'system:admin',
    upload: true,
    answers: { 201: json(storedBackupSchema, 'Kept') },
    errors: ['backup_refused', 'conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/backups/{name}',
    summary: 'A backup that is kept',
    description: 'Who downloads one is recorded.',
    access: 'system:admin',
    params: nameParams,
    answers: { 200: bytes(['application/zip', 'application/vnd.sqlite3']) },
    errors: ['range_not_satisfiable'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/admin/backups/{name}',
    summary: 'Delete a backup that is kept',
    access: 'system:admin',
    params: nameParams,
    answers: { 204: empty() },
  },
  restore: {
    method: 'POST',
    path: '/api/v1/admin/backups/{name}/restore',
    summary: 'Go back to a backup',
    description:
      'The backup is unpacked beside what is there, proved whole and brought up to date; only then the server restarts ' +
      'and takes it. Accounts, passwords, sessions and keys are then those of the backup. What was there before is kept ' +
      'under `setAside`. A file that is no backup, is damaged or was made by a newer Lectern is refused by ' +
      '`backup_refused`, with a reason in `details`.',
    access: 'system:admin',
    params: nameParams,
    answers: { 202: json(restoreSchema, 'Proved, about to be taken') },
    errors: ['backup_refused', 'conflict'],
  },
});
