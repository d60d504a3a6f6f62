// Import from other servers: upload or path of the database, preview, and a background task.
import { z } from 'zod';
import { reasonSchema } from '../errors.ts';
import { count32, id, idParams, int64, storable, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { restoreSchema } from '../system/backup.ts';

/** Status of an import. */
const importStatuses = [
  'reading',
  'ready',
  'running',
  'completed',
  'failed',
  'cancelled',
  'taken_back',
] as const;
/** Steps of a running import, in order. */
export const importStages = [
  'preparing',
  'scanning',
  'metadata',
  'users',
  'covers',
  'lists',
  'places',
  'others',
] as const;
export type ImportStage = (typeof importStages)[number];
/** Kinds of imported data. */
export const importKinds = [
  'libraries',
  'books',
  'users',
  'sharingTags',
  'seriesMetadata',
  'bookMetadata',
  'seriesProvided',
  'bookProvided',
  'seriesCovers',
  'bookCovers',
  'collections',
  'readLists',
  'finished',
  'places',
  'ratings',
  'wanted',
  'marks',
  'sessions',
  'presets',
  'apiKeys',
  'history',
  'otherCovers',
  'listCovers',
  'settings',
  'preferences',
  'fonts',
  'releases',
] as const;
export type ImportKind = (typeof importKinds)[number];

const folder = storable(z.string().min(1).max(4096));

export const importNoteSchema = reasonSchema
  .extend({ cause: reasonSchema.optional() })
  .meta({ id: 'ImportNote', description: '`cause` is the machine-readable form of the value `why`.' });
export type ImportNote = z.infer<typeof importNoteSchema>;

export const rootMapSchema = z.object({
  from: folder.meta({ description: 'Folder path on the source server. Includes its subfolders.' }),
  to: folder.meta({ description: 'Corresponding folder on this server.' }),
});
export type RootMap = z.infer<typeof rootMapSchema>;

const plannedLibrarySchema = z
  .object({
    name: z.string(),
    existing: z
      .object({ id, name: z.string() })
      .nullable()
      .meta({ description: 'Existing library with these folders. Null if there is none.' }),
    roots: z.array(
      z.object({
        from: z.string().meta({ description: 'Path on the source server.' }),
        to: z.string().nullable().meta({ description: 'Path on this server. Null if no folder matches.' }),
      }),
    ),
    books: count32,
    booksFound: count32,
  })
  .meta({ id: 'ImportedLibrary' });

const plannedUserSchema = z
  .object({
    username: z.string(),
    isAdmin: z.boolean(),
    isKnown: z
      .boolean()
      .meta({ description: 'Whether the user has an account here. Existing accounts are not changed.' }),
    places: count32.meta({ description: 'Number of reading positions, including finished books.' }),
    placesFound: count32.meta({ description: 'Number of reading positions in books that exist here.' }),
    notes: z.array(importNoteSchema).meta({ description: 'Permissions that have no equivalent here.' }),
  })
  .meta({ id: 'ImportedUser' });

export const importPlanSchema = z
  .object({
    libraries: z.array(plannedLibrarySchema),
    users: z.array(plannedUserSchema).meta({ description: 'Users of the source server. At most 500.' }),
    counts: z
      .partialRecord(z.enum(importKinds), count32)
      .meta({ description: 'Number of records in the database by kind.' }),
    books: count32,
    booksFound: count32,
    booksRewritten: count32.meta({
      description: 'Number of books with a different file size, which were changed since.',
    }),
    places: count32,
    placesFound: count32,
    leftOut: z
      .array(importNoteSchema)
      .meta({ description: 'Data that cannot be imported. The value `count` is the number of records.' }),
    obstacle: reasonSchema
      .nullable()
      .meta({ description: 'Reason why the import cannot start. Null if it can.' }),
  })
  .meta({ id: 'ImportPlan' });
export type ImportPlan = z.infer<typeof importPlanSchema>;

export const importOutcomeSchema = z
  .object({
    kind: z.enum(importKinds),
    taken: count32.meta({ description: 'Number of new records.' }),
    known: count32.meta({ description: 'Number of records that already existed.' }),
    lost: count32.meta({
      description: 'Number of records that were not imported. `notes` contains the reasons.',
    }),
    notes: z.array(importNoteSchema).meta({ description: 'Data that was not imported. At most 200.' }),
    noteCount: count32,
  })
  .meta({
    id: 'ImportOutcome',
    description: 'The sum of `taken`, `known` and `lost` is the number in the plan.',
  });
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importSchema = z
  .object({
    id,
    status: z.enum(importStatuses),
    program: z.string().meta({
      description: 'Name of the source program, such as `Komga`. Empty while the database is read.',
    }),
    source: z.object({
      kind: z.enum(['upload', 'path', 'server']),
      name: z.string().meta({
        description:
          'File name of an upload, path on this server, or address of a database server without user and password.',
      }),
    }),
    hasLog: z.boolean().meta({ description: 'Whether the write-ahead log (`-wal`) was provided.' }),
    createdAt: time,
    expiresAt: time.nullable().meta({
      description:
        'Time at which the uploaded data is deleted unless the import is started. Null if it was deleted.',
    }),
    plan: importPlanSchema,
    maps: z.array(rootMapSchema).meta({ description: 'Folder mappings set by the user.' }),
    taskId: id.nullable(),
    progress: z
      .object({
        stage: z.enum(importStages),
        current: int64,
        total: int64.meta({ description: 'Total number of steps. 0 if unknown.' }),
      })
      .nullable(),
    failure: reasonSchema.nullable(),
    outcomes: z.array(importOutcomeSchema).nullable(),
    endedAt: time.nullable(),
    backup: z.string().nullable().meta({
      description:
        'Stored backup created before the import. Null on PostgreSQL, which is backed up with its own tools.',
    }),
    takenBackAt: time.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportDto = z.infer<typeof importSchema>;

const given =
  'The documentation lists supported programs and versions. The file is only read. It is deleted when the import ends or is deleted, or after a day. Returns `import_refused` with a reason if the file cannot be imported. If reading takes longer than a request, the response has the status `reading`; the plan is available when the status is `ready`, and the reason for a refusal is in `failure` when it is `failed`.';

export const imports = routes('Imports', 'Import from other servers.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/imports',
    summary: 'List imports',
    description: 'Returns prepared, running and finished imports, newest first.',
    access: 'system:admin',
    answers: { 200: json(z.object({ imports: z.array(importSchema) })) },
  },
  upload: {
    method: 'POST',
    path: '/api/v1/admin/imports/upload',
    summary: 'Upload a database or export',
    description: `Accepts an SQLite database of another server, or a ZIP, tar or tar.gz archive with an export of Lectern or Codex, or with a database, its log and its covers. The limit is 8 GiB. ${given} A request may take at most two minutes; provide larger files by path.`,
    access: 'system:admin',
    upload: true,
    answers: { 201: json(importSchema, 'Prepared') },
    errors: ['import_refused', 'insufficient_storage'],
  },
  create: {
    method: 'POST',
    path: '/api/v1/admin/imports',
    summary: 'Prepare an import from a path',
    description: `Accepts a database, an archive, or the folder of the program or export on this server. If \`scanner.allowed_roots\` is set, the path must be inside it. The database is copied with its log, even while its program is running. Also accepts the address of the PostgreSQL database of a Codex (\`postgres://user:password@host/database\`), whose tables are copied. The address is not stored. Devices and files of the kernel, such as \`/proc/self/mem\`, are rejected with 400. ${given}`,
    access: 'system:admin',
    body: z.object({
      path: folder.meta({ description: 'Path on this server, or address of a database server.' }),
      maps: z.array(rootMapSchema).max(200).default([]),
    }),
    answers: { 201: json(importSchema, 'Prepared') },
    errors: ['import_refused', 'insufficient_storage'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/imports/{id}',
    summary: 'Get an import',
    description: 'Returns the plan, the progress or the result, depending on the status.',
    access: 'system:admin',
    params: idParams,
    answers: { 200: json(importSchema) },
  },
  addLog: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/log',
    summary: 'Upload the write-ahead log of a database',
    description:
      'Accepts the file whose name ends in `-wal`. It contains recent changes that a running program has not yet written to the database. The database is then read again. Returns 403 for an API key.',
    access: 'system:admin',
    params: idParams,
    upload: true,
    answers: { 200: json(importSchema) },
    errors: ['import_refused', 'conflict', 'insufficient_storage'],
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/admin/imports/{id}',
    summary: 'Set the folder mappings of an import',
    description:
      'Replaces the previous mappings and searches for the books again. Folders without a mapping are detected automatically.',
    access: 'system:admin',
    params: idParams,
    body: z.object({ maps: z.array(rootMapSchema).max(200) }),
    answers: { 200: json(importSchema) },
    errors: ['conflict'],
  },
  missing: {
    method: 'GET',
    path: '/api/v1/admin/imports/{id}/missing',
    summary: 'List books that were not found',
    description:
      'Returns books of the source server without a match here, as of the last plan or result. At most 100,000.',
    access: 'system:admin',
    params: idParams,
    query: pageQuery,
    answers: {
      200: json(
        paginated(
          z
            .object({
              path: z.string().meta({ description: 'Path on the source server.' }),
              library: z.string(),
            })
            .meta({ id: 'MissingBook' }),
        ),
      ),
    },
  },
  start: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/start',
    summary: 'Start an import',
    description:
      'Starts a background task that creates a backup (not on PostgreSQL), creates and scans libraries, and imports the data of their books. The task continues after a restart. Existing data is kept. Returns 409 while another import is running. A failed or cancelled import can be started again. Returns 403 for an API key, because imported passwords would outlive the key.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(importSchema, 'Started') },
    errors: ['conflict', 'insufficient_storage'],
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/cancel',
    summary: 'Cancel a running import',
    description: 'Imported data is kept. The import can be started again or reverted.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(importSchema) },
    errors: ['conflict'],
  },
  takeBack: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/take-back',
    summary: 'Revert an import',
    description:
      'Restores the backup created before the import. All later changes are lost. Returns 409 without a backup. On PostgreSQL, imports create none: restore one made with the tools of PostgreSQL. Returns 403 for an API key.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(restoreSchema, 'Checked; applied after the restart') },
    errors: ['backup_refused', 'conflict', 'insufficient_storage'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/admin/imports/{id}',
    summary: 'Delete an import',
    description:
      'Deletes the uploaded data and the record of the import. Imported data is kept. Returns 409 while the import is running.',
    access: 'system:admin',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
});
