import type { Annotation } from '@lectern/contract/reading/annotations';
import { expect, test } from 'vitest';
import { withPending } from './annotation-queue.ts';

const known = (id: string, note: string | null = null): Annotation => ({
  id,
  bookId: 'b',
  kind: 'highlight',
  locator: { href: 'a' },
  color: 'yellow',
  note,
  text: 'words',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const body = {
  kind: 'highlight' as const,
  locator: { href: 'a' },
  note: 'mine',
  changedAt: '2026-02-01T00:00:00.000Z',
};

test('merges pending changes into the annotations of the server', () => {
  const waiting = [
    { bookId: 'b', id: '1', body },
    { bookId: 'b', id: '2' },
    { bookId: 'b', id: '3', body },
    { bookId: 'other', id: '4', body },
  ];
  const shown = withPending([known('1'), known('2')], 'b', waiting);
  expect(shown.map(({ id, note }) => [id, note])).toEqual([
    ['1', 'mine'],
    ['3', 'mine'],
  ]);
  expect(shown[0]?.createdAt).toBe('2026-01-01T00:00:00.000Z');
});
