// Tracking: what users read is told to the services where they keep their lists. Each by their own accounts there.
import { z } from 'zod';
import { count32, id, idParams, optionalQuery, storable, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';
import { chosenTrackingStatuses, trackingStatuses, trackingUnits } from './tracking-values.ts';

const text = (max: number) => storable(z.string().trim().min(1).max(max));

const settingsShape = {
  sendsAutomatically: z.boolean().meta({
    description: 'Whether what is read is told within minutes. Otherwise only when it is asked for.',
  }),
  sendsRatings: z.boolean(),
  isPrivate: z.boolean().meta({
    description: 'Whether entries that are made there are private, where the service has that.',
  }),
  unit: z.enum(trackingUnits).meta({ description: 'What is counted where a series says nothing else.' }),
};
const settingsSchema = z.object(settingsShape);
export type TrackingSettings = z.infer<typeof settingsSchema>;

const entrySchema = z
  .object({
    status: z.enum(trackingStatuses).nullable(),
    volumes: z.number().nullable(),
    chapters: z.number().nullable(),
    score: z.number().nullable().meta({ description: '1 to 100.' }),
  })
  .meta({ id: 'TrackingEntry', description: 'What a service says of a series or book in a list.' });
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
      description: [
        '`created`, `updated`, `unchanged`, `failed`: of the entry there. `read`: books are marked as read here. `rated`: a',
        'rating is taken over here.',
      ].join(' '),
    }),
    before: entrySchema.nullable().meta({ description: 'Null where the service does not say it.' }),
    after: entrySchema.nullable(),
    books: count32.meta({ description: 'Books that are marked as read here.' }),
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
    message: z.string().nullable().meta({ description: 'Why it failed, or what it waits for.' }),
    changes: z.array(changeSchema).meta({ description: 'Without those that change nothing; at most 500.' }),
  })
  .meta({ id: 'TrackingRun' });
export type TrackingRun = z.infer<typeof runSchema>;

const trackerSchema = z
  .object({
    id: id.meta({ description: 'Of its plugin.' }),
    displayName: z.string(),
    source: z.string().nullable().meta({ description: 'The name of its external ids, such as `anilist`.' }),
    noun: z.enum(['series', 'books']).meta({ description: 'What its entries are.' }),
    isConnected: z.boolean().meta({ description: 'Whether the caller turned it on, with an account there.' }),
    username: z.string().nullable().meta({ description: 'The name there; null until it was asked.' }),
    problem: z.string().nullable().meta({
      description: 'Why nothing is sent: the account has to be connected again.',
    }),
    settings: settingsSchema,
    linkCount: count32,
    lastSentAt: time.nullable(),
  })
  .meta({ id: 'Tracker', description: 'A service that the caller can have told what they read.' });
export type Tracker = z.infer<typeof trackerSchema>;

const linkShape = {
  externalId: z.string(),
  isHeld: z.boolean().meta({ description: 'Nothing is sent for it.' }),
  unit: z.enum(trackingUnits).nullable().meta({ description: 'Null for the one of the settings.' }),
  status: z.enum(chosenTrackingStatuses).nullable().meta({
    description: 'What the caller says of it; null where it follows from what is read.',
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
          description: 'The id that the metadata has; it is used only when it is chosen.',
        }),
      }),
    ),
  })
  .meta({ id: 'SubjectTracking' });
export type SubjectTracking = z.infer<typeof ofSubject>;

const putLinkSchema = z.object({
  externalId: text(500).meta({ description: 'The id there, or the address of its page.' }),
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
      summary: 'What it is called by the services that the caller tracks reading with',
      access: `${noun}:read`,
      params: idParams,
      answers: { 200: json(ofSubject) },
    },
    put: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/tracking/{trackerId}`,
      summary: 'Say what it is called by a service, and how it is tracked',
      description: 'What is absent stays as it was.',
      access: write,
      params: subjectParams,
      body: putLinkSchema,
      answers: { 200: json(linkSchema) },
    },
    remove: {
      method: 'DELETE',
      path: `/api/v1/${noun}/{id}/tracking/{trackerId}`,
      summary: 'Track it no more',
      description: 'The entry of the service stays.',
      access: write,
      params: subjectParams,
      answers: { 204: empty() },
    },
  }) as const;

export const seriesTracking = routes(
  'Tracking of series',
  'What a series is called by services that keep lists of what their users read.',
  ofNoun('series'),
);
export const bookTracking = routes(
  'Tracking of books',
  'What a book is called by services that keep lists of what their users read.',
  ofNoun('books'),
);

export const tracking = routes(
  'Tracking',
  'What the caller reads is told to services by plugins that do so. Nobody else sees it, only what was chosen is sent, and numbers are only raised.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/user/tracking',
      summary: 'Services that the caller can have told what they read',
      access: 'user',
      answers: { 200: json(z.object({ trackers: z.array(trackerSchema) })) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/user/tracking/{id}',
      summary: 'Change what is told to a service',
      access: write,
      params: idParams,
      body: settingsSchema.partial(),
      answers: { 200: json(trackerSchema) },
    },
    links: {
      method: 'GET',
      path: '/api/v1/user/tracking/{id}/links',
      summary: 'Series and books that are tracked, by title',
      access: 'user',
      params: idParams,
      query: pageQuery,
      answers: { 200: json(paginated(listedLinkSchema)) },
    },
    linkKnown: {
      method: 'POST',
      path: '/api/v1/user/tracking/{id}/links/known',
      summary: 'Track every series and book whose metadata has an id of the service',
      description: 'Those that are tracked already stay as they are. Nothing is looked up by its title.',
      access: write,
      params: idParams,
      answers: { 200: json(z.object({ linked: count32 })) },
    },
    start: {
      method: 'POST',
      path: '/api/v1/user/tracking/{id}/run',
      summary: 'Send everything, or fetch what the service knows',
      description: [
        'As a preview nothing is changed on either side. What is fetched marks books as read, never as unread, and rates only what',
        'is not rated here. `externalIds` limits it to some entries.',
      ].join(' '),
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
      summary: 'What became of the last run',
      access: 'user',
      params: idParams,
      query: optionalQuery,
      answers: { 200: json(runSchema), 204: empty('There was none') },
    },
    log: {
      method: 'GET',
      path: '/api/v1/user/tracking/{id}/log',
      summary: 'The last 200 changes that were sent or fetched, the newest first',
      access: 'user',
      params: idParams,
      answers: { 200: json(logSchema) },
    },
  },
);
