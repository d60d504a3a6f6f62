import { expect, test } from 'vitest';
import { createCachedReads } from './cached-reads.ts';

const always = () => true;

test('reads once for concurrent callers and caches the result', async () => {
  const reads = createCachedReads<string>(10);
  let count = 0;
  const get = () => reads.get('a', { isCurrent: always, read: async () => `${++count}` });
  expect(await Promise.all([get(), get()])).toEqual(['1', '1']);
  expect(await get()).toBe('1');
});

test('a value that is invalidated during its read is not cached, and later callers read again', async () => {
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

test('reads an unusable value again with the previous value, and does not cache a failure', async () => {
  const reads = createCachedReads<string>(10);
  const fail = async () => {
    throw new Error('away');
  };
  await expect(reads.get('a', { isCurrent: always, read: fail })).rejects.toThrow('away');
  await reads.get('a', { isCurrent: always, read: async () => 'one' });
  const read = async (known: string | undefined) => `${known} and two`;
  expect(await reads.get('a', { isCurrent: (value) => value !== 'one', read })).toBe('one and two');
});
