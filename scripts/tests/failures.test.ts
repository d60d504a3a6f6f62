import { expect, test } from 'vitest';
import { describeFailures, listFilesToRepeat } from './failures.ts';

const failed = (...names: string[]) =>
  names.map((path) => ({ project: 'browser', path, tests: ['a page: opens: expected 1 to be 2'] }));
const ended = '[vitest-pool]: Worker forks emitted error. Worker exited unexpectedly with exit code 7';

test.each([
  ['a few files', { files: failed('a', 'b'), errors: [], flaky: [] }, ['a', 'b']],
  ['files whose process ended', { files: failed('a'), errors: [ended], flaky: [] }, ['a']],
  [
    'none if too many failed to be an accident',
    { files: failed('a', 'b', 'c', 'd'), errors: [], flaky: [] },
    [],
  ],
  [
    'none when an error belongs to no test',
    { files: failed('a'), errors: [ended, 'TypeError: x'], flaky: [] },
    [],
  ],
  ['none without reported failures', { files: [], errors: [], flaky: [] }, []],
])('a second look is had at %s', (_, failures, expected) => {
  expect(listFilesToRepeat(failures).map(({ path }) => path)).toEqual(expected);
});

test('what failed is told by file, test and error', () => {
  expect(describeFailures({ files: failed('a'), errors: [ended], flaky: [] })).toEqual([
    '  browser a',
    '    a page: opens: expected 1 to be 2',
    `  ${ended}`,
  ]);
});
