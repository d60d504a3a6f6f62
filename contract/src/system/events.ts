// Stream of server-sent events.
import { z } from 'zod';
import { because, reason } from '../reasons.ts';
import { bytes, routes } from '../route.ts';
import { eventTypes } from './event-types.ts';

/** Limit of open streams for each account. */
export const maxStreamsOfAccount = 20;
export const maxStreams = 5_000;

const isKnown = (text: string) =>
  text.split(',').every((type) => eventTypes.some((known) => known === type.trim()));

export const events = routes('Events', 'Server-sent events about changes.', {
  stream: {
    method: 'GET',
    path: '/api/v1/events',
    summary: 'Stream events',
    description: `Streams server-sent events. Each event has an \`id\`, its type as \`event\`, and JSON \`{type, timestamp, …}\` as \`data\`.\n\nTypes: \`book_*\` {bookId, seriesId, libraryId}, \`series_*\` {seriesId, libraryId}, \`library_*\` {libraryId}, \`cover_updated\` {entityType, entityId, libraryId}, \`collection_*\` {collectionId}, \`readlist_*\` {readListId}, \`progress_updated\` {bookId, progress}, \`progress_deleted\` {bookId} and \`annotations_updated\` {bookId} for changes of the caller, \`releases_updated\` {} for new releases of the caller, \`task_progress\` {task} for callers with \`tasks:read\`, \`scan_progress\` {libraryId, status, filesTotal, filesProcessed} (in hundredths if tags or age ratings hide parts of a library from the caller), and \`storage_updated\` {storage} for callers with \`system:health\`, when writing fails and when it works again.\n\nThe stream contains only resources that the caller can access when the event is sent: \`book_*\` needs \`books:read\`, \`series_*\` \`series:read\`, \`library_*\` and \`scan_progress\` \`libraries:read\`, and so on. Deletions are sent to callers that had access. A series that loses its last book counts as deleted; a series that gets books again counts as created.\n\nDuring bursts, events of books are replaced by one \`series_*\` event for each series, and these by one \`library_updated\` event with \`books\` in \`fields\`. Clients that display the series or library should reload it. These events are sent to callers with access to books or series that requested any of the replaced \`types\`.\n\n\`Last-Event-ID\` (or \`lastEventId\`) resumes a stream. If the missed events are no longer available, a \`resync\` event is sent: reload everything. \`resync\` is also sent when restrictions of the caller change, and after progress changes in very many books.\n\nThe stream ends when its credentials expire or a permission is revoked. A comment is sent every 15 seconds. Clients that do not read are disconnected. An account can have ${maxStreamsOfAccount} streams, a server process ${maxStreams}; further requests return 503 with \`Retry-After\`.`,
    access: 'user',
    query: z.object({
      types: z
        .string()
        .max(1_000)
        .refine(isKnown, because(reason('event_types_known', { types: eventTypes.join(', ') })))
        .optional()
        .meta({
          description:
            'Event types to receive, separated by commas. `resync` and the summary events of bursts are always sent.',
        }),
      lastEventId: z.string().max(200).optional(),
    }),
    answers: { 200: bytes(['text/event-stream']) },
    errors: ['unavailable'],
    rateLimit: 'exempt',
  },
});
