// Fields that the Komga trackers of Mihon and Aidoku require.
import { z } from 'zod';
import { type ClientModels, float, int, text } from './shape-parts.ts';

const counts = { booksReadCount: int, booksUnreadCount: int, booksInProgressCount: int };

export const mihonTracker: ClientModels = {
  series: z.object({
    id: text,
    libraryId: text,
    name: text,
    fileLastModified: text,
    booksCount: int,
    ...counts,
    metadata: z.object({ status: text, title: text, titleSort: text, summary: text }),
    booksMetadata: z.object({ summary: text, summaryNumber: text, created: text, lastModified: text }),
  }),
  readList: z.object({ id: text, name: text, bookIds: z.array(text) }),
  trackerSeries: z.object({
    booksCount: int,
    ...counts,
    lastReadContinuousNumberSort: float,
    maxNumberSort: float,
  }),
  trackerReadList: z.object({ booksCount: int, ...counts, lastReadContinuousIndex: int }),
};
