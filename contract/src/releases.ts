// Releases: new volumes and chapters announced by plugins, for each user.
import { z } from 'zod';
import { count32, id, idParams, int32, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';
import { taskSchema } from './system/tasks.ts';

/** Language name or code of a source, usually ISO 639-1. */
const languageName = storable(z.string().trim().min(1).max(20));

const spanSchema = z.object({ start: z.number(), end: z.number() }).meta({ id: 'ReleaseSpan' });
export type ReleaseSpan = z.infer<typeof spanSchema>;

const releaseStates = ['new', 'seen', 'dismissed'] as const;
export type ReleaseState = (typeof releaseStates)[number];

const releaseSchema = z
  .object({
    id,
    seriesId: id,
    seriesTitle: z.string(),
    volumes: z.array(spanSchema),
    chapters: z.array(spanSchema),
    language: z.string(),
    group: z.string().nullable().meta({ description: 'Release group. Null if unknown.' }),
    source: z.string().meta({ description: 'Name of the source.' }),
    url: z.string().nullable().meta({
      description:
        'Page of the release: `http`, `https` or `magnet`. Never requested by Lectern. Null if unknown.',
    }),
    mediaUrl: z
      .string()
      .nullable()
      .meta({ description: 'Download address of the source. Never requested by Lectern. Null if unknown.' }),
    mediaKind: z.enum(['torrent', 'magnet', 'direct', 'other']).nullable(),
    releasedAt: time.meta({ description: 'Release time, or the time of discovery if unknown.' }),
    state: z.enum(releaseStates).meta({ description: 'State for the caller.' }),
  })
  .meta({
    id: 'Release',
    description: 'Volume or chapter that is available elsewhere and missing in the library.',
  });
export type Release = z.infer<typeof releaseSchema>;

const settingsSchema = z.object({
  isAutomatic: z.boolean().meta({
    description: 'Whether the caller automatically follows series that they started or want to read.',
  }),
  languages: z
    .array(languageName)
    .max(50)
    .meta({ description: 'Languages of listed releases. Empty for all languages.' }),
});
export type ReleaseSettings = z.infer<typeof settingsSchema>;

const summarySchema = z
  .object({
    settings: settingsSchema,
    newCount: count32,
    languages: z.array(z.string()).meta({ description: 'Languages of all known releases.' }),
    isAvailable: z.boolean().meta({ description: 'Whether any plugin announces releases.' }),
  })
  .meta({ id: 'ReleaseSummary' });
export type ReleaseSummary = z.infer<typeof summarySchema>;

const ofSeriesSchema = z
  .object({
    isFollowed: z
      .boolean()
      .meta({ description: 'Whether the caller is notified about releases of this series.' }),
    choice: z
      .boolean()
      .nullable()
      .meta({ description: 'Explicit choice of the caller. Null for the default of their settings.' }),
    isAvailable: z.boolean().meta({ description: 'Whether any plugin announces releases.' }),
    links: z
      .array(z.object({ label: z.string(), url: z.string() }))
      .meta({ description: 'Pages of the sources about the series.' }),
    releases: z
      .array(releaseSchema)
      .meta({ description: 'Releases that are not dismissed. Empty if the series is not followed.' }),
  })
  .meta({ id: 'SeriesReleases' });
export type SeriesReleases = z.infer<typeof ofSeriesSchema>;

const sourceSchema = z
  .object({
    id,
    key: z.string(),
    displayName: z.string(),
    kind: z.string(),
    isEnabled: z.boolean(),
    intervalHours: int32,
    releaseCount: count32,
    lastPolledAt: time.nullable(),
    nextPollAt: time
      .nullable()
      .meta({ description: 'Time of the next check. Null while the source is turned off.' }),
    failure: z.object({ message: z.string(), at: time }).nullable(),
  })
  .meta({ id: 'ReleaseSource', description: 'Source of releases provided by a plugin.' });
export type ReleaseSource = z.infer<typeof sourceSchema>;

const patchSourceSchema = z.object({
  isEnabled: z.boolean().optional(),
  intervalHours: z.int().min(1).max(720).optional(),
});
export type PatchReleaseSource = z.infer<typeof patchSourceSchema>;

const marksSchema = z.object({
  state: z.enum(releaseStates),
  ids: z
    .array(id)
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'Releases to change. If omitted, all listed releases.' }),
});
export type MarkReleases = z.infer<typeof marksSchema>;

const write = 'progress:write';
const read = 'series:read';
const admin = 'system:admin';
const sourceParams = z.object({ id, sourceId: id });

export const releases = routes(
  'Releases',
  'New volumes and chapters of followed series, announced by plugins. Nothing is downloaded.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/user/releases',
      summary: 'List your releases',
      description:
        'Returns releases of followed series, newest first, at most 1,000. Omits numbers up to the highest number of the series in the library, and dismissed releases unless `dismissed` is set.',
      access: read,
      query: z.object({
        ...pageQuery.shape,
        language: languageName.optional(),
        dismissed: z
          .enum(['true', 'false'])
          .optional()
          .meta({ description: 'Whether to list only dismissed releases.' }),
      }),
      answers: { 200: json(paginated(releaseSchema)) },
    },
    summary: {
      method: 'GET',
      path: '/api/v1/user/releases/summary',
      summary: 'Get the summary of your releases',
      description: 'Returns the number of new releases and the settings of the caller.',
      access: read,
      answers: { 200: json(summarySchema) },
    },
    settings: {
      method: 'PATCH',
      path: '/api/v1/user/releases/settings',
      summary: 'Update your release settings',
      description: 'Omitted settings are left unchanged.',
      access: write,
      body: settingsSchema.partial(),
      answers: { 200: json(settingsSchema) },
    },
    mark: {
      method: 'POST',
      path: '/api/v1/user/releases/marks',
      summary: 'Mark releases',
      description: 'Marks releases as seen, dismissed or new. Ids that the caller cannot access are ignored.',
      access: write,
      body: marksSchema,
      answers: { 204: empty() },
    },
    ofSeries: {
      method: 'GET',
      path: '/api/v1/series/{id}/releases',
      summary: 'List the releases of a series',
      description: 'Returns the releases and whether the caller follows the series.',
      access: read,
      params: idParams,
      answers: { 200: json(ofSeriesSchema) },
    },
    follow: {
      method: 'PUT',
      path: '/api/v1/series/{id}/releases/follow',
      summary: 'Follow or unfollow a series',
      description: 'Sets whether the caller is notified about releases of the series.',
      access: write,
      params: idParams,
      body: z.object({
        isFollowed: z.boolean().nullable().meta({
          description: "Whether to follow the series. Null for the default of the caller's settings.",
        }),
      }),
      answers: { 200: json(ofSeriesSchema) },
    },
    sources: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}/sources',
      summary: 'List the release sources of a plugin',
      description: 'Returns each source with its state and last failure.',
      access: admin,
      params: idParams,
      answers: { 200: json(z.object({ sources: z.array(sourceSchema) })) },
    },
    updateSource: {
      method: 'PATCH',
      path: '/api/v1/admin/plugins/{id}/sources/{sourceId}',
      summary: 'Update a release source',
      description: 'Turns the source on or off, or changes its interval.',
      access: admin,
      params: sourceParams,
      body: patchSourceSchema,
      answers: { 200: json(sourceSchema) },
    },
    poll: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/sources/{sourceId}/poll',
      summary: 'Check a release source',
      description: 'Starts a task that requests new releases. Returns 409 if the plugin cannot run.',
      access: admin,
      params: sourceParams,
      answers: { 202: json(taskSchema) },
      errors: ['conflict'],
    },
  },
);
