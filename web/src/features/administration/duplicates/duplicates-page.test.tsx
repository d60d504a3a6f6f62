import type { BookDto } from '@lectern/contract/libraries/books';
import { toRecord } from '@lectern/contract/records';
import type { CreditPage } from '@lectern/contract/serving/page-hashes';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toBook, toLibrary, toSeries } from '../../../testing/fixtures.ts';
import { choose, self, show, toId, toPage } from '../../../testing/show.tsx';
import { DuplicatesPage } from './duplicates-page.tsx';

const saga = toBook('Saga 001');
const copy = toBook('Saga 001', { id: toId(31), path: 'Copies/Saga 001.cbz' });

function showDuplicates(answers: Answers) {
  return show(<DuplicatesPage />, {
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/duplicates': toPage([]),
    ...answers,
  });
}

test('shows identical files side by side, filtered by library', async () => {
  const asked: (string | undefined)[] = [];
  const progress: NonNullable<BookDto['readProgress']> = {
    id: toId(1),
    userId: self.id,
    bookId: copy.id,
    currentPage: 1,
    progressPercentage: null,
    completed: false,
    startedAt: self.createdAt,
    updatedAt: self.createdAt,
    completedAt: null,
    locator: null,
  };
  const { user } = showDuplicates({
    'GET /api/v1/duplicates': ({ query }) => {
      asked.push(query.libraryId);
      const books = [saga, { ...copy, readProgress: progress }];
      return toPage([{ fileHash: 'a', fileSize: 2048, count: 2, wastedBytes: 2048, books }]);
    },
  });
  const region = within(await screen.findByRole('region', { name: 'Copies of Saga 001' }));
  region.getByText('2 copies of 2 KiB · 2 KiB can be freed');
  const paths = region.getAllByRole<HTMLInputElement>('textbox', { name: 'Path' }).map(({ value }) => value);
  expect(paths).toEqual(['Saga/Saga 001.cbz', 'Copies/Saga 001.cbz']);
  region.getByText('Oldest');
  region.getByText('In progress');
  await choose(user, screen.getByRole('combobox', { name: 'Library' }), 'Comics');
  await waitFor(() => expect(asked).toEqual([undefined, toId(7)]));
});

test('lists series that may be the same, with the reason', async () => {
  const { user } = showDuplicates({
    'GET /api/v1/duplicates/series': toPage([
      { reason: 'title', key: 'saga', series: [toSeries('Saga'), toSeries('SAGA', { id: toId(21) })] },
      { reason: 'external_id', key: 'anilist:1', series: [toSeries('Akira')] },
    ]),
  });
  await screen.findByText('No duplicate files');
  await user.click(screen.getByRole('radio', { name: 'Similar series' }));
  within(await screen.findByRole('region', { name: 'Copies of Saga' })).getByText('Same title');
  within(screen.getByRole('region', { name: 'Copies of Akira' })).getByText('Same ID: anilist:1');
});

