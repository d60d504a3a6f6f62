// Converted books of every text format contain only links that lead somewhere.
import { expect, test } from 'vitest';
import { listDeadLinks, makeEpubOf } from '../../../server/test/made-epub.ts';
import { makeTexts } from '../../../server/test/makers/texts/texts.ts';

test.each(Object.entries(await makeTexts()))('%s: has no dead links', async (_, { bytes, name }) => {
  expect(listDeadLinks(await makeEpubOf(bytes, name))).toEqual([]);
});
