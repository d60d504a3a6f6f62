import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toBook, toBookMetadata } from '../../../testing/fixtures.ts';
import { show, toId, toPage } from '../../../testing/show.tsx';
import { ContinueCard } from './continue-card.tsx';

function showCard(isWide: boolean) {
  const { matchMedia } = window;
  onTestFinished(() => {
    vi.stubGlobal('matchMedia', matchMedia);
  });
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(matchMedia(query), { matches: isWide && query === '(min-width: 120em)' }),
  );
  const book = toBook('Saga 001');
  const metadata = toBookMetadata({ summary: 'Two soldiers flee.' });
  return show(<ContinueCard book={book} />, {
    'GET /api/v1/books/{id}': { book, metadata, formats: [] },
    'GET /api/v1/books/{id}/adjacent': { prev: null, next: toBook('The Storm', { id: toId(31) }) },
    'GET /api/v1/reading-sessions': toPage([]),
    'GET /api/v1/reading-stats': { totals: { seconds: 0, pagesRead: 0 } } as never,
  });
}

test('shows the summary and the next book of the series on wide screens', async () => {
  showCard(true);
  await screen.findByText('Two soldiers flee.');
  const next = screen.getByRole('link', { name: /Next in series/ });
  expect(next.getAttribute('href')).toBe(`/books/${toId(31)}`);
});

test('shows neither on other screens', async () => {
  showCard(false);
  await screen.findByRole('link', { name: 'Continue Saga 001' });
  expect(screen.queryByText('Two soldiers flee.')).toBeNull();
});
