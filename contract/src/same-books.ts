// Books that are probably one book in several formats, and are not one entry yet.
import { z } from 'zod';
import { bookSchema } from './books.ts';
import { flag, id } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { empty, json, routes } from './route.ts';

/** Of one group: so many are shown, and can be dismissed at once. */
export const maxSameBooks = 100;

/** What tells that they are one book, the surest first. */
export const sameBookReasons = ['external_id', 'title', 'number', 'dismissed'] as const;
export type SameBookReason = (typeof sameBookReasons)[number];

const sameBooksSchema = z
  .object({
    reason: z.enum(sameBookReasons).meta({
      description:
        '`external_id`: an ISBN or an id of some service; `title`: the title and an author, or the title and the series; `number`: the number in a series of the same title; `dismissed`: somebody said that they are different books.',
    }),
    books: z.array(bookSchema).meta({ description: `The oldest ${maxSameBooks} of them.` }),
  })
  .meta({ id: 'SameBooks' });

export const sameBooks = routes(
  'Same books',
  'Books that are there in several formats, and are not one entry.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/duplicates/formats',
      summary: 'Books that are probably the same in several formats, by title',
      description:
        'Those that are one entry already are listed once everywhere, and not here. They can be made one entry by `POST /api/v1/books/{id}/formats`.',
      access: 'books:write',
      query: pageQuery.extend({
        libraryId: id.optional(),
        dismissed: flag.default(false).meta({ description: 'Those that were dismissed instead.' }),
      }),
      answers: { 200: json(paginated(sameBooksSchema)) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/duplicates/formats',
      summary: 'Say that books are different ones, or take that back',
      description:
        'As long as both are there, any two of them are listed together only with a third one that is the same as both.',
      access: 'books:write',
      errors: ['not_found'],
      body: z.object({ bookIds: z.array(id).min(2).max(maxSameBooks), dismissed: z.boolean() }),
      answers: { 204: empty() },
    },
  },
);
