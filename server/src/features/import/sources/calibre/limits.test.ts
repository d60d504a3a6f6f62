import { expect, test } from 'vitest';
import { findTags, readTagSearch } from './limits.ts';

const tags = ['Kids', 'Kids & Teens', 'Adult', 'Fantasy'];
const read = (search: string) => {
  const found = readTagSearch(search);
  return found && { allow: findTags(found.allow, tags), deny: findTags(found.deny, tags) };
};

test.each([
  ['tags:"=Kids"', { allow: ['Kids'], deny: [] }],
  ['tags:=kids', { allow: ['Kids'], deny: [] }],
  ['tags:Kids', { allow: ['Kids', 'Kids & Teens'], deny: [] }],
  ['tags:"=Kids & Teens" or tags:=Fantasy', { allow: ['Kids & Teens', 'Fantasy'], deny: [] }],
  ['not tags:Adult', { allow: [], deny: ['Adult'] }],
  ['tags:kids and not tags:"=adult"', { allow: ['Kids', 'Kids & Teens'], deny: ['Adult'] }],
  ['tags:kids !tags:adult', { allow: ['Kids', 'Kids & Teens'], deny: ['Adult'] }],
])('converts %s to tags', (search, expected) => {
  expect(read(search)).toEqual(expected);
});

test.each([
  '',
  'kids',
  'title:Alice',
  'tags:true',
  'tags:"~^K"',
  'tags:.Kids.Teens',
  'tags:kids and tags:fantasy',
  'tags:kids or not tags:adult',
  'tags:kids and rating:>3',
  '(tags:kids)',
  'and tags:kids',
  'tags:kids"',
  `tags:${'x'.repeat(300)}`,
])('rejects %s', (search) => {
  expect(readTagSearch(search)).toBeUndefined();
});
