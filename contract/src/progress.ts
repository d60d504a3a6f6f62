// Where readers are in books, and how they came there.
import { z } from 'zod';
import { id, idParams, int32, jsonValue, optionalQuery, time, withoutNul } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { readProgressSchema } from './reading.ts';
import { because, reason } from './reasons.ts';
import { empty, json, jsonOf, routes } from './route.ts';

/** A Readium locator, as far as it must have a form: whatever else a reader adds is kept. */
export const locatorSchema = z
  .looseObject({
    href: z.string().max(4_096),
    type: z.string().max(200).optional(),
    title: z.string().max(1_000).nullish(),
    locations: z
      .looseObject({
        progression: z.number().min(0).max(1).nullish(),
        position: z.int().min(0).max(2_147_483_647).nullish(),
        totalProgression: z.number().min(0).max(1).nullish(),
        fragments: z.array(z.string().max(4_096)).max(50).nullish(),
      })
      .optional(),
  })
  .refine((value) => JSON.stringify(value).length <= 65_536, because(reason('locator_too_large')))
  .refine((value) => !JSON.stringify(value).includes('\\u0000'), because(reason('no_nul')))
  .meta({ id: 'Locator' });
export type Locator = z.infer<typeof locatorSchema>;

const device = withoutNul(z.string().trim().min(1).max(200));

export const writeProgressSchema = z
  .object({
    currentPage: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Counts from 1, to the last page.' }),
    progressPercentage: z.number().min(0).max(1).optional(),
    completed: z.boolean().optional(),
    locator: locatorSchema.optional(),
    deviceId: device.optional(),
    deviceName: device.optional(),
    readAt: z.iso.datetime({ offset: true }).optional().meta({
      description:
        'When it was read, if not now. A moment to come counts as now, also when the same device tells of it again.',
    }),
    sentAt: z.iso.datetime({ offset: true }).optional().meta({
      description:
        "What the device's clock says as it sends this, for a device that may not know the time: it was read as long before now as `readAt` is before this.",
    }),
  })
  .refine(
    (body) =>
      body.currentPage !== undefined ||
      body.progressPercentage !== undefined ||
      body.locator !== undefined ||
      body.completed !== undefined,
    because(reason('needs_position')),
  )
  .meta({ id: 'WriteProgress' });
export type WriteProgress = z.infer<typeof writeProgressSchema>;

export const writtenProgressSchema = readProgressSchema
  .extend({
    applied: z.boolean().meta({ description: 'False when a later reading counts: that one is shown.' }),
    forgottenAt: time.optional().meta({
      description:
        'Only when the place was given up after this reading, by deleting it or marking the book unread: then there is none, and what is shown is the reading itself, kept in the history.',
    }),
  })
  .meta({ id: 'WrittenProgress' });
export type WrittenProgress = z.infer<typeof writtenProgressSchema>;

export const historyEntrySchema = z
  .object({
    id,
    currentPage: int32,
    progressPercentage: z.number().nullable(),
    completed: z.boolean(),
    locator: jsonValue.nullable(),
    deviceId: z.string().nullable(),
    deviceName: z.string().nullable(),
    readAt: time,
    recordedAt: time,
  })
  .meta({ id: 'ReadHistoryEntry' });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The Readium progression document (`application/vnd.readium.progression+json`). */
export const progressionSchema = z
  .object({
    modified: z.iso.datetime({ offset: true }),
    device: z.object({ id: device, name: device }),
    locator: locatorSchema,
  })
  .meta({ id: 'Progression' });
export type Progression = z.infer<typeof progressionSchema>;

export const progress = routes('Progress', "The caller's place in books.", {
  list: {
    method: 'GET',
    path: '/api/v1/progress',
    summary: "The caller's places, latest first",
    access: 'books:read',
    query: pageQuery.extend({
      since: z.iso.datetime({ offset: true }).optional(),
      completed: z.enum(['true', 'false']).optional(),
    }),
    answers: { 200: json(paginated(readProgressSchema)) },
  },
  get: {
    method: 'GET',
    path: '/api/v1/books/{id}/progress',
    summary: "The caller's place in a book",
    description: '404 while nothing of it was read.',
    access: 'books:read',
    params: idParams,
    query: optionalQuery,
    conditional: true,
    answers: { 200: json(readProgressSchema), 204: empty('Nothing was read') },
  },
  write: {
    method: 'PUT',
    path: '/api/v1/books/{id}/progress',
    summary: 'Say where one is in a book',
    description:
      'Page, percentage and locator follow from one another where only one is given: the place of a locator is found by its address and `progression`, else by `position`, else by `totalProgression`, as the positions list counts them; one that names no place is 400. The last page, all of the text or 99 per cent of it complete the book unless `completed` is false; a book of unknown length is completed by percentage or by word only. `completed` alone keeps the place when false, and goes to the end when true. The newest `readAt` wins; an older one, or one older than the moment at which the place was given up, is kept in the history, and `applied` is false.',
    access: 'progress:write',
    params: idParams,
    body: writeProgressSchema,
    answers: { 200: json(writtenProgressSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/progress',
    summary: 'Forget the place; the history stays',
    description: 'Readings from before this moment that come later do not bring the place back.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  history: {
    method: 'GET',
    path: '/api/v1/books/{id}/read-history',
    summary: 'Where the caller has been in a book, latest first',
    description:
      'Steps forward on one device within ten minutes are one entry, the end of the book another. Marking the book read or unread and deleting the place are entries, too. The last thousand are kept.',
    access: 'books:read',
    params: idParams,
    query: pageQuery,
    answers: { 200: json(paginated(historyEntrySchema)) },
  },
  forgetHistory: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/read-history',
    summary: 'Forget where one has been; the place stays',
    description: 'Finished books are counted by the history: those forgotten are in no statistics.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  getProgression: {
    method: 'GET',
    path: '/api/v1/books/{id}/progression',
    summary: 'The place as a Readium progression document',
    description:
      '204 while nothing of it was read. The locator is the one that was written; where that is none of this book, or the place came as a page, it is made of the positions list.',
    access: 'books:read',
    params: idParams,
    answers: {
      200: jsonOf('application/vnd.readium.progression+json', progressionSchema),
      204: empty('Nothing was read'),
    },
  },
  writeProgression: {
    method: 'PUT',
    path: '/api/v1/books/{id}/progression',
    summary: 'Say where one is by a Readium progression document',
    description: '400 when `href` is no resource of the book, 409 when a later reading is known.',
    access: 'progress:write',
    params: idParams,
    body: progressionSchema,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
});
