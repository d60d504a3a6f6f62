import type { FileMatch } from '@lectern/contract/ingest/file-matches';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, show, toId } from '../../../testing/show.tsx';
import { FileHistory } from './file-history.tsx';

const match: FileMatch = {
  id: toId(7),
  kind: 'similar_pages',
  formerPath: 'Saga/Saga 001.cbz',
  path: 'Saga/Repaired.cbz',
  share: 0.9,
  matchedAt: '2026-01-02T03:04:05.000Z',
  undoneAt: null,
  canUndo: true,
};
const older: FileMatch = {
  ...match,
  id: toId(8),
  kind: 'same_file',
  share: null,
  undoneAt: '2026-01-02T03:04:05.000Z',
  canUndo: false,
};

test('lists the matches of a book, and opens the separated book after an undo', async () => {
  const { user, changes, path } = show(<FileHistory id={toId(1)} />, {
    'GET /api/v1/books/{id}/file-history': () => [match, older],
    'POST /api/v1/books/{id}/file-history/{matchId}/undo': () => ({ bookId: toId(2) }),
  });
  await user.click(await screen.findByRole('button', { name: 'File history' }));
  const rows = within(await screen.findByRole('table', { name: 'File history' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('90% of the pages are the sameSaga/Saga 001.cbz → Saga/Repaired.cbzUndo'),
    expect.stringContaining('File moved or renamed'),
  ]);
  expect(rows[1]?.textContent).toContain('Match undone');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await answer(user, 'Undo', 'Undo');
  await expect.poll(path).toBe(`/books/${toId(2)}`);
  expect(changes.map(([called]) => called)).toEqual([
    `POST /api/v1/books/${toId(1)}/file-history/${toId(7)}/undo`,
  ]);
});
