// The stream of server-sent events.
import { z } from 'zod';
import { because, reason } from './reasons.ts';
import { bytes, routes } from './route.ts';
import { eventTypes } from './values.ts';

/** Open at once by one account, and in one server process. */
export const maxStreamsOfAccount = 20;
export const maxStreams = 5_000;

const isKnown = (text: string) =>
  text.split(',').every((type) => eventTypes.some((one) => one === type.trim()));

export const events = routes('Events', 'What happens, as it happens.', {
  stream: {
    method: 'GET',
    path: '/api/v1/events',
    summary: 'Server-sent events',
    description: [
      'Each event has an `id`, its type as `event`, and JSON `{type, timestamp, …}` as `data`:',
      '`book_*` {bookId, seriesId, libraryId}, `series_*` {seriesId, libraryId}, `library_*` {libraryId},',
      '`cover_updated` {entityType, entityId, libraryId}, `collection_*` {collectionId}, `readlist_*` {readListId},',
      '`progress_updated` {bookId, progress}, `progress_deleted` {bookId} and `annotations_updated` {bookId} of the caller alone, `releases_updated` {} when something new is announced to the caller,',
      '`task_progress` {task} for those with `tasks:read`, `scan_progress` {libraryId, status, filesTotal, filesProcessed}',
      '(in hundredths for callers from whom tags or ages hide parts of a library),',
      '`storage_updated` {storage} for those with `system:health`, when writing fails for want of space, and when it works again.',
      'Only what the caller may see at the moment of sending is sent: `book_*` needs `books:read`, `series_*`',
      '`series:read`, `library_*` and `scan_progress` `libraries:read`, and so on; of what is deleted, whoever saw it is told.',
      'A series that loses its last book is deleted, one that has books again created.',
      'In a burst the events of single books give way to one `series_*` event for each series, and those to one',
      '`library_updated`, with `books` among its `fields`: whoever shows that series or library asks for it again.',
      'They come to whoever may read books or series, and asked for any of their `types`.',
      '`Last-Event-ID` (or `lastEventId`) continues a broken stream; what is not kept any more is covered by `resync`:',
      'ask for everything again. It also comes when the limits of the caller have changed, and when a reader’s places in',
      'very many books have. The stream ends when its credentials do, or a permission is taken away.',
      'A comment comes every 15 seconds. A client that does not read is dropped. An account has at most',
      `${maxStreamsOfAccount} streams at once, a server process ${maxStreams}: one more is answered 503 with \`Retry-After\`.`,
    ].join(' '),
    access: 'user',
    query: z.object({
      types: z
        .string()
        .max(1_000)
        .refine(isKnown, because(reason('event_types_known', { types: eventTypes.join(', ') })))
        .optional()
        .meta({
          description:
            'Only these, separated by commas. `resync` always comes, and what stands for many of them in a burst.',
        }),
      lastEventId: z.string().max(200).optional(),
    }),
    answers: { 200: bytes(['text/event-stream']) },
    errors: ['unavailable'],
    rateLimit: 'exempt',
  },
});
