// Valid input for the routes that change files or scan results. They leave the files of the world unchanged, because
// other tests need them.
const ofFiles = ['books/{id}/file', 'series/{id}/files', 'libraries/{id}/files'];

const move = (body: object) => () => ({ options: { body } });
const refused = (status: number) => () => ({ status });

export const fileCalls = {
  // The target is the current location.
  'POST /api/v1/books/{id}/move': () => ({ options: { body: {} }, status: 409 }),
  'POST /api/v1/series/{id}/move': () => ({ options: { body: {} }, status: 409 }),
  'POST /api/v1/books/{id}/move/preview': move({ folder: 'Elsewhere' }),
  'POST /api/v1/series/{id}/move/preview': move({ folder: 'Elsewhere' }),
  // The library has no similar items.
  'PATCH /api/v1/duplicates/similar/{id}': () => ({ options: { body: { dismissed: true } }, status: 404 }),
  'PATCH /api/v1/credit-pages/{id}': () => ({ options: { body: { state: 'skipped' } }, status: 404 }),
  'POST /api/v1/books/{id}/file-history/{matchId}/undo': () => ({ status: 404 }),
  'PATCH /api/v1/duplicates/formats': ({
    books,
  }: {
    books: { cbz: { id: string }; epub: { id: string } };
  }) => ({
    options: { body: { bookIds: [books.cbz.id, books.epub.id], dismissed: true } },
  }),
  // Adds the book to itself, which changes nothing.
  'POST /api/v1/books/{id}/formats': ({ books }: { books: { cbz: { id: string } } }) => ({
    options: { body: { bookIds: [books.cbz.id] } },
  }),
  'DELETE /api/v1/books/{id}/formats/{bookId}': refused(404),
  ...Object.fromEntries(
    ofFiles.flatMap((of) => [
      // The library does not permit it.
      [`GET /api/v1/${of}/metadata`, refused(403)],
      [`POST /api/v1/${of}/metadata`, refused(403)],
      // The books are CBZ already.
      [`POST /api/v1/${of}/convert`, refused(409)],
    ]),
  ),
};
