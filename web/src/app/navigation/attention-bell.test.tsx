import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../api/routes.ts';
import { self, show } from '../../testing/show.tsx';
import { AttentionBell } from './attention-bell.tsx';

const overview: Output<'GET /api/v1/admin/overview'> = {
  attention: [
    { kind: 'failed_tasks', count: 12 },
    { kind: 'backup_missing', count: 1 },
  ],
  disks: null,
  backup: null,
  damagedBooks: null,
  readers: null,
};

test('counts what needs attention, and leads to the list', async () => {
  show(<AttentionBell />, { 'GET /api/v1/admin/overview': overview });
  const bell = await screen.findByRole('link', { name: '2 things need attention' });
  expect(bell.getAttribute('href')).toBe('/administration/overview');
  expect(bell.parentElement?.textContent).toBe('2');
});

test('shows no number if nothing needs attention', async () => {
  show(<AttentionBell />, { 'GET /api/v1/admin/overview': { ...overview, attention: [] } });
  const bell = await screen.findByRole('link', { name: 'Nothing needs attention' });
  expect(bell.parentElement?.textContent).toBe('');
});

test('is missing for readers, who send no request', async () => {
  const requests: string[] = [];
  show(
    <>
      <AttentionBell />
      <p>Home</p>
    </>,
    {
      'GET /api/v1/auth/me': { ...self, role: 'reader', permissions: ['books:read'] },
      'GET /api/v1/admin/overview': () => {
        requests.push('overview');
        return overview;
      },
    },
  );
  await screen.findByText('Home');
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(requests).toEqual([]);
});
