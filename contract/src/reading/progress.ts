// Reading progress and reading history.
import { z } from 'zod';
import { id, idParams, int32, jsonValue, optionalQuery, time, withoutNul } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { because, reason } from '../reasons.ts';
import { empty, json, jsonOf, routes } from '../route.ts';
import { readProgressSchema } from './reading.ts';

/** Readium locator. Only required parts are checked; additional properties are kept. */
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
      .meta({ description: 'Page number, starting at 1.' }),
    progressPercentage: z.number().min(0).max(1).optional(),
    completed: z.boolean().optional(),
    locator: locatorSchema.optional(),
    deviceId: device.optional(),
    deviceName: device.optional(),
    readAt: z.iso.datetime({ offset: true }).optional().meta({
      description:
        'Time of reading. Defaults to the time of the request; future times count as now, even if the device sends them repeatedly.',
    }),
    sentAt: z.iso.datetime({ offset: true }).optional().meta({
      description:
        "Current time of the device's clock, for devices with a wrong clock. The difference to `readAt` gives the age of the reading.",
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
    applied: z.boolean().meta({
      description: 'Whether the position was applied. False if a newer position exists, which is returned.',
    }),
    forgottenAt: time.optional().meta({
      description:
        'True only if the progress was deleted, or the book was marked as unread, after this reading. The response then contains the reading itself, which is kept in the history.',
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

/** Readium progression document (`application/vnd.readium.progression+json`). */
export const progressionSchema = z
  .object({
    modified: z.iso.datetime({ offset: true }),
    device: z.object({ id: device, name: device }),
    locator: locatorSchema,
  })
  .meta({ id: 'Progression' });
export type Progression = z.infer<typeof progressionSchema>;

export const progress = routes('Progress', 'Reading progress of the caller.', {
  list: {
    method: 'GET',
    path: '/api/v1/progress',
    summary: 'List your reading progress',
    description: 'Returns the most recently read books first.',
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
    summary: 'Get your progress in a book',
    description: 'Returns 404 if the caller has not read the book.',
    access: 'books:read',
    params: idParams,
    query: optionalQuery,
    conditional: true,
    answers: { 200: json(readProgressSchema), 204: empty('The book was not read') },
  },
  write: {
    method: 'PUT',
    path: '/api/v1/books/{id}/progress',
    summary: 'Update your progress in a book',
    description:
      'Page, percentage and locator are derived from each other if only one is given. A locator is resolved by `href` and `progression`, otherwise by `position`, otherwise by `totalProgression` of the positions list; returns 400 if it matches no position. The last page, the end of the text or 99 percent completes the book unless `completed` is false. Books of unknown length are completed only by percentage or `completed`. `completed` alone keeps the position if false, and moves it to the end if true. The newest `readAt` is applied. A reading that is older than the stored one, or than the deletion of the progress, is added to the history and returned with `applied` set to false.',
    access: 'progress:write',
    params: idParams,
    body: writeProgressSchema,
    answers: { 200: json(writtenProgressSchema) },
  },
  remove: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/progress',
    summary: 'Delete your progress in a book',
    description:
      'The history is kept. Readings from before the deletion that arrive later do not restore the progress.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  history: {
    method: 'GET',
    path: '/api/v1/books/{id}/read-history',
    summary: 'List your reading history of a book',
    description:
      'Returns the latest entries first. Forward steps on one device within ten minutes form one entry; the end of the book is a separate entry. Marking as read or unread and deleting the progress also add entries. The last 1,000 entries are kept.',
    access: 'books:read',
    params: idParams,
    query: pageQuery,
    answers: { 200: json(paginated(historyEntrySchema)) },
  },
  forgetHistory: {
    method: 'DELETE',
    path: '/api/v1/books/{id}/read-history',
    summary: 'Delete your reading history of a book',
    description:
      'The progress is kept. Statistics of finished books are based on the history, so deleted entries no longer count.',
    access: 'progress:write',
    params: idParams,
    answers: { 204: empty() },
  },
  getProgression: {
    method: 'GET',
    path: '/api/v1/books/{id}/progression',
    summary: 'Get your progress as a progression document',
    description:
      'Returns 204 if the caller has not read the book. Returns the stored locator; if it does not fit the book, or the position was stored as a page, derives it from the positions list.',
    access: 'books:read',
    params: idParams,
    answers: {
      200: jsonOf('application/vnd.readium.progression+json', progressionSchema),
      204: empty('The book was not read'),
    },
  },
  writeProgression: {
    method: 'PUT',
    path: '/api/v1/books/{id}/progression',
    summary: 'Update your progress with a progression document',
    description: 'Returns 400 if `href` is not a resource of the book, and 409 if a newer reading exists.',
    access: 'progress:write',
    params: idParams,
    body: progressionSchema,
    answers: { 204: empty() },
    errors: ['conflict'],
  },
});
