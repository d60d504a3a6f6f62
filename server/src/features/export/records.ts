// Schemas of the export. Every file except covers, fonts and copies for other programs contains records of one schema
// as JSON lines. The export includes these schemas as JSON Schema. Ids are those of the exporting server; times are ISO
// 8601.
import { locatorSchema } from '@lectern/contract/reading/progress';
import { maxPanels } from '@lectern/contract/serving/panel-limits';
import { annotationColors, annotationKinds } from '@lectern/contract/values';
import { z } from 'zod';

const id = z.string().min(1).max(64);
const time = z.iso.datetime();
const text = z.string();
const json = z.json();
const fields = z.record(z.string(), json);
const locks = z.record(z.string(), z.boolean());

/** Metadata from one provider. Ids are those of the provider's service. */
const provided = z.object({
  provider: text.describe('Package of the plugin.'),
  name: text,
  externalId: text,
  externalUrl: text.nullable(),
  fields: z.array(text).nullable().describe('Accepted fields. Null if all fields are accepted.'),
  values: z.record(z.string(), z.object({ value: json, at: z.number() })),
  covers: z.array(text).optional().describe('Cover image URLs.'),
  dropped: z.array(text),
  takenAt: z.number(),
  refreshedAt: z.number(),
});
const allProvided = z
  .array(provided)
  .default([])
  .describe(
    'Provider metadata. Overridden by user edits, overrides file metadata. Times are in milliseconds.',
  );

/** Increased when an older reader would misinterpret the format. */
export const formatVersion = 1;
export const formatName = 'lectern-export';

export const manifestSchema = z.object({
  format: z.literal(formatName),
  version: z.int(),
  program: z.string().describe('Lectern version that created the export.'),
  exportedAt: time,
  secrets: z
    .boolean()
    .describe(
      'Whether the export contains hashes of passwords and API keys, so that both keep working after an import.',
    ),
  counts: z.record(z.string(), z.int()),
  files: z
    .record(z.string(), z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), records: z.int().optional() }))
    .describe('All other files by their path, with the number of records of JSON lines.'),
});
export type Manifest = z.infer<typeof manifestSchema>;

const library = z.object({
  id,
  name: text,
  paths: z.array(text),
  settings: fields.describe('Settings in the format of POST /api/v1/libraries.'),
});

const sharingTag = z.object({ name: text, description: text.nullable() });

const series = z.object({
  id,
  libraryId: id,
  title: text,
  edits: fields.describe('User edits: fields of PATCH /api/v1/series/{id}/metadata.'),
  locks,
  provided: allProvided,
  coverSource: text.describe('first_book, latest_book or custom.'),
  sharingTags: z.array(text),
});

const book = z.object({
  id,
  seriesId: id,
  libraryId: id,
  root: text.describe('Library folder that contains the book.'),
  path: text.describe('Path relative to the root, with slashes.'),
  sizeBytes: z.number(),
  partialMd5: text.nullable().describe('KOReader document identifier.'),
  title: text,
  formatGroup: text
    .nullable()
    .default(null)
    .describe(
      'User decision: `alone`, or an equal value for files of the same book. Null: grouped by name if the library enables it.',
    ),
  isMissing: z.boolean().describe('Whether the file was missing at the last scan. User data is kept.'),
  edits: fields.describe('User edits: fields of PATCH /api/v1/books/{id}/metadata.'),
  locks,
  provided: allProvided,
});

const list = z.object({
  id,
  name: text,
  summary: text.nullable(),
  ordered: z.boolean(),
  condition: json.nullable().describe('Condition of an automatic list.'),
  memberIds: z.array(id),
});

const setting = z.object({ key: text, value: json });

const differentBooks = z.object({
  bookIds: z.tuple([id, id]),
  notAs: z.enum(['formats', 'scans']).describe('Not one book in two formats, or not one comic in two scans.'),
});

const creditPage = z.object({
  libraryId: id,
  hash: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe('Perceptual hash of the page: 128 bits in hexadecimal.'),
  state: z.enum(['skipped', 'shown']).describe('Whether readers leave it out.'),
});

const percent = z.number().min(0).max(100);
const panelCorrection = z.object({
  contentHash: text
    .min(1)
    .max(200)
    .describe('Hash of the pages of a book, or of its file. Equal on all servers.'),
  pageNumber: z.int().min(1).max(2_147_483_647).describe('Starting at 1.'),
  panels: z
    .array(z.tuple([percent, percent, percent, percent]))
    .max(maxPanels)
    .describe(
      'x, y, width and height in percent of the page, in reading order. Empty if the page is shown whole.',
    ),
  updatedAt: time,
});

const cover = z.object({
  id,
  entityType: text.describe('book, series, collection or readList.'),
  entityId: id,
  file: z
    .string()
    .regex(/^covers\/[\w.-]+$/)
    .describe('Path relative to the export folder.'),
  isSelected: z.boolean(),
});

