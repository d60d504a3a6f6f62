// Results of comparing comic pages: similar comics, and repeated pages.
import { z } from 'zod';
import { count64, flag, id, idParams, int32, time } from '../fields.ts';
import { bookSchema } from '../libraries/books.ts';
import { pageQuery, paginated } from '../pagination.ts';
import { json, routes } from '../route.ts';
import { creditPageStates } from './credit-page-states.ts';

const similarBooks = z
  .object({
    id,
    books: z.array(bookSchema).meta({ description: 'The two books, the older one first.' }),
    matching: int32.meta({ description: 'Number of similar pages.' }),
    compared: int32.meta({ description: 'Number of compared pages of each book.' }),
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
        '`open`: undecided. `skipped`: omitted by readers, also in books that are added later. `shown`: displayed normally.',
    }),
    bookCount: count64.meta({ description: 'Number of books with this page that the caller can access.' }),
    seriesCount: count64,
    bookId: id.meta({ description: 'Id of an example book.' }),
    bookTitle: z.string(),
    seriesName: z.string(),
    pageNumber: int32.meta({ description: 'Page number in the example book.' }),
    pageCount: int32.meta({ description: 'Page count of the example book.' }),
    foundAt: time,
    decidedAt: time.nullable(),
  })
  .meta({ id: 'CreditPage' });
export type CreditPage = z.infer<typeof creditPage>;

const ofLibrary = pageQuery.extend({ libraryId: id.optional() });

export const similarComics = routes('Similar comics', 'Comics with similar pages.', {
  list: {
    method: 'GET',
    path: '/api/v1/duplicates/similar',
    summary: 'List similar comics',
    description:
      'Returns pairs of comics that are probably the same in another scan, size or format, most similar first. Covers libraries with `comparePages`. Files with identical content are listed as duplicates instead.',
    access: 'books:write',
    query: ofLibrary.extend({
      dismissed: flag.default(false).meta({ description: 'Whether to list dismissed pairs instead.' }),
    }),
    answers: { 200: json(paginated(similarBooks)) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/duplicates/similar/{id}',
    summary: 'Dismiss or restore a pair of similar comics',
    description: 'Dismissed pairs are omitted from the list as long as both books exist.',
    access: 'books:write',
    params: idParams,
    body: z.object({ dismissed: z.boolean() }),
    answers: { 200: json(similarBooks) },
  },
});

export const creditPages = routes('Credit pages', 'Repeated pages that readers can skip.', {
  list: {
    method: 'GET',
    path: '/api/v1/credit-pages',
    summary: 'List credit pages',
    description:
      'Returns pages repeated at the start or end of books, most frequent first. Covers libraries with `comparePages`, and pages in at least three books of a series or five of a library. Files are never changed.',
    access: 'books:write',
    query: ofLibrary.extend({ state: z.enum(creditPageStates).default('open') }),
    answers: { 200: json(paginated(creditPage)) },
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/credit-pages/{id}',
    summary: 'Set whether readers skip a credit page',
    description:
      'Applies to all books of the library, including books that are added later. Page numbers, progress, files and other protocols are not affected. Returns 403 for callers with access to only a part of the library.',
    access: 'books:write',
    params: idParams,
    body: z.object({ state: z.enum(creditPageStates) }),
    answers: { 200: json(creditPage) },
  },
});
