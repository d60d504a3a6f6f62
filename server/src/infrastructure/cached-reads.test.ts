import { expect, test } from 'vitest';
import { createCachedReads } from './cached-reads.ts';

const always = () => true;

test('is read once for all who ask, and remembered', async () => {
  const reads = createCachedReads<string>(10);
  let count = 0;
  const get = () => reads.get('a', { isCurrent: always, read: async () => `${++count}` });
  expect(await Promise.all([get(), get()])).toEqual(['1', '1']);
  expect(await get()).toBe('1');
});

test('what is forgotten while it is read is not remembered, and who asks then reads anew', async () => {
  const reads = createCachedReads<string>(10);
  const old = Promise.withResolvers<string>();
  const first = reads.get('a', { isCurrent: always, read: () => old.promise });
  for (const forget of [() => reads.forget('a'), () => reads.forgetAll()]) {
    forget();
    expect(await reads.get('a', { isCurrent: always, read: async () => 'new' })).toBe('new');
  }
  old.resolve('old');
  expect(await first).toBe('old');
  expect(await reads.get('a', { isCurrent: always, read: async () => 'never' })).toBe('new');
});

test('what will not do is read again, knowing what was there; a failure is not remembered', async () => {
  const reads = createCachedReads<string>(10);
  const fail = async () => {
    throw new Error('away');
  };
  await expect(reads.get('a', { isCurrent: always, read: fail })).rejects.toThrow('away');
  await reads.get('a', { isCurrent: always, read: async () => 'one' });
  const read = async (known: string | undefined) => `${known} and two`;
  expect(await reads.get('a', { isCurrent: (value) => value !== 'one', read })).toBe('one and two');
});
