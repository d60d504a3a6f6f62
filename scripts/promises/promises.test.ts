import { expect, test } from 'vitest';
import { findBroken, readGuarantees } from './promises.ts';

const document = `# Guarantees

- One thing is true,
  on every platform.
  \`a.test.ts\`
  \`b.slow.spec.ts\`
- Another is not.
`;

test('reads guarantees with their test files', () => {
  expect(readGuarantees(document)).toEqual([
    { text: 'One thing is true, on every platform.', testFiles: ['a.test.ts', 'b.slow.spec.ts'] },
    { text: 'Another is not.', testFiles: [] },
  ]);
});

test('reports guarantees without a test file and test files that do not exist', () => {
  const guarantees = readGuarantees(document);
  expect(findBroken(guarantees, (path) => path === 'a.test.ts')).toEqual([
    '“One thing is true, on every platform.” names a missing file: b.slow.spec.ts',
    '“Another is not.” names no test file',
  ]);
  expect(findBroken(guarantees.slice(0, 1), () => true)).toEqual([]);
});