test('a book in other formats is dismissed, listed again, and merged with undo', async () => {
  let isDismissed = false;
  let isMerged = false;
  const books = [toBook('Emma', { fileFormat: 'epub' }), toBook('Emma', { id: toId(31), fileFormat: 'pdf' })];
  const { user, changes } = showDuplicates({
    'GET /api/v1/duplicates/formats': ({ query }) =>
      toPage(
        !isMerged && isDismissed === (query.dismissed === 'true')
          ? [{ reason: isDismissed ? ('dismissed' as const) : ('title' as const), books }]
          : [],
      ),
    'PATCH /api/v1/duplicates/formats': ({ body }) => {
      isDismissed = toRecord(body).dismissed === true;
      return undefined;
    },
    'GET /api/v1/books/{id}': { book: saga, metadata: null, formats: [] },
    'POST /api/v1/books/{id}/formats': () => {
      isMerged = true;
      return { book: saga, metadata: null, formats: [] };
    },
    'DELETE /api/v1/books/{id}/formats/{bookId}': () => {
      isMerged = false;
      return Response.json({});
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Other formats' }));
  await screen.findByText('Same title');
  await user.click(screen.getByRole('button', { name: 'Different books' }));
  await screen.findByText('No books in several formats');
  await user.click(screen.getByRole('switch', { name: 'Show dismissed' }));
  await screen.findByText('Marked as different books');
  await user.click(screen.getByRole('button', { name: 'Show again' }));
  await screen.findByText('No books in several formats');
  await user.click(screen.getByRole('switch', { name: 'Show dismissed' }));
  await user.click(await screen.findByRole('button', { name: 'Merge as formats of one book' }));
  await screen.findByText('2 books were merged into one.');
  await screen.findByText('No books in several formats');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Same title');
  const bookIds = books.map(({ id }) => id);
  expect(changes).toEqual([
    ['PATCH /api/v1/duplicates/formats', { bookIds, dismissed: true }],
    ['PATCH /api/v1/duplicates/formats', { bookIds, dismissed: false }],
    [`POST /api/v1/books/${bookIds[0]}/formats`, { bookIds: [bookIds[1]], acceptsOtherReaders: false }],
    [`DELETE /api/v1/books/${bookIds[0]}/formats/${bookIds[1]}`],
  ]);
});

test('similar comics are dismissed and listed again', async () => {
  let dismissed = false;
  const pair = { id: toId(5), books: [saga, copy], matching: 8, compared: 10, foundAt: self.createdAt };
  const { user, changes } = showDuplicates({
    'GET /api/v1/duplicates/similar': ({ query }) =>
      toPage(dismissed === (query.dismissed === 'true') ? [{ ...pair, dismissed }] : []),
    'PATCH /api/v1/duplicates/similar/{id}': ({ body }) => {
      dismissed = toRecord(body).dismissed === true;
      return { ...pair, dismissed };
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Similar comics' }));
  await screen.findByText('8 of 10 compared pages match');
  // Two files of the same format are not formats of one book.
  expect(screen.queryByRole('button', { name: 'Merge as formats of one book' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Different comics' }));
  await screen.findByText('No similar comics');
  screen.getByText(/^To find them, turn on “Compare pages of comics”/);
  await user.click(screen.getByRole('switch', { name: 'Show dismissed' }));
  await user.click(await screen.findByRole('button', { name: 'Show again' }));
  await screen.findByText('No similar comics');
  expect(changes.map(([, body]) => body)).toEqual([{ dismissed: true }, { dismissed: false }]);
});

test('credit pages are skipped by readers, shown again, and decided later', async () => {
  let page: CreditPage = {
    id: toId(6),
    libraryId: toId(7),
    libraryName: 'Comics',
    state: 'open',
    bookCount: 3,
    seriesCount: 1,
    bookId: saga.id,
    bookTitle: 'Saga 001',
    seriesName: 'Saga',
    pageNumber: 2,
    pageCount: 10,
    foundAt: self.createdAt,
    decidedAt: null,
  };
  const { user, changes } = showDuplicates({
    'GET /api/v1/credit-pages': ({ query }) => toPage(query.state === page.state ? [page] : []),
    'PATCH /api/v1/credit-pages/{id}': ({ body }) => {
      page = { ...page, ...(body as Pick<CreditPage, 'state'>) };
      return page;
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Credit pages' }));
  await screen.findByText('In 3 books of 1 series');
  screen.getByText('Page 2 of 10');
  await user.click(
    screen.getByRole('button', { name: 'Skip in readers', description: 'Page 2 of Saga 001' }),
  );
  await screen.findByText('No credit pages to review');
  await user.click(screen.getByRole('radio', { name: 'Skipped' }));
  await user.click(await screen.findByRole('button', { name: 'Keep showing' }));
  await screen.findByText('No decisions yet');
  await user.click(screen.getByRole('radio', { name: 'Shown' }));
  await user.click(await screen.findByRole('button', { name: 'Undo decision' }));
  await screen.findByText('No decisions yet');
  expect(changes.map(([, body]) => body)).toEqual([
    { state: 'skipped' },
    { state: 'shown' },
    { state: 'open' },
  ]);
});
