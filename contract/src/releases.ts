// Releases: new volumes and chapters that plugins announce, as each user sees them.
import { z } from 'zod';
import { count32, id, idParams, int32, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';
import { taskSchema } from './tasks.ts';

/** Languages as sources name them, mostly codes of ISO 639-1. */
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
    group: z.string().nullable().meta({ description: 'Who released it.' }),
    source: z.string().meta({ description: 'Who announced it.' }),
    url: z.string().nullable().meta({
      description: 'Its page: `http`, `https` or `magnet`. Lectern never requests it.',
    }),
    mediaUrl: z.string().nullable().meta({ description: 'Where it is to be had, as the source says.' }),
    mediaKind: z.enum(['torrent', 'magnet', 'direct', 'other']).nullable(),
    releasedAt: time.meta({ description: 'When it was released, else when it was noticed.' }),
    state: z.enum(releaseStates).meta({ description: 'Of the caller.' }),
  })
  .meta({ id: 'Release', description: 'A volume or chapter that is to be had elsewhere and is not here.' });
export type Release = z.infer<typeof releaseSchema>;

const settingsSchema = z.object({
  isAutomatic: z.boolean().meta({
    description: 'Whether series that the caller has begun or wants to read are followed by themselves.',
  }),
  languages: z.array(languageName).max(50).meta({ description: 'Only these; none means all.' }),
});
export type ReleaseSettings = z.infer<typeof settingsSchema>;

const summarySchema = z
  .object({
    settings: settingsSchema,
    newCount: count32,
    languages: z.array(z.string()).meta({ description: 'Those of what is announced.' }),
    isAvailable: z.boolean().meta({ description: 'Whether any plugin announces releases.' }),
  })
  .meta({ id: 'ReleaseSummary' });
export type ReleaseSummary = z.infer<typeof summarySchema>;

const ofSeriesSchema = z
  .object({
    isFollowed: z.boolean().meta({ description: 'Whether the caller is told of releases of this series.' }),
    choice: z
      .boolean()
      .nullable()
      .meta({ description: 'What the caller chose; null where they chose nothing.' }),
    isAvailable: z.boolean().meta({ description: 'Whether any plugin announces releases.' }),
    links: z
      .array(z.object({ label: z.string(), url: z.string() }))
      .meta({ description: 'Pages of sources about the series.' }),
    releases: z
      .array(releaseSchema)
      .meta({ description: 'Without those that are dismissed; empty when it is not followed.' }),
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
    nextPollAt: time.nullable().meta({ description: 'Null while it is turned off.' }),
    failure: z.object({ message: z.string(), at: time }).nullable(),
  })
  .meta({ id: 'ReleaseSource', description: 'Something that a plugin looks for releases in.' });
export type ReleaseSource = z.infer<typeof sourceSchema>;

const patchSourceSchema = z.object({
  isEnabled: z.boolean().optional(),
  intervalHours: z.int().min(1).max(720).optional(),
});
export type PatchReleaseSource = z.infer<typeof patchSourceSchema>;

const marksSchema = z.object({
  state: z.enum(releaseStates),
  ids: z.array(id).min(1).max(1_000).optional().meta({ description: 'All that are listed without them.' }),
});
export type MarkReleases = z.infer<typeof marksSchema>;

const write = 'progress:write';
const read = 'series:read';
const admin = 'system:admin';
const sourceParams = z.object({ id, sourceId: id });

export const releases = routes(
  'Releases',
  'New volumes and chapters of series that users follow, as plugins announce them. Nothing is downloaded.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/user/releases',
      summary: 'What is available of series that the caller follows, the newest first',
      description: [
        'Without what is here already: a number up to the highest of the series. At most the 1000 newest. Dismissed ones are left',
        'out unless `dismissed` is asked for.',
      ].join(' '),
      access: read,
      query: z.object({
        ...pageQuery.shape,
        language: languageName.optional(),
        dismissed: z.enum(['true', 'false']).optional().meta({ description: 'Only the dismissed ones.' }),
      }),
      answers: { 200: json(paginated(releaseSchema)) },
    },
    summary: {
      method: 'GET',
      path: '/api/v1/user/releases/summary',
      summary: 'How many releases are new to the caller, and what they chose',
      access: read,
      answers: { 200: json(summarySchema) },
    },
    settings: {
      method: 'PATCH',
      path: '/api/v1/user/releases/settings',
      summary: 'Choose what is announced to the caller',
      access: write,
      body: settingsSchema.partial(),
      answers: { 200: json(settingsSchema) },
    },
    mark: {
      method: 'POST',
      path: '/api/v1/user/releases/marks',
      summary: 'Mark releases as seen, dismissed or new',
      description: 'Ids that the caller does not see are ignored.',
      access: write,
      body: marksSchema,
      answers: { 204: empty() },
    },
    ofSeries: {
      method: 'GET',
      path: '/api/v1/series/{id}/releases',
      summary: 'What is available of a series',
      access: read,
      params: idParams,
      answers: { 200: json(ofSeriesSchema) },
    },
    follow: {
      method: 'PUT',
      path: '/api/v1/series/{id}/releases/follow',
      summary: 'Choose whether releases of a series are announced to the caller',
      access: write,
      params: idParams,
      body: z.object({
        isFollowed: z.boolean().nullable().meta({ description: 'Null: as the settings of the caller say.' }),
      }),
      answers: { 200: json(ofSeriesSchema) },
    },
    sources: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}/sources',
      summary: 'What a plugin looks for releases in',
      access: admin,
      params: idParams,
      answers: { 200: json(z.object({ sources: z.array(sourceSchema) })) },
    },
    updateSource: {
      method: 'PATCH',
      path: '/api/v1/admin/plugins/{id}/sources/{sourceId}',
      summary: 'Turn a source of releases on or off, or say how often it is asked',
      access: admin,
      params: sourceParams,
      body: patchSourceSchema,
      answers: { 200: json(sourceSchema) },
    },
    poll: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/sources/{sourceId}/poll',
      summary: 'Ask a source for releases now',
      access: admin,
      params: sourceParams,
      answers: { 202: json(taskSchema) },
      errors: ['conflict'],
    },
  },
);
