import type { Restore, StoredBackup } from '@lectern/contract/system/backup';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, chooseFile, self, show } from '../../../testing/show.tsx';
import { BackupPage } from './backup-page.tsx';

const toBackup = (name: string, kind: StoredBackup['kind']): StoredBackup => ({
  name,
  kind,
  sizeBytes: 2048,
  madeAt: self.createdAt,
});
const restored: Restore = {
  name: 'a.zip',
  madeAt: null,
  version: null,
  isUpgraded: false,
  setAside: '',
  missingFolders: [],
  isRestarting: false,
};

/** Shows the backups of a server that stores what it receives. */
function showBackups(...initial: StoredBackup[]) {
  let backups = initial;
  const add = (backup: StoredBackup) => {
    backups = [backup, ...backups];
    return backup;
  };
  return show(<BackupPage />, {
    'GET /health': { status: 'ok', version: '1.2.3', database: 'sqlite', storage: 'ok' },
    'GET /api/v1/admin/backups': () => ({ backups }),
    'POST /api/v1/admin/backups': () => add(toBackup('b.zip', 'backup')),
    'POST /api/v1/admin/backups/upload': () => add(toBackup('c.zip', 'uploaded')),
    'POST /api/v1/admin/backups/{name}/restore': restored,
    'POST /api/v1/admin/backup': () =>
      new Response('backup', { headers: { 'content-disposition': 'attachment; filename="lectern-1.zip"' } }),
    'DELETE /api/v1/admin/backups/{name}': ({ params }) => {
      backups = backups.filter(({ name }) => name !== params.name);
      return undefined;
    },
  });
}

test('creates, uploads and deletes backups on the server', async () => {
  const { user, changes } = showBackups();
  await screen.findByText('No backups yet.');
  await user.click(screen.getByRole('button', { name: 'Create a backup on the server' }));
  await screen.findByText('The backup was created: 2 KiB');
  const list = within(screen.getByRole('list', { name: 'Backups on the server' }));
  await list.findByText('Manual');
  await chooseFile(user, new File(['backup'], 'lectern.zip', { type: 'application/zip' }));
  await list.findByText('Uploaded');
  const [uploaded] = list.getAllByRole('listitem');
  if (!uploaded) throw new Error('No backups are listed');
  within(uploaded).getByText('2 KiB · c.zip');
  await user.click(within(uploaded).getByRole('button', { name: /^More for/ }));
  const download = await screen.findByRole('menuitem', { name: 'Download' });
  expect(download.getAttribute('href')).toMatch(/\/api\/v1\/admin\/backups\/c\.zip$/);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await answer(user, /^Delete the backup of/, 'Delete');
  await waitFor(() => expect(list.queryByText('Uploaded')).toBeNull());
  expect(changes.map(([address]) => address)).toEqual([
    'POST /api/v1/admin/backups',
    'POST /api/v1/admin/backups/upload',
    'DELETE /api/v1/admin/backups/c.zip',
  ]);
});

test('restores a backup after a confirmation', async () => {
  const { user, changes } = showBackups(toBackup('a.zip', 'scheduled'));
  await screen.findByText('Scheduled');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(changes).toEqual([]);
  await answer(user, /^Restore the backup of/, 'Restore');
  await screen.findByText('The backup will be restored at the next start of the server');
  expect(changes).toEqual([['POST /api/v1/admin/backups/a.zip/restore']]);
});

test('downloads a backup under the name that the server chose', async () => {
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = showBackups();
  await user.click(await screen.findByRole('button', { name: 'Download a backup now' }));
  await screen.findByText('Downloading the backup: 6 B');
  vi.restoreAllMocks();
  expect(names).toEqual(['lectern-1.zip']);
});

test('refers to the tools of PostgreSQL', async () => {
  show(<BackupPage />, {
    'GET /health': { status: 'ok', version: '1.2.3', database: 'postgres', storage: 'ok' },
  });
  await screen.findByText('This server uses PostgreSQL');
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
