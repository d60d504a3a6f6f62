import { expect, test } from 'vitest';
import { findDifferences, replaceBlocks } from './blocks.ts';
import { toTable } from './table.ts';

const page = (block: string) =>
  `# Keys\n\n<!-- generated: keys -->\n${block}\n<!-- end of keys -->\n\nText.\n`;
const keys = toTable(
  ['Key', 'Purpose'],
  [
    ['`a`', 'One | two'],
    ['`b`', ''],
  ],
);

test('writes a block and keeps the text around it', () => {
  expect(keys).toBe('| Key | Purpose |\n| --- | --- |\n| `a` | One \\| two |\n| `b` |  |');
  expect(replaceBlocks(page('old'), { keys })).toBe(page(`\n${keys}\n`));
});

test('accepts the layout of the formatter and finds other differences', () => {
  const formatted =
    '\n| Key | Purpose    |\n| ---- | ---------- |\n| `a` | One \\| two |\n| `b` |            |\n';
  expect(findDifferences('keys.md', page(formatted), { keys })).toEqual([]);
  expect(findDifferences('keys.md', page(formatted.replace('two', 'three')), { keys })).toEqual([
    'keys.md: the block "keys" differs from the code',
  ]);
});

test('finds a missing block and a block that no code generates', () => {
  expect(findDifferences('keys.md', '# Keys\n', { keys })).toEqual(['keys.md: The block "keys" is missing']);
  expect(findDifferences('keys.md', page(''), {})).toEqual(['keys.md: No code generates the block "keys"']);
});
