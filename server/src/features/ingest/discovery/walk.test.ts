import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFiles } from '../../../../test/makers/books.ts';
import { IgnoreFiles, toExclusion } from './exclude.ts';
import { OwnCheck } from './own.ts';
import { listOne, type WalkOptions, walk } from './walk.ts';

function inFolder(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'lectern-walk-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  const toOptions = (foldersOnly: boolean): WalkOptions => ({
    root,
    isCandidate: (name) => name.endsWith('.cbz'),
    isExcluded: () => false,
    ignore: new IgnoreFiles(root),
    own: new OwnCheck(root, []),
    sharesFolders: false,
    foldersOnly,
  });
  return { root, toOptions };
}

test('an edited ignore file changes the times of its folder, also if only folders are listed', () => {
  const { root, toOptions } = inFolder({ '.lecternignore': 'a', '1.cbz': '' });
  // Older than the resolution of the file system's clock.
  const old = new Date(Date.now() - 60_000);
  const look = () => [true, false].map((foldersOnly) => [...walk(toOptions(foldersOnly))][0]?.times ?? '');
  const stamps = (times: string[]) => times.map((one) => one.replace('-new', '').split('-').slice(2).join());
  utimesSync(join(root, '.lecternignore'), old, old);
  const before = stamps(look());
  expect(before[0]).toBe(before[1]);
  expect(stamps(look())).toEqual(before);
  writeFiles(root, { '.lecternignore': 'b' });
  expect(stamps(look())[0]).not.toBe(before[0]);
});

test('a separately listed folder applies the ignore files of its parents', () => {
  const { toOptions } = inFolder({
    '.lecternignore': '*.sample.cbz',
    'a/b/1.cbz': '',
    'a/b/2.sample.cbz': '',
  });
  expect(listOne(toOptions(false), 'a/b').files.map(({ name }) => name)).toEqual(['1.cbz']);
});

test('lists no files of a folder that a walk does not enter', () => {
  const { toOptions } = inFolder({ '.lecternignore': 'drafts', 'drafts/new/1.cbz': '', '.hidden/1.cbz': '' });
  const options = { ...toOptions(false), isExcluded: toExclusion([]) };
  expect(listOne(options, 'drafts/new').files).toEqual([]);
  expect(listOne(options, '.hidden').files).toEqual([]);
});

test('the first audio file that is not ignored represents an audiobook', () => {
  const { toOptions } = inFolder({ 'a/.lecternignore': '1.*', 'a/1.mp3': '', 'a/2.mp3': '', 'a/3.mp3': '' });
  const options = { ...toOptions(false), isSound: (name: string) => name.endsWith('.mp3') };
  expect(listOne(options, 'a').files.map(({ name }) => name)).toEqual(['2.mp3']);
});
