import { expect, test } from 'vitest';
import { listExcluded } from './slow-files.ts';

test.each([
  ['npm test', false, [], 1],
  ['npm run test:all', true, [], 0],
  ['a file that is not slow', false, ['run', 'server/test/access.test.ts'], 1],
  ['a slow file', false, ['run', 'server/test/fuzz/fuzz.slow.test.ts'], 0],
  ['a slow file without its end', false, ['run', 'fuzz.slow'], 0],
  ['a flag', false, ['run', '--outputFile=a.slow.json'], 1],
])('%s', (_, isWholeRun, words, count) => {
  expect(listExcluded(isWholeRun, words)).toHaveLength(count);
});
