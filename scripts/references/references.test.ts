import { expect, test } from 'vitest';
import { findReferences } from './references.ts';

test.each([
  '// As contract section 6 states.',
  '/** The limits of contract 3. */',
  "test('case 46: a million files', () => {});",
  '// Cases 35, 36 and 39 are elsewhere.',
  '// (standards 5 and 6)',
  '// See issue 12.',
  'As house.md has it.',
  '// From facts/readers',
  '// As clients read them (compat-clients 9).',
  '// A publication (facts on standards)',
  '// The specification, section 8.2',
  '// 79 and 85 of the reliability facts',
])('finds a reference to a document outside the repository: %s', (text) => {
  expect(findReferences(text)).toHaveLength(1);
});

test.each([
  '// RFC 9110, section 8.8.3',
  '// TIFF 6.0 section 2',
  '    case 14:',
  "    case 'a': // the first case",
  'See ARCHITECTURE.md and docs/decisions/0001-worker-processes.md.',
  '// in any case, 3 of them',
])('standards, labels and our own documents are none: %s', (text) => {
  expect(findReferences(text)).toEqual([]);
});
