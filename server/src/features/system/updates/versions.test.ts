import { expect, test } from 'vitest';
import { findNewest, isNewer, parseVersion } from './versions.ts';

test('versions are ordered by semantic versioning', () => {
  // The example of section 11.
  const inOrder = [
    ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
    ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0'],
  ];
  for (const [i, one] of inOrder.entries())
    for (const [j, other] of inOrder.entries())
      expect([one, other, isNewer(one, other)]).toEqual([one, other, i > j]);
});

test.each(['', '1', '1.2', 'latest', '1.2.3.4', 'v1.2.x', '9999999.0.0', '<b>1.2.3</b>'])(
  '%j is not a version',
  (text) => {
    expect(parseVersion(text)).toBeUndefined();
    expect(isNewer(text, '0.0.1')).toBe(false);
  },
);

test.each([
  ['a package of a registry', { name: 'lectern', version: '1.4.0' }, '1.4.0'],
  ['a release of a code host', { tag_name: 'v1.4.0', body: 'Notes' }, '1.4.0'],
  ['a list', [{ tag_name: 'v1.3.0' }, { tag_name: 'v1.10.0' }, { tag_name: 'v1.9.9' }], '1.10.0'],
  [
    'drafts and prereleases',
    [
      { tag_name: 'v3.0.0', draft: true },
      { tag_name: 'v2.0.0-beta.1' },
      { tag_name: 'v2.0.0', prerelease: true },
      { tag_name: 'v1.0.0' },
    ],
    '1.0.0',
  ],
  ['an unrelated page', '<html>', undefined],
  ['something else', { version: 7 }, undefined],
  ['nothing', null, undefined],
])('uses the newest release in %s', (_, document, newest) => {
  expect(findNewest(document)).toBe(newest);
});
