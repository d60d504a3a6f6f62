import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnFolders } from '../own-folders.ts';
import { TargetFolders } from './target-folders.ts';

const makeRoot = () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-targets-')));
  for (const folder of ['Saga', 'data/backups', 'data/empty'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'Saga/Saga 1.cbz'), 'x');
  symlinkSync('data/backups', join(root, 'Link'));
  return root;
};
const ofServer = { reason: { reason: 'folder_of_server' } };

/** The own folder is known only by its inode, as behind a bind mount with another path. */
function ownByInode(folder: string): OwnFolders {
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'lectern-elsewhere-')), 'data');
  const own = new OwnFolders([elsewhere]);
  symlinkSync(folder, elsewhere);
  return own;
}

test.each([
  ['by its path', (root: string) => new OwnFolders([join(root, 'data')])],
  ['by its inode', (root: string) => ownByInode(join(root, 'data'))],
])('rejects an own folder %s in every method', async (_, toOwn) => {
  const root = makeRoot();
  const folders = new TargetFolders(toOwn(root));
  for (const folder of ['data', 'Data', 'data/backups', 'data/new', 'Link']) {
    await expect(folders.open(root, folder)).rejects.toMatchObject(ofServer);
    await expect(folders.open(root, folder, { create: true })).rejects.toMatchObject(ofServer);
    await expect(folders.locate(root, folder.split('/'))).rejects.toMatchObject(ofServer);
  }
  await expect(folders.locateWithoutLinks(root, ['data', 'new'])).rejects.toMatchObject(ofServer);
  await expect(new TargetFolders(toOwn(root)).open(join(root, 'data/backups'), '')).rejects.toMatchObject(
    ofServer,
  );
  expect(readdirSync(join(root, 'data')).toSorted()).toEqual(['backups', 'empty']);
  expect(await folders.listFolderNames(root)).toEqual(['Saga']);
  expect(await folders.open(root, 'saga/New', { create: true })).toBe(join(root, 'Saga/New'));
});

test('does not create a missing own folder', async () => {
  const root = makeRoot();
  const folders = new TargetFolders(new OwnFolders([join(root, 'cache/pages')]));
  await expect(folders.open(root, 'cache/pages/x', { create: true })).rejects.toMatchObject(ofServer);
  await expect(folders.locate(root, ['cache', 'pages'])).rejects.toMatchObject(ofServer);
  expect(existsSync(join(root, 'cache/pages'))).toBe(false);
});

test('does not move a folder that contains an own folder', async () => {
  const root = makeRoot();
  const folders = new TargetFolders(new OwnFolders([join(root, 'data/backups')]));
  await expect(folders.moveInto(join(root, 'data'), join(root, 'Saga'), 'data')).rejects.toMatchObject(
    ofServer,
  );
  await expect(folders.moveEntry(join(root, 'data'), join(root, 'Saga/data'))).rejects.toMatchObject(
    ofServer,
  );
  expect(await folders.moveInto(join(root, 'data/empty'), join(root, 'Saga'), 'empty')).toBe(true);
  expect(readdirSync(root).toSorted()).toEqual(['Link', 'Saga', 'data']);
});
