// Moving in from other servers: their database is given, looked at, and taken over in the background.
import { z } from 'zod';
import { restoreSchema } from './backup.ts';
import { reasonSchema } from './errors.ts';
import { count32, id, idParams, int64, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';

/** Where moving in from another server stands. */
const importStatuses = [
  'reading',
  'ready',
  'running',
  'completed',
  'failed',
  'cancelled',
  'taken_back',
] as const;
/** What it is doing, in this order. */
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
/** What comes over. */
export const importKinds = [
  'libraries',
  'books',
  'users',
  'sharingTags',
  'seriesMetadata',
  'bookMetadata',
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
  'settings',
  'preferences',
  'fonts',
] as const;
export type ImportKind = (typeof importKinds)[number];

const folder = storable(z.string().min(1).max(4096));

export const importNoteSchema = reasonSchema
  .extend({ cause: reasonSchema.optional() })
  .meta({ id: 'ImportNote', description: '`cause` says in data what the value `why` says in English.' });
export type ImportNote = z.infer<typeof importNoteSchema>;

export const rootMapSchema = z.object({
  from: folder.meta({ description: 'A folder as the other server sees it; what is below it follows.' }),
  to: folder.meta({ description: 'The folder of this server that holds the same.' }),
});
export type RootMap = z.infer<typeof rootMapSchema>;

const plannedLibrarySchema = z
  .object({
    name: z.string(),
    existing: z
      .object({ id, name: z.string() })
      .nullable()
      .meta({ description: 'The library here that has these folders already.' }),
    roots: z.array(
      z.object({
        from: z.string().meta({ description: 'As the other server sees it.' }),
        to: z.string().nullable().meta({ description: 'Null where none was found.' }),
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
    isKnown: z.boolean().meta({ description: 'Has an account here, which stays as it is.' }),
    places: count32.meta({ description: 'Places in books, read ones among them.' }),
    placesFound: count32.meta({ description: 'Those in books that are there.' }),
    notes: z.array(importNoteSchema).meta({ description: 'What of their rights cannot be said here.' }),
  })
  .meta({ id: 'ImportedUser' });

export const importPlanSchema = z
  .object({
    libraries: z.array(plannedLibrarySchema),
    users: z.array(plannedUserSchema).meta({ description: 'At most 500.' }),
    counts: z.partialRecord(z.enum(importKinds), count32).meta({ description: 'What the database holds.' }),
    books: count32,
    booksFound: count32,
    booksRewritten: count32.meta({ description: 'Found with another size: written anew since.' }),
    places: count32,
    placesFound: count32,
    leftOut: z
      .array(importNoteSchema)
      .meta({ description: 'What has no place here. The value `count` says how many there are.' }),
    obstacle: reasonSchema.nullable().meta({ description: 'Why it cannot be started.' }),
  })
  .meta({ id: 'ImportPlan' });
export type ImportPlan = z.infer<typeof importPlanSchema>;

export const importOutcomeSchema = z
  .object({
    kind: z.enum(importKinds),
    taken: count32.meta({ description: 'New here.' }),
    known: count32.meta({ description: 'Were here before.' }),
    notes: z.array(importNoteSchema).meta({ description: 'What could not come, at most 200.' }),
    noteCount: count32,
  })
  .meta({ id: 'ImportOutcome' });
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

export const importSchema = z
  .object({
    id,
    status: z.enum(importStatuses),
    program: z.string().meta({ description: 'Its name: `Komga`; empty while it is read.' }),
    source: z.object({
      kind: z.enum(['upload', 'path']),
      name: z.string().meta({ description: 'Of the file, or the path on the server.' }),
    }),
    hasLog: z.boolean().meta({ description: 'The log (`-wal`) was given, too.' }),
    createdAt: time,
    expiresAt: time.nullable().meta({
      description: 'When what was given is thrown away unless it is taken over; null when it is gone.',
    }),
    plan: importPlanSchema,
    maps: z.array(rootMapSchema).meta({ description: 'Folders that were said.' }),
    taskId: id.nullable(),
    progress: z
      .object({
        stage: z.enum(importStages),
        current: int64,
        total: int64.meta({ description: '0 where it is not known.' }),
      })
      .nullable(),
    failure: reasonSchema.nullable(),
    outcomes: z.array(importOutcomeSchema).nullable(),
    endedAt: time.nullable(),
    backup: z.string().nullable().meta({
      description: 'The stored backup that was made before; null on PostgreSQL, whose own tools make it.',
    }),
    takenBackAt: time.nullable(),
  })
  .meta({ id: 'Import' });
export type ImportDto = z.infer<typeof importSchema>;

const given =
  'Programs and versions: see the documentation. The file is only read, and thrown away when the import has ended, ' +
  'when it is deleted, or after a day. A file that cannot be taken over is refused by `import_refused`, with a reason. ' +
  'Reading a large one takes longer than a request: then the answer has the status `reading`, the plan comes when it is `ready`, ' +
  'and what it would have been refused for is the `failure` of one that is `failed`.';

export const imports = routes('Imports', 'Moving in from other servers.', {
  list: {
    method: 'GET',
    path: '/api/v1/admin/imports',
    summary: 'Imports that are prepared, run or have ended, newest first',
    access: 'system:admin',
    answers: { 200: json(z.object({ imports: z.array(importSchema) })) },
  },
  upload: {
    method: 'POST',
    path: '/api/v1/admin/imports/upload',
    summary: 'Give a database of another server, or what it exported',
    description: `A SQLite file, or a zip, tar or tar.gz with an export of a Lectern or a Codex, or with a database, its log and its covers; at most 8 GiB. ${given} A request takes two minutes at most: a larger file is given by its path.`,
    access: 'system:admin',
    upload: true,
    answers: { 201: json(importSchema, 'Recognised') },
    errors: ['import_refused', 'insufficient_storage'],
  },
  create: {
    method: 'POST',
    path: '/api/v1/admin/imports',
    summary: 'Name a database of another server, or an export of a Lectern, by its path',
    description: `The file, an archive as it may be uploaded, or the folder of the program or of an export, on this server and inside \`scanner.allowed_roots\` where these are set. It is copied with its log, also while its program runs. ${given}`,
    access: 'system:admin',
    body: z.object({
      path: folder,
      maps: z.array(rootMapSchema).max(200).default([]),
    }),
    answers: { 201: json(importSchema, 'Recognised') },
    errors: ['import_refused', 'insufficient_storage'],
  },
  get: {
    method: 'GET',
    path: '/api/v1/admin/imports/{id}',
    summary: 'An import: what would come over, how far it is, or what became of it',
    access: 'system:admin',
    params: idParams,
    answers: { 200: json(importSchema) },
  },
  addLog: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/log',
    summary: 'Give the log of an uploaded database',
    description:
      'The file with `-wal` at the end of its name, which holds what a program that runs has not put into its database yet. The database is read again with it.',
    access: 'system:admin',
    params: idParams,
    upload: true,
    answers: { 200: json(importSchema) },
    errors: ['import_refused', 'conflict', 'insufficient_storage'],
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/admin/imports/{id}',
    summary: 'Say which folders here hold theirs',
    description:
      'Replaces what was said before, and looks for their books again. Folders that nobody names are looked for.',
    access: 'system:admin',
    params: idParams,
    body: z.object({ maps: z.array(rootMapSchema).max(200) }),
    answers: { 200: json(importSchema) },
    errors: ['conflict'],
  },
  missing: {
    method: 'GET',
    path: '/api/v1/admin/imports/{id}/missing',
    summary: 'Books of the other server that were not found here',
    description: 'As its last plan says, or its end. At most 100,000.',
    access: 'system:admin',
    params: idParams,
    query: pageQuery,
    answers: {
      200: json(
        paginated(
          z
            .object({
              path: z.string().meta({ description: 'As the other server sees it.' }),
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
    summary: 'Take it over',
    description:
      'Makes a backup (not on PostgreSQL), then libraries, scans them, and takes over what hangs on their books, as a background task that goes on after a restart. What is here stays. One at a time, else 409. One that failed or was cancelled can be started again.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(importSchema, 'Begun') },
    errors: ['conflict', 'insufficient_storage'],
  },
  cancel: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/cancel',
    summary: 'Stop an import that runs',
    description: 'What has come over stays; it can be started again, or taken back.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(importSchema) },
    errors: ['conflict'],
  },
  takeBack: {
    method: 'POST',
    path: '/api/v1/admin/imports/{id}/take-back',
    summary: 'Take the whole import back',
    description:
      'Restores the backup that was made before it, and with it whatever else has happened since. 409 where there is none: on PostgreSQL its own tools make and restore it.',
    access: 'system:admin',
    params: idParams,
    answers: { 202: json(restoreSchema, 'Proved, about to be taken') },
    errors: ['backup_refused', 'conflict', 'insufficient_storage'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/admin/imports/{id}',
    summary: 'Throw away what was given, and what is known of the import',
    description: 'What has come over stays. 409 while it runs.',
    access: 'system:admin',
    params: idParams,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
});
