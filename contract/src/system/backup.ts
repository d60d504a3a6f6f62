// Backup and restore of the data that cannot be recreated from book files.
import { z } from 'zod';
import { count64, time } from '../fields.ts';
import { bytes, empty, json, routes } from '../route.ts';
import { backupKinds } from '../values.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.(zip|db)$/)
  .meta({
    description:
      'File name in the folder `backups` of the data folder, or in the folder of scheduled backups.',
  });
const nameParams = z.object({ name });

export const storedBackupSchema = z
  .object({
    name,
    kind: z.enum(backupKinds).meta({
      description:
        '`scheduled`: created on a schedule. `before_migration`: the database only, copied before an upgrade changed it.',
    }),
    sizeBytes: count64,
    madeAt: time.meta({ description: 'Time at which the file was written on this server.' }),
  })
  .meta({ id: 'StoredBackup' });
export type StoredBackup = z.infer<typeof storedBackupSchema>;

export const restoreSchema = z
  .object({
    name,
    madeAt: time.nullable().meta({ description: 'Creation time of the backup. Null if unknown.' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'Version of Lectern that created the backup. Null if unknown.' }),
    isUpgraded: z
      .boolean()
      .meta({ description: 'Whether the backup was created by an older version and was upgraded.' }),
    setAside: z.string().meta({
      description:
        'Subfolder of the data folder that receives the current data. It is never deleted automatically.',
    }),
    missingFolders: z.array(z.string()).meta({
      description: 'Library folders that do not exist on this server. Assign new folders to these libraries.',
    }),
    isRestarting: z.boolean().meta({
      description: 'Whether the server restarts now. If false, the backup is applied at the next start.',
    }),
  })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof restoreSchema>;

const onServers =
  'Applies to the embedded database. On PostgreSQL, returns 409; use `pg_dump` and `pg_restore`.';

export const backup = routes('Backup', "Backup and restore of the server's data.", {
  download: {
    method: 'POST',
    path: '/api/v1/admin/backup',
    summary: 'Download a new backup',
    description: `Creates a consistent backup of the database, including uploaded covers, and returns it as a ZIP archive. ${onServers} Returns 409 while another backup is running. The download is recorded in the activity log.`,
    access: 'system:admin',
    answers: { 200: bytes(['application/zip']) },
    errors: ['conflict', 'insufficient_storage'],
  },
  list: {
    method: 'GET',
    path: '/api/v1/admin/backups',
    summary: 'List stored backups',
    description: 'Returns the backups stored on the server, newest first.',
    access: 'system:admin',
    answers: { 200: json(z.object({ backups: z.array(storedBackupSchema) })) },
  },
  make: {
    method: 'POST',
    path: '/api/v1/admin/backups',
    summary: 'Create a stored backup',
    description: `Creates a backup and stores it on the server. ${onServers} Returns 409 while another backup is running.`,
    access: 'system:admin',
    answers: { 201: json(storedBackupSchema, 'Created') },
    errors: ['conflict'],
  },
  upload: {
    method: 'POST',
    path: '/api/v1/admin/backups/upload',
    summary: 'Upload a backup',
    description:
      'Accepts a downloaded backup or a copy of the database. Checks and stores it without restoring it. A request may take at most two minutes; copy larger files into the folder `backups` instead.',
    access: 'system:admin',
    upload: true,
    answers: { 201: json(storedBackupSchema, 'Stored') },
    errors: ['backup_refused', 'conflict'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/backups/{name}',
    summary: 'Download a stored backup',
    description: 'The download is recorded in the activity log.',
    access: 'system:admin',
    params: nameParams,
    answers: { 200: bytes(['application/zip', 'application/vnd.sqlite3']) },
    errors: ['range_not_satisfiable'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/admin/backups/{name}',
    summary: 'Delete a stored backup',
    description: 'Deletes the file permanently.',
    access: 'system:admin',
    params: nameParams,
    answers: { 204: empty() },
  },
  restore: {
    method: 'POST',
    path: '/api/v1/admin/backups/{name}/restore',
    summary: 'Restore a backup',
    description:
      'Unpacks, checks and upgrades the backup next to the current data, then restarts the server to apply it. Accounts, passwords, sessions and keys are replaced by those of the backup. The current data is moved to `setAside`. Returns 403 for an API key. Returns `backup_refused` with a reason in `details` if the file is not a backup, is damaged, or was created by a newer version.',
    access: 'system:admin',
    params: nameParams,
    answers: { 202: json(restoreSchema, 'Checked; applied after the restart') },
    errors: ['backup_refused', 'conflict'],
  },
});
