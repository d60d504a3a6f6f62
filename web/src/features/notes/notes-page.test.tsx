import type { OwnAnnotation } from '@lectern/contract/reading/annotations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { self, show, toId, toPage } from '../../testing/show.tsx';
import { NotesPage } from './notes-page.tsx';
import { readSearch } from './search.ts';

const toNote = (index: number, part: Partial<OwnAnnotation> = {}): OwnAnnotation => ({
  id: toId(index),
  bookId: toId(30),
  bookTitle: 'The Calm Sea',
  seriesId: toId(20),
  seriesName: 'Novels',
  kind: 'highlight',
  color: 'blue',
  text: 'to be saved',
  note: null,
  locator: { href: 'c1', title: 'Chapter 1', locations: { totalProgression: 0.1 } },
  createdAt: self.createdAt,
  updatedAt: self.updatedAt,
  ...part,
});
const noted = toNote(1, { note: 'A *note*' });
const bookmark = toNote(2, {
  kind: 'bookmark',
  color: null,
  text: null,
  bookTitle: 'Saga 1',
  locator: { href: '', locations: { position: 4 } },
});

/** Shows the notes of a server that filters them. */
function showNotes(at: string, ...notes: OwnAnnotation[]) {
  return show(
    <NotesPage />,
    {
      'GET /api/v1/annotations': ({ query }) =>
        toPage(
          notes.filter(
            ({ kind, color, note, text }) =>
              (query.kind ?? kind) === kind &&
              (query.color ?? color) === color &&
              (query.withNote === undefined || note !== null) &&
              (query.search === undefined || text?.includes(query.search.toLowerCase())),
          ),
        ),
    },
    { route: '/notes', at, validateSearch: readSearch },
  );
}

test('explains how to add notes while there are none', async () => {
  showNotes('/notes');
  await screen.findByRole('heading', { name: 'No notes or highlights yet' });
  expect(screen.queryByRole('button', { name: 'Export as Markdown' })).toBeNull();
});

test('lists notes with their positions and links to them', async () => {
  showNotes('/notes', noted, bookmark);
  const [first, second] = await screen.findAllByRole('listitem');
  if (!first || !second) throw new Error('No notes are listed');
  within(first).getByText('Novels · Chapter 1 · 10% · Jan 2, 2026');
  within(first).getByText('to be saved');
  within(first).getByText('A *note*');
  const link = within(first).getByRole('link', { name: 'Open The Calm Sea here' });
  expect(link.getAttribute('href')).toBe(`/books/${toId(30)}/read?mark=${toId(1)}`);
  expect(within(second).getByRole('link', { name: 'Open Saga 1 here' }).getAttribute('href')).toContain(
    'page=4',
  );
});

test('filters by kind, color and text, and stores the filters in the address', async () => {
  const { user, search } = showNotes('/notes', noted, toNote(2, { color: 'pink', text: 'calm' }), bookmark);
  await screen.findByText('3 notes');
  await user.click(screen.getByRole('radio', { name: 'With notes' }));
  await screen.findByText('1 note');
  expect(search()).toBe('?kind=note');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await user.click(screen.getByRole('button', { name: 'Pink' }));
  await screen.findByText('1 note');
  screen.getByText('calm');
  expect(screen.getByRole('button', { name: 'Pink' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Pink' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search notes and highlights' }), ' CALM {Enter}');
  await screen.findByText('1 note');
  await waitFor(() => expect(search()).toBe('?q=CALM'));
  await user.click(screen.getByRole('button', { name: 'Green' }));
  await screen.findByRole('heading', { name: 'No results' });
});

test('exports the filtered notes as Markdown', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = showNotes(
    '/notes?color=blue',
    noted,
    toNote(2, { color: 'orange', text: 'not to be saved' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Export as Markdown' }));
  await screen.findByText('1 note exported');
  vi.restoreAllMocks();
  expect(names).toEqual(['Notes and highlights.md']);
  expect(await saved[0]?.text()).toBe(
    '# Notes and highlights\n\n## The Calm Sea\n\nNovels\n\n### Chapter 1\n\n(10%)\n\n> to be saved\n\nA \\*note\\*\n',
  );
});