const user = z.object({
  id,
  username: text,
  email: text,
  role: text,
  extraPermissions: z.array(text),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  choseEmail: z
    .boolean()
    .default(false)
    .describe('Whether the user, not an administrator, entered the address.'),
  passwordHash: text
    .nullable()
    .describe('Argon2id in PHC format, or another hash prefixed with its scheme in braces.'),
  libraryIds: z.array(id).describe('Libraries that the user can access. Empty for all libraries.'),
  sharingTags: z.array(z.object({ name: text, access: z.enum(['allow', 'deny']) })),
  maxAgeRating: z.int().nullable(),
  allowUnrated: z.boolean(),
  identities: z.array(z.object({ provider: text, issuer: text, subject: text })),
  createdAt: time,
});

const device = { deviceId: text.nullable(), deviceName: text.nullable() };
const position = {
  page: z.int(),
  percentage: z.number().nullable(),
  completed: z.boolean(),
  locator: json.nullable().describe('A Readium locator.'),
};

const progress = z.object({
  bookId: id,
  ...position,
  startedAt: time,
  updatedAt: time,
  completedAt: time.nullable(),
});

const history = z.object({
  bookId: id,
  ...position,
  ...device,
  marked: z.boolean().describe('Whether the book was marked manually instead of read.'),
  beganAt: time.nullable(),
  readAt: time,
});

const session = z.object({
  id,
  bookId: id,
  startedAt: time,
  endedAt: time,
  pagesRead: z.int(),
  startPage: z.int().nullable(),
  endPage: z.int().nullable(),
  ...device,
});

const annotation = z.object({
  id,
  bookId: id,
  kind: z.enum(annotationKinds),
  locator: locatorSchema,
  color: z.enum(annotationColors).nullable(),
  note: text.nullable(),
  text: text.nullable(),
  createdAt: time,
  updatedAt: time,
});

const rating = z.object({
  seriesId: id,
  rating: z.int().describe('1 to 100.'),
  notes: text.nullable(),
  updatedAt: time,
});

const wish = z.object({ entityType: z.enum(['series', 'book']), entityId: id, createdAt: time });

const filter = z.object({
  name: text,
  scope: text,
  target: z.enum(['series', 'books']),
  libraryId: id.nullable(),
  condition: json,
  query: text.nullable(),
  sort: text.nullable(),
  pinned: z.boolean(),
});

const follow = z.object({
  seriesId: id,
  isFollowed: z.boolean().describe('False if the user has stopped following the series.'),
});

const releaseSettings = z.object({
  isAutomatic: z.boolean().describe('Whether started and want-to-read series are followed.'),
  languages: z.array(text).describe('Languages of shown releases. Empty for all languages.'),
});

const preference = z.object({ key: text, value: json, updatedAt: time });

const apiKey = z.object({
  name: text,
  keyPrefix: text,
  keyHash: text.describe('SHA-256 of the key, in hexadecimal.'),
  digestHash: text.nullable().describe("SHA-256 of the key's MD5."),
  permissions: z.array(text).nullable(),
  isActive: z.boolean(),
  expiresAt: time.nullable(),
  createdAt: time,
});

const font = z.object({
  name: text,
  file: z
    .string()
    .regex(/^fonts\/[\w.-]+$/)
    .describe("Path relative to the user's folder."),
});

/** Files in the export folder. */
export const commonRecords = {
  libraries: library,
  'sharing-tags': sharingTag,
  series,
  books: book,
  collections: list,
  'read-lists': list,
  settings: setting,
  'different-books': differentBooks,
  'credit-pages': creditPage,
  'panel-corrections': panelCorrection,
  covers: cover,
  users: user.extend({ folder: text.describe('Folder with the files of this user.') }),
};

/** Files in each user's folder. */
export const personalRecords = {
  progress,
  history,
  'reading-sessions': session,
  annotations: annotation,
  ratings: rating,
  'want-to-read': wish,
  'saved-filters': filter,
  'followed-releases': follow,
  'release-settings': releaseSettings,
  preferences: preference,
  'api-keys': apiKey,
  fonts: font,
};

export type CommonRecords = { [K in keyof typeof commonRecords]: z.infer<(typeof commonRecords)[K]> };
export type PersonalRecords = { [K in keyof typeof personalRecords]: z.infer<(typeof personalRecords)[K]> };

/** Returns the JSON Schemas of all files by name. Shared definitions are next to them, so that references resolve. */
export function toJsonSchemas(): unknown {
  const { properties, $defs } = z.toJSONSchema(z.object({ ...commonRecords, ...personalRecords }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Lectern export',
    description: 'Each definition describes one line of the .jsonl file with the same name.',
    $defs: { ...properties, ...$defs },
  };
}
