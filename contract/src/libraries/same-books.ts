// Books that are probably the same in different formats and are not merged.
import { z } from 'zod';
import { flag, id } from '../fields.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { empty, json, routes } from '../route.ts';
import { bookSchema } from './books.ts';

/** Limit of books that are returned and can be dismissed for each group. */
export const maxSameBooks = 100;

/** Reasons for a match, most certain first. */
export const sameBookReasons = ['external_id', 'title', 'number', 'dismissed'] as const;
export type SameBookReason = (typeof sameBookReasons)[number];

const sameBooksSchema = z
  .object({
    reason: z.enum(sameBookReasons).meta({
      description:
        '`external_id`: same ISBN or external id. `title`: same title and author, or same title and series. `number`: same number in a series with the same title. `dismissed`: marked as different books.',
    }),
    books: z
      .array(bookSchema)
      .meta({ description: `Books of the group, oldest first. At most ${maxSameBooks}.` }),
  })
  .meta({ id: 'SameBooks' });

export const sameBooks = routes(
  'Same books',
  'Books in several formats that are not merged into one entry.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/duplicates/formats',
      summary: 'List unmerged formats',
      description:
        'Returns groups of books that are probably the same in different formats, sorted by title. Merge them with `POST /api/v1/books/{id}/formats`.',
      access: 'books:write',
      query: pageQuery.extend({
        libraryId: id.optional(),
        dismissed: flag.default(false).meta({ description: 'Whether to list dismissed groups instead.' }),
      }),
      answers: { 200: json(paginated(sameBooksSchema)) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/duplicates/formats',
      summary: 'Mark books as different or restore the match',
      description:
        'As long as both books exist, two dismissed books are listed together only with a third book that matches both.',
      access: 'books:write',
      errors: ['not_found'],
      body: z.object({ bookIds: z.array(id).min(2).max(maxSameBooks), dismissed: z.boolean() }),
      answers: { 204: empty() },
    },
  },
);
