// Stretches of reading, and what they come to.
import { z } from 'zod';
import { count64, id, int32, time, withoutNul } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { granularities, sessionRejections } from './values.ts';

const device = withoutNul(z.string().trim().max(200)).nullish();
const page = z.int().min(1).max(2_147_483_647).nullish();

export const newSessionSchema = z.object({
  id: id.meta({ description: "The client's: the same session may be sent again." }),
  bookId: id,
  startedAt: z.iso.datetime({ offset: true }),
  endedAt: z.iso.datetime({ offset: true }),
  pagesRead: z.int().min(0).max(100_000).optional(),
  startPage: page,
  endPage: page,
  deviceId: device,
  deviceName: device,
});
export type NewSession = z.infer<typeof newSessionSchema>;

/** Kept of one user: more than fifty a day for ten years. */
export const maxReadingSessions = 200_000;

export type SessionRejection = { id: string; reason: (typeof sessionRejections)[number] };

const sessionSchema = z
  .object({
    id,
    bookId: id,
    startedAt: time,
    endedAt: time,
    seconds: count64,
    pagesRead: int32,
    startPage: int32.nullable(),
    endPage: int32.nullable(),
    deviceId: z.string().nullable(),
    deviceName: z.string().nullable(),
  })
  .meta({ id: 'ReadingSession' });
export type ReadingSession = z.infer<typeof sessionSchema>;

const figures = {
  seconds: count64,
  pagesRead: count64,
  sessions: count64,
  booksFinished: count64,
};
const date = z.iso.date();

export const readingSessions = routes('Reading sessions', 'Stretches of reading and statistics.', {
  record: {
    method: 'POST',
    path: '/api/v1/reading-sessions',
    summary: 'Record stretches of reading',
    description: `Up to 500 at once. One that is known already is passed over, so that a batch may be sent again. One that cannot be taken is named with the reason, such as an end more than five minutes in the future, or \`too_many\` beyond ${maxReadingSessions} of one user; the others are kept.`,
    access: 'progress:write',
    body: z.object({
      sessions: z.array(newSessionSchema).max(500),
      sentAt: z.iso.datetime({ offset: true }).optional().meta({
        description:
          "What the device's clock says as it sends this, for a device that may not know the time: all moments are meant by that clock.",
      }),
    }),
    answers: {
      200: json(
        z.object({
          recorded: count64,
          known: count64,
          rejected: z.array(z.object({ id, reason: z.enum(sessionRejections) })),
        }),
      ),
    },
  },
  list: {
    method: 'GET',
    path: '/api/v1/reading-sessions',
    summary: "The caller's stretches of reading, latest first",
    access: 'books:read',
    query: pageQuery.extend({ bookId: id.optional() }),
    answers: { 200: json(paginated(sessionSchema)) },
  },
  stats: {
    method: 'GET',
    path: '/api/v1/reading-stats',
    summary: 'How much the caller read',
    description:
      'By days, weeks (from Monday) or months of a time zone; at most 1,000 of them. `seconds` are those of the clock: where stretches overlap, time counts once, and on the day that it was spent on. A stretch and its pages count on the day it began on. Finished books are counted by the history: again when they were read again, and whatever has become of their progress since.',
    access: 'books:read',
    query: z.object({
      from: date.optional().meta({ description: 'First day; 30 days before `to` when left out.' }),
      to: date.optional().meta({ description: 'Last day; today when left out.' }),
      granularity: z.enum(granularities).default('day'),
      timezone: z.string().max(100).default('UTC').meta({ description: 'IANA name.' }),
    }),
    answers: {
      200: json(
        z
          .object({
            from: date,
            to: date,
            granularity: z.enum(granularities),
            timezone: z.string(),
            buckets: z.array(z.object({ start: date, ...figures })),
            totals: z.object(figures),
            currentStreakDays: count64,
            longestStreakDays: count64,
          })
          .meta({ id: 'ReadingStats' }),
      ),
    },
  },
});
