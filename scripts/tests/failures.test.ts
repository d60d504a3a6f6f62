import { expect, test } from 'vitest';
import { listFilesToRepeat } from './failures.ts';

const inBrowser = (...names: string[]) => names.map((path) => ({ project: 'browser', path }));

test.each([
  ['files of the browser alone', { files: inBrowser('a', 'b'), errors: 0 }, ['a', 'b']],
  [
    'none when something else failed, too',
    { files: [...inBrowser('a'), { project: 'program', path: 'b' }], errors: 0 },
    [],
  ],
  ['none of so many that it is no accident', { files: inBrowser('a', 'b', 'c', 'd'), errors: 0 }, []],
  ['none when an error belongs to no test', { files: inBrowser('a'), errors: 1 }, []],
  ['none when nothing was told', { files: [], errors: 0 }, []],
])('a second look is had at %s', (_, failures, expected) => {
  expect(listFilesToRepeat(failures)).toEqual(expected);
});
