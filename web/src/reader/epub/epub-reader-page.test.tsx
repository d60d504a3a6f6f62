import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { toBook, toPages } from '../../testing/fixtures.ts';
import { show, toPage } from '../../testing/show.tsx';
import type { ProgressSync } from '../shared/progress/progress-sync.ts';
import { EpubReaderPage } from './epub-reader-page.tsx';

const book = toBook('Picture book', { fileFormat: 'epub', pageCount: 2 });
const documents = ['resources/1.xhtml', 'resources/2.xhtml'];

const progressSync: ProgressSync = {
  start: undefined,
  report: () => undefined,
  isIncognito: () => false,
  getPosition: () => undefined,
  onGo: () => () => undefined,
};

beforeEach(() => localStorage.clear());

/** Shows a book in fixed layout whose pages have this many images on the server. */
const read = (imageCount: number) =>
  show(
    <EpubReaderPage book={book} progressSync={progressSync} />,
    {
      'GET /api/v1/books/{id}/manifest': () =>
        Response.json({
          metadata: { title: 'Picture book', layout: 'fixed', presentation: { layout: 'fixed' } },
          readingOrder: documents.map((href) => ({ href, type: 'application/xhtml+xml' })),
        }),
      'GET /api/v1/books/{id}/positions': () =>
        Response.json({
          positions: documents.map((href, index) => ({
            href,
            locations: { position: index + 1, progression: 0, totalProgression: index / 2 },
          })),
        }),
      'GET /api/v1/books/{id}/pages': toPages(imageCount),
      'GET /api/v1/books/{id}/adjacent': { prev: null, next: null },
      'GET /api/v1/books/{id}/annotations': toPage([]),
      'GET /api/v1/user/preferences': { preferences: {}, updatedAt: null },
    },
    { route: '/books/$id/read', at: `/books/${book.id}/read`, isReader: true },
  );

test('opens a picture book in fixed layout in the comic reader', async () => {
  read(2);
  await screen.findByAltText('Page 1 of 2');
});

test('offers the original layout of a picture book', async () => {
  const { user } = read(2);
  await screen.findByAltText('Page 1 of 2');
  await user.click(await screen.findByRole('button', { name: 'Original layout' }));
  expect(screen.queryByAltText('Page 1 of 2')).toBeNull();
});
