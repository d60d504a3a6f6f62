// What is found by comparing pages of comics: the same comic in another scan, and pages that repeat in many books.
import { z } from 'zod';
import { bookSchema } from './books.ts';
import { creditPageStates } from './credit-page-states.ts';
import { count64, flag, id, idParams, int32, time } from './fields.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';

const similarBooks = z
  .object({
    id,
    books: z.array(bookSchema).meta({ description: 'Two, the one that was added first before the other.' }),
    matching: int32.meta({ description: 'Compared pages that look alike.' }),
    compared: int32.meta({ description: 'Pages of each that were compared.' }),
    dismissed: z.boolean(),
    foundAt: time,
  })
  .meta({ id: 'SimilarBooks' });

const creditPage = z
  .object({
    id,
    libraryId: id,
    libraryName: z.string(),
    state: z.enum(creditPageStates).meta({
      description:
        '`open`: nobody has decided; `skipped`: readers leave it out, also in books that are added later; `shown`: it is a page as others.',
    }),
    bookCount: count64.meta({ description: 'Books with this page that the caller sees.' }),
    seriesCount: count64,
    bookId: id.meta({ description: 'One of the books.' }),
    bookTitle: z.string(),
    seriesName: z.string(),
    pageNumber: int32.meta({ description: 'Where it is in that book.' }),
    pageCount: int32.meta({ description: 'Pages of that book.' }),
    foundAt: time,
    decidedAt: time.nullable(),
  })
  .meta({ id: 'CreditPage' });
export type CreditPage = z.infer<typeof creditPage>;

const ofLibrary = pageQuery.extend({ libraryId: id.optional() });

export const similarComics = routes('Similar comics', 'Comics that look alike.', {
  list: {
    method: 'GET',
    path: '/api/v1/duplicates/similar',
    summary: 'Comics that are probably the same in another scan, size or format',
    description:
      'Two by two, those most alike first, of libraries with `comparePages`. Copies of the same content are not among them.',
    access: 'books:write',
    query: ofLibrary.extend({
      dismissed: flag.default(false).meta({ description: 'Those that were dismissed instead.' }),
    }),
    answers: { 200: json(paginated(similarBooks)) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/duplicates/similar/{id}',
    summary: 'Dismiss two comics as different ones, or take that back',
    description: 'What is dismissed is not listed any more, as long as both books are there.',
    access: 'books:write',
    params: idParams,
    body: z.object({ dismissed: z.boolean() }),
    answers: { 200: json(similarBooks) },
  },
});

export const creditPages = routes(
  'Credit pages',
  'Pages that repeat in many books, and are skipped in readers.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/credit-pages',
      summary: 'Pages that repeat at the front or the back of books, those in most books first',
      description:
        'In three different books of a series, or five of a library, with `comparePages`. Files are never changed.',
      access: 'books:write',
      query: ofLibrary.extend({ state: z.enum(creditPageStates).default('open') }),
      answers: { 200: json(paginated(creditPage)) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/credit-pages/{id}',
      summary: 'Decide whether readers skip a page',
      description:
        'For all books of the library, also those that are added later. Numbers of pages, progress, files and other protocols stay as they are. Who sees a part of the series decides for nobody: 403.',
      access: 'books:write',
      params: idParams,
      body: z.object({ state: z.enum(creditPageStates) }),
      answers: { 200: json(creditPage) },
    },
  },
);
