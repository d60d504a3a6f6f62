// Round trip of archives of any content and shape, and comparison with yauzl.
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { fc } from '../../../../server/test/harness/property.ts';
import { makeZip, type ZipEntry, type ZipOptions } from '../../../../server/test/makers/zip.ts';
import { defaultLimits as limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readZipIndex } from './directory.ts';
import { readZipEntry, readZipEntryHead } from './read.ts';

/** Characters that display does not change. */
const nameCharacter = fc.oneof(
  fc.constantFrom('a', 'Z', '0', '9', ' ', '.', '/', '-', 'é', '話', '🦊'),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }).filter((one) => one !== '\\'),
);

const entry: fc.Arbitrary<ZipEntry> = fc.record({
  name: fc.string({ unit: nameCharacter, minLength: 1, maxLength: 40 }).filter((name) => !name.endsWith('/')),
  content: fc.uint8Array({ maxLength: 2_000 }),
  method: fc.constantFrom('stored', 'deflate', 'zstd'),
  hasDescriptor: fc.boolean(),
  isZip64: fc.boolean(),
  localExtra: fc.uint8Array({ maxLength: 400 }),
});

const options: fc.Arbitrary<ZipOptions> = fc.record({
  prefix: fc.uint8Array({ maxLength: 300 }),
  countsPrefix: fc.boolean(),
  comment: fc.uint8Array({ maxLength: 100 }),
  isZip64: fc.boolean(),
});

test('reads every archive back unchanged', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), options, (entries, how) => {
      const source = bytesSource(makeZip(entries, how));
      const index = readZipIndex(source, limits);
      const found = index.entries.map((one) => {
        const content = Buffer.from(readZipEntry(source, one, limits));
        const head = readZipEntryHead(source, one, { byteCount: 100, limits });
        expect(Buffer.from(head).equals(content.subarray(0, 100))).toBe(true);
        return [one.name, content.toString('hex')];
      });
      expect(found).toEqual(
        entries.map(({ name, content = '' }) => [name, Buffer.from(content).toString('hex')]),
      );
    }),
    { numRuns: 500 },
  );
});

test('reads the same entries as yauzl', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (made) => {
      const entries = made.map(
        (one) => ({ ...one, method: one.method === 'zstd' ? 'stored' : one.method }) as const,
      );
      const bytes = makeZip(entries);
      const zip = await fromBufferPromise(bytes, { decodeStrings: false });
      const theirs: [string, string][] = [];
      for await (const one of zip.eachEntry()) {
        const content = await buffer(await zip.openReadStreamPromise(one));
        theirs.push([Buffer.from(one.fileName).toString(), content.toString('hex')]);
      }
      const source = bytesSource(bytes);
      const ours = readZipIndex(source, limits).entries.map((one) => [
        one.name,
        Buffer.from(readZipEntry(source, one, limits)).toString('hex'),
      ]);
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 100 },
  );
});
