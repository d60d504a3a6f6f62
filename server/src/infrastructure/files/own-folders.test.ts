import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnFolders } from './own-folders.ts';

const makeTree = () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-own-')));
  for (const folder of ['media/data/backups', 'media/comics', 'other'])
    mkdirSync(join(top, folder), { recursive: true });
  symlinkSync(join(top, 'media'), join(top, 'link'));
  return top;
};

test('names the roots that contain an own folder or are inside one', async () => {
  const top = makeTree();
  const own = new OwnFolders([join(top, 'link/data'), join(top, 'elsewhere/cache')]);
  const data = join(top, 'media/data');
  const roots = ['media', 'link', 'media/data/backups', 'media/comics', 'other', 'missing'].map((one) =>
    join(top, one),
  );
  expect(await own.findConflicts(roots)).toEqual([
    { path: join(top, 'media'), own: data, relation: 'around' },
    { path: join(top, 'link'), own: data, relation: 'around' },
    { path: join(top, 'media/data/backups'), own: data, relation: 'inside' },
  ]);
});

test('a folder whose name is not UTF-8 is inside the own folder that contains it', async () => {
  const top = makeTree();
  mkdirSync(Buffer.concat([Buffer.from(join(top, 'other/')), Buffer.of(0xe9)]));
  const own = new OwnFolders([join(top, 'other')]).with([join(top, 'media/comics')]);
  expect(await own.isInside(join(top, 'other/\u{10ffe9}'))).toBe(true);
  expect(await own.isInside(join(top, 'media'))).toBe(false);
  expect(await own.relate(join(top, 'media'))).toBe('around');
});

test('a folder below an own file does not exist and counts as inside by its path', async () => {
  const top = makeTree();
  writeFileSync(join(top, 'lectern.db'), '');
  expect(await new OwnFolders([join(top, 'lectern.db')]).isInside(join(top, 'lectern.db'))).toBe(true);
});
