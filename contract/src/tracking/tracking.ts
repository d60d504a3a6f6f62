// Tracking: sends reading progress to services such as AniList, with the service account of each user.
import { z } from 'zod';
import { count32, id, idParams, optionalQuery, storable, time } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { chosenTrackingStatuses, trackingStatuses, trackingUnits } from './tracking-values.ts';

const text = (max: number) => storable(z.string().trim().min(1).max(max));

const settingsShape = {
  sendsAutomatically: z.boolean().meta({
    description: 'Whether progress is sent automatically within minutes. If false, only on request.',
  }),
  sendsRatings: z.boolean(),
  isPrivate: z.boolean().meta({
    description: 'Whether new entries at the service are private, if it supports that.',
  }),
  unit: z
    .enum(trackingUnits)
    .meta({ description: 'Default unit to count for series without their own setting.' }),
};
const settingsSchema = z.object(settingsShape);
export type TrackingSettings = z.infer<typeof settingsSchema>;

const entrySchema = z
  .object({
    status: z.enum(trackingStatuses).nullable(),
    volumes: z.number().nullable(),
    chapters: z.number().nullable(),
    score: z.number().nullable().meta({ description: 'Score from 1 to 100. Null if not rated.' }),
  })
  .meta({ id: 'TrackingEntry', description: 'Entry of a series or book in a list at the service.' });
export type TrackingEntry = z.infer<typeof entrySchema>;

const trackingOutcomes = ['created', 'updated', 'unchanged', 'failed', 'read', 'rated'] as const;

const subjectShape = {
  seriesId: id.nullable(),
  bookId: id.nullable(),
  title: z.string(),
  externalId: z.string(),
};

const changeSchema = z
  .object({
    ...subjectShape,
    outcome: z.enum(trackingOutcomes).meta({
      description:
        '`created`, `updated`, `unchanged` or `failed` refer to the entry at the service. `read`: books are marked as read on this server. `rated`: a rating is imported.',
    }),
    before: entrySchema
      .nullable()
      .meta({ description: 'Entry before the change. Null if the service does not return it.' }),
    after: entrySchema.nullable(),
    books: count32.meta({ description: 'Number of books marked as read on this server.' }),
    message: z.string().nullable(),
  })
  .meta({ id: 'TrackingChange' });
export type TrackingChange = z.infer<typeof changeSchema>;

export const trackingDirections = ['send', 'fetch'] as const;
export type TrackingDirection = (typeof trackingDirections)[number];

const runSchema = z
  .object({
    direction: z.enum(trackingDirections),
    isPreview: z.boolean(),
    state: z.enum(['waiting', 'done', 'failed']),
    at: time,
    message: z
      .string()
      .nullable()
      .meta({ description: 'Reason for a failure or delay. Null if there is none.' }),
    changes: z
      .array(changeSchema)
      .meta({ description: 'Changes, at most 500. Unchanged entries are omitted.' }),
  })
  .meta({ id: 'TrackingRun' });
export type TrackingRun = z.infer<typeof runSchema>;

const trackerSchema = z
  .object({
    id: id.meta({ description: 'Id of the plugin.' }),
    displayName: z.string(),
    source: z
      .string()
      .nullable()
      .meta({ description: 'Source name of its external ids, such as `anilist`. Null if unknown.' }),
    noun: z.enum(['series', 'books']).meta({ description: 'Kind of its entries.' }),
    isConnected: z.boolean().meta({ description: 'Whether the caller enabled it and connected an account.' }),
    username: z
      .string()
      .nullable()
      .meta({ description: 'User name at the service. Null until the first request.' }),
    problem: z.string().nullable().meta({
      description: 'Reason why nothing is sent and the account must be connected again. Null if it works.',
    }),
    settings: settingsSchema,
    linkCount: count32,
    lastSentAt: time.nullable(),
  })
  .meta({ id: 'Tracker', description: 'Tracking service that the caller can connect.' });
export type Tracker = z.infer<typeof trackerSchema>;

