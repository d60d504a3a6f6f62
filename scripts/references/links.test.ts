import { expect, test } from 'vitest';
import { findBrokenLinks } from './links.ts';

const paths = ['docs/README.md', 'docs/guides/users.md', 'docs/pictures/home.jpg', 'server/src/a.ts'];
const users = {
  path: 'docs/guides/users.md',
  text: '# Users\n\n## Roles\n\n## What a `user` sees\n\n## Roles\n',
};
const find = (path: string, text: string) => findBrokenLinks([users, { path, text }], paths);

test('finds links of documents to missing files and headings', () => {
  const good =
    '[a](guides/users.md), [b](guides/users.md#what-a-user-sees), [c](guides/), [d](https://x.y), ![e](pictures/home.jpg), [f](guides/users.md#roles-1)';
  expect(find('docs/README.md', good)).toEqual([]);
  expect(find('docs/README.md', '[a](users.md) [b](guides/users.md#gone) [c](#gone)')).toEqual([
    'docs/README.md: links to docs/users.md, which does not exist',
    'docs/README.md: links to docs/guides/users.md#gone, but docs/guides/users.md has no such heading',
    'docs/README.md: links to docs/README.md#gone, but docs/README.md has no such heading',
  ]);
});

test('ignores links in code blocks', () => {
  expect(find('docs/README.md', '```md\n[a](gone.md)\n```\n')).toEqual([]);
});

test('finds documents that code names and that do not exist', () => {
  expect(
    find('server/src/a.ts', "// See docs/guides/users.md#roles.\ntoGuide('guides/users.md');\n"),
  ).toEqual([]);
  expect(find('server/src/a.ts', "// See docs/users.md.\ntoGuide('users.md');\n")).toEqual([
    'server/src/a.ts: links to docs/users.md, which does not exist',
    'server/src/a.ts: links to docs/users.md, which does not exist',
  ]);
});
