import { expect, test } from 'vitest';
import { findBroken, readPromises } from './promises.ts';

const document = `# Promises

- One thing is true,
  whatever happens.
  \`a.test.ts\` “it holds”
  \`b.test.ts\` “so does %s”
- Another is not.
`;

test('promises are read with their tests', () => {
  expect(readPromises(document)).toEqual([
    {
      text: 'One thing is true, whatever happens.',
      tests: [
        { file: 'a.test.ts', title: 'it holds' },
        { file: 'b.test.ts', title: 'so does %s' },
      ],
    },
    { text: 'Another is not.', tests: [] },
  ]);
});

test('a promise without a test, a file that is gone and a title that changed are found', () => {
  const files: Record<string, string> = { 'a.test.ts': "test('it held', () => {});" };
  expect(findBroken(readPromises(document), (path) => files[path])).toEqual([
    '“One thing is true, whatever happens.” names a test that a.test.ts does not have: it holds',
    '“One thing is true, whatever happens.” names b.test.ts, which is not there',
    '“Another is not.” names no test',
  ]);
  const existing = {
    'a.test.ts': "test('it holds', …)",
    'b.test.ts': 'test.each(all)(`so does %s, too`, …)',
  };
  const proved = readPromises(document).slice(0, 1);
  expect(findBroken(proved, (path) => existing[path as keyof typeof existing])).toEqual([]);
});