const linkShape = {
  externalId: z.string(),
  isHeld: z.boolean().meta({ description: 'Whether tracking is paused.' }),
  unit: z
    .enum(trackingUnits)
    .nullable()
    .meta({ description: 'Unit to count. Null for the default setting.' }),
  status: z.enum(chosenTrackingStatuses).nullable().meta({
    description:
      'Status chosen by the caller. Null if it is derived from reading progress. `rereading` starts a completed entry again, and becomes null when it is sent.',
  }),
};
const linkSchema = z
  .object({
    ...linkShape,
    lastSent: entrySchema.nullable(),
    lastSentAt: time.nullable(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'TrackingLink' });
export type TrackingLink = z.infer<typeof linkSchema>;

const ofSubject = z
  .object({
    trackers: z.array(
      z.object({
        id,
        displayName: z.string(),
        isConnected: z.boolean(),
        link: linkSchema.nullable(),
        knownId: z.string().nullable().meta({
          description: 'Id in the metadata. Used only after the caller selects it. Null if unknown.',
        }),
      }),
    ),
  })
  .meta({ id: 'SubjectTracking' });
export type SubjectTracking = z.infer<typeof ofSubject>;

const putLinkSchema = z.object({
  externalId: text(500).meta({ description: 'Id at the service, or URL of its page.' }),
  isHeld: z.boolean().optional(),
  unit: linkShape.unit.optional(),
  status: linkShape.status.optional(),
});
export type PutTrackingLink = z.infer<typeof putLinkSchema>;

const listedLinkSchema = linkSchema
  .extend({ seriesId: id.nullable(), bookId: id.nullable(), title: z.string() })
  .meta({ id: 'ListedTrackingLink' });
export type ListedTrackingLink = z.infer<typeof listedLinkSchema>;

const logSchema = z.object({
  entries: z.array(changeSchema.extend({ at: time }).meta({ id: 'TrackingLogEntry' })),
});
export type TrackingLog = z.infer<typeof logSchema>;

const write = 'progress:write';
const subjectParams = z.object({ id, trackerId: id });
const ofNoun = (noun: 'series' | 'books') =>
  ({
    get: {
      method: 'GET',
      path: `/api/v1/${noun}/{id}/tracking`,
      summary: `Get the tracking links of one of the ${noun}`,
      description: 'Returns the link to each tracking service that the caller connected.',
      access: `${noun}:read`,
      params: idParams,
      answers: { 200: json(ofSubject) },
    },
    put: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/tracking/{trackerId}`,
      summary: `Set the tracking link of one of the ${noun}`,
      description: 'Omitted fields are left unchanged.',
      access: write,
      params: subjectParams,
      body: putLinkSchema,
      answers: { 200: json(linkSchema) },
    },
    remove: {
      method: 'DELETE',
      path: `/api/v1/${noun}/{id}/tracking/{trackerId}`,
      summary: `Delete the tracking link of one of the ${noun}`,
      description: 'Stops tracking. The entry at the service is kept.',
      access: write,
      params: subjectParams,
      answers: { 204: empty() },
    },
  }) as const;

export const seriesTracking = routes(
  'Tracking of series',
  'Links between series and entries of tracking services.',
  ofNoun('series'),
);
export const bookTracking = routes(
  'Tracking of books',
  'Links between books and entries of tracking services.',
  ofNoun('books'),
);

export const tracking = routes(
  'Tracking',
  "Sends the caller's reading progress to connected tracking services. Settings are private to the caller. Progress at the service is never lowered.",
  {
    list: {
      method: 'GET',
      path: '/api/v1/user/tracking',
      summary: 'List your tracking services',
      description: 'Returns all tracking services that the caller can connect.',
      access: 'user',
      answers: { 200: json(z.object({ trackers: z.array(trackerSchema) })) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/user/tracking/{id}',
      summary: 'Update the settings of a tracking service',
      description: 'Omitted settings are left unchanged.',
      access: write,
      params: idParams,
      body: settingsSchema.partial(),
      answers: { 200: json(trackerSchema) },
    },
    links: {
      method: 'GET',
      path: '/api/v1/user/tracking/{id}/links',
      summary: 'List tracked series and books',
      description: 'Sorted by title.',
      access: 'user',
      params: idParams,
      query: pageQuery,
      answers: { 200: json(paginated(listedLinkSchema)) },
    },
    linkKnown: {
      method: 'POST',
      path: '/api/v1/user/tracking/{id}/links/known',
      summary: 'Track all matched series and books',
      description:
        'Adds links for series and books whose metadata contains an id of the service. Existing links are kept. Titles are not searched.',
      access: write,
      params: idParams,
      answers: { 200: json(z.object({ linked: count32 })) },
    },
    start: {
      method: 'POST',
      path: '/api/v1/user/tracking/{id}/run',
      summary: 'Start a tracking sync',
      description:
        'Sends all progress to the service, or imports its entries. A preview changes nothing. Imports mark books as read but never as unread, and add ratings only where there are none. `externalIds` limits the run to some entries. Returns 409 while another run is active.',
      access: write,
      params: idParams,
      body: z.object({
        direction: z.enum(trackingDirections),
        isPreview: z.boolean().default(false),
        externalIds: z.array(text(500)).max(500).optional(),
      }),
      answers: { 202: json(runSchema) },
      errors: ['conflict'],
    },
    run: {
      method: 'GET',
      path: '/api/v1/user/tracking/{id}/run',
      summary: 'Get the last tracking sync',
      description:
        'Returns the state and changes of the last run. Returns 404 if there is none, or 204 with `optional`.',
      access: 'user',
      params: idParams,
      query: optionalQuery,
      answers: { 200: json(runSchema), 204: empty('There was no run') },
    },
    log: {
      method: 'GET',
      path: '/api/v1/user/tracking/{id}/log',
      summary: 'Get the log of a tracking service',
      description: 'Returns the last 200 sent or imported changes, newest first.',
      access: 'user',
      params: idParams,
      answers: { 200: json(logSchema) },
    },
  },
);
