import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { BackupPage } from './backup-page.tsx';

test('shows why the server refuses an uploaded file', async () => {
  const { user, changes } = show(<BackupPage />, {
    'GET /health': { status: 'ok', version: '1.2.3', database: 'sqlite', storage: 'ok' },
    'GET /api/v1/admin/backups': { backups: [] },
    'POST /api/v1/admin/backups/upload': () =>
      Response.json(
        { error: 'bad_request', message: 'This file is neither a backup of Lectern nor its database.' },
        { status: 400 },
      ),
  });
  await screen.findByText('No backups yet.');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for a file');
  const file = new File(['no backup'], 'x.zip', { type: 'application/zip' });
  await user.upload(input, file);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This file is neither a backup of Lectern nor its database');
  const [[, body] = []] = changes;
  expect(body instanceof FormData && body.get('file')).toHaveProperty('name', 'x.zip');
});
