import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../../api/routes.ts';
import { show, toId } from '../../../testing/show.tsx';
import { PdfCachePage } from './pdf-cache-page.tsx';

type Caches = Output<'GET /api/v1/admin/pdf-cache'>;

const handles: Caches['handles'] = {
  capacity: 10,
  currentSize: 0,
  enabled: true,
  entries: [],
  evictions: 0,
  hits: 0,
  idleEvictions: 0,
  idleTtlSeconds: 60,
  misses: 0,
  opens: 0,
};
const pages: Caches['pages'] = {
  bookCount: 0,
  cacheDir: '/data/pdf',
  cacheEnabled: true,
  oldestFileAgeDays: null,
  totalFiles: 0,
  totalSizeBytes: 0,
  totalSizeHuman: '',
};
const guide = { bookId: toId(1), path: '/books/Guide 1.pdf', ageSeconds: 5, idleSeconds: 1, renderCount: 2 };

test('starts the deletion of old pages with the chosen age', async () => {
  const { user, changes } = show(<PdfCachePage />, {
    'GET /api/v1/admin/pdf-cache': { handles, pages },
    'POST /api/v1/admin/pdf-cache/pages/cleanup': () => Response.json({ taskId: toId(2), message: '' }),
  });
  await screen.findByText('No open documents');
  await user.click(screen.getByRole('button', { name: 'Delete old pages' }));
  await screen.findByText(/^Deleting old pages/);
  expect(changes).toEqual([['POST /api/v1/admin/pdf-cache/pages/cleanup', { maxAgeDays: 30 }]]);
});

test('closes an open document, and deletes all pages after a confirmation', async () => {
  const caches: Caches = {
    handles: { ...handles, currentSize: 1, entries: [guide] },
    pages: { ...pages, totalFiles: 1, bookCount: 1 },
  };
  const { user, changes } = show(<PdfCachePage />, {
    'GET /api/v1/admin/pdf-cache': () => caches,
    'DELETE /api/v1/admin/pdf-cache/handles/{bookId}': () => {
      caches.handles = handles;
      return { handlesClosed: 1 };
    },
    'DELETE /api/v1/admin/pdf-cache/pages': () => {
      caches.pages = pages;
      return { filesDeleted: 1, bytesReclaimed: 1024, bytesReclaimedHuman: '' };
    },
  });
  await screen.findByText(/1 page of 1 book/);
  await screen.findByRole('link', { name: 'Guide 1.pdf' });
  await user.click(screen.getByRole('button', { name: 'Close Guide 1.pdf' }));
  await screen.findByText('1 document was closed');
  await screen.findByText('No open documents');
  await user.click(screen.getByRole('button', { name: 'Delete all pages' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Delete all pages' }));
  await screen.findByText(/^1 page deleted/);
  await screen.findByText(/0 pages of 0 books/);
  expect(changes).toEqual([
    [`DELETE /api/v1/admin/pdf-cache/handles/${guide.bookId}`],
    ['DELETE /api/v1/admin/pdf-cache/pages'],
  ]);
});
