import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { checkLibraryFolders } from './library-folders.ts';

const deadShare = new URL('../../../../test/fixtures/dead-share.ts', import.meta.url);

test('a folder that does not answer is named within the time limit', async () => {
  const folder = { library: 'Comics', path: tmpdir() };
  expect(await checkLibraryFolders([folder], { entry: deadShare, timeoutMs: 500 })).toEqual({
    answering: [],
    findings: [
      {
        state: 'problem',
        message: `The folder ${tmpdir()} of the library "Comics" did not answer within 0.5 seconds. Nothing is deleted: its books wait for it.`,
        remedy: 'Connect the network share or the disk of the folder again.',
      },
    ],
  });
});
