import { expect, test } from 'vitest';
import { faultOf, faultOfPromise } from '../../../../../server/test/faults.ts';
import { makeVolumes, type RarEntry, type RarKind } from '../../../../../server/test/makers/rar.ts';
import { FormatError } from '../../../error.ts';
import { computeFingerprint } from '../../../hash/fingerprint.ts';
import { defaultLimits } from '../../../limits.ts';
import { bytesSource } from '../../../source.ts';
import { readArchiveIndex } from '../../open.ts';
import { readEntries, readEntryNow } from '../../read.ts';
import { openVolumeSource } from './source.ts';

const kinds = ['rar4', 'rar5'] as const;
const entries: RarEntry[] = [
  { name: '1.png', content: 'a'.repeat(300) },
  { name: '2.png', content: `b${'x'.repeat(2_500)}c` },
  { name: '3.png', content: 'd'.repeat(200) },
  { name: '4.png', content: '' },
  { name: '5.png', content: 'e'.repeat(900) },
];

const sourceOf = (volumes: readonly Buffer[]) =>
  openVolumeSource({
    path: '/books/Book.part1.rar',
    volumes: volumes.map((bytes, i) => ({
      name: `Book.part${i + 1}.rar`,
      sizeBytes: bytes.length,
      modifiedUs: 0,
    })),
    open: (place) => {
      const { size, read } = bytesSource(volumes[place] ?? Buffer.alloc(0));
      return { path: '', modifiedUs: 0, size, read, close() {} };
    },
  });

const openVolumes = (volumes: readonly Buffer[]) => {
  const source = sourceOf(volumes);
  return { source, limits: defaultLimits, index: readArchiveIndex(source, defaultLimits) };
};

async function readAll(
  volumes: readonly Buffer[],
  wanted?: readonly number[],
): Promise<Record<string, string>> {
  const archive = openVolumes(volumes);
  const found: Record<string, string> = {};
  const chosen = archive.index.entries.filter((_, i) => wanted?.includes(i) ?? true);
  await readEntries(archive, chosen, ({ name }, content) => {
    found[name] =
      content instanceof FormatError ? `${content.kind} ${content.reason}` : Buffer.from(content).toString();
  });
  return found;
}

const make = (kind: RarKind, options: Partial<Parameters<typeof makeVolumes>[2]> = {}) =>
  makeVolumes(kind, entries, { contentBytes: 1_000, ...options });
const contents = Object.fromEntries(entries.map(({ name, content }) => [name, content]));

test.each(kinds)('reads every entry of a %s in several volumes once, split or whole', async (kind) => {
  const volumes = make(kind);
  expect(volumes).toHaveLength(4);
  const { index } = openVolumes(volumes);
  expect(index).toMatchObject({ isMultiVolume: false, hasEncryptedHeaders: false });
  expect(index.entries.map(({ name, sizeBytes, method }) => [name, sizeBytes, method])).toEqual([
    ['1.png', 300, 'stored'],
    ['2.png', 2_502, 'rar'],
    ['3.png', 200, 'rar'],
    ['4.png', 0, 'stored'],
    ['5.png', 900, 'stored'],
  ]);
  expect(await readAll(volumes)).toEqual(contents);
});

test.each(kinds)('reads an unsplit entry in a later volume of a %s at its offset', (kind) => {
  const archive = openVolumes(make(kind));
  const last = archive.index.entries[4];
  expect(last && Buffer.from(readEntryNow(archive, last)).toString()).toBe('e'.repeat(900));
});

test.each([
  ['rar4', {}],
  ['rar4', { hasOldNames: true }],
  ['rar5', {}],
] as const)('skips a split entry of a %s: %j', async (kind, options) => {
  const three = [0, 1, 2].map((i): RarEntry => ({ name: `${i}`, content: `${i}`.repeat(2_500) }));
  const volumes = makeVolumes(kind, three, { contentBytes: 1_000, ...options });
  expect(await readAll(volumes, [2])).toEqual({ 2: '2'.repeat(2_500) });
});

test.each(kinds)('changes the fingerprint of a %s when its second volume changes', (kind) => {
  const fingerprintOf = (volumes: readonly Buffer[]) => {
    const { source, index } = openVolumes(volumes);
    return computeFingerprint(source, index);
  };
  const other = entries.map((entry, i) => (i === 4 ? { ...entry, content: 'f'.repeat(900) } : entry));
  expect(fingerprintOf(make(kind))).toBe(fingerprintOf(make(kind)));
  expect(fingerprintOf(makeVolumes(kind, other, { contentBytes: 1_000 }))).not.toBe(
    fingerprintOf(make(kind)),
  );
});

const without = (volumes: readonly Buffer[], place: number) => volumes.filter((_, i) => i !== place);
const swapped = ([first, second, ...rest]: readonly Buffer[]) =>
  [first, rest[0], second, ...rest.slice(1)].flatMap((one) => one ?? []);

test.each(kinds)('reports a %s without its first or last volume as incomplete', (kind) => {
  const volumes = make(kind);
  expect(openVolumes(without(volumes, 3)).index.isMultiVolume).toBe(true);
  expect(openVolumes(volumes.slice(1, 2)).index.isMultiVolume).toBe(true);
});

test.each(kinds)('refuses volumes of a %s that do not belong together', (kind) => {
  const volumes = make(kind);
  const other = makeVolumes(
    kind,
    entries.map((entry) => ({ ...entry, name: `other-${entry.name}` })),
    { contentBytes: 1_000 },
  );
  const fault = (some: readonly (Buffer | undefined)[]) =>
    faultOf(() => openVolumes(some.flatMap((one) => one ?? [])));
  expect(fault(swapped(volumes))).toBe('parser damaged');
  expect(fault(without(volumes, 1))).toBe('parser damaged');
  expect(fault([volumes[0], other[1], other[2], other[3]])).toBe('parser damaged');
  expect(fault([volumes[0], volumes[0], volumes[0]])).toBe('parser damaged');
  expect(fault([volumes[0], Buffer.from('nothing')])).toBe('parser damaged');
  expect(
    fault([volumes[0], makeVolumes(kind === 'rar4' ? 'rar5' : 'rar4', entries, { contentBytes: 1_000 })[1]]),
  ).toBe('parser damaged');
  expect(fault([volumes[0], volumes[1]?.subarray(0, -200)])).toBe('parser truncated');
});

test.each(kinds)('limits the headers of all volumes of a %s together', (kind) => {
  const many = Array.from(
    { length: 30 },
    (_, i): RarEntry => ({ name: `${i}.png`, content: 'x'.repeat(50) }),
  );
  const source = sourceOf(makeVolumes(kind, many, { contentBytes: 100 }));
  const open = (limits: Partial<typeof defaultLimits>) =>
    faultOf(() => readArchiveIndex(source, { ...defaultLimits, ...limits }));
  expect(open({ maxEntries: 29 })).toBe('parser too_large');
  expect(open({ maxIndexBytes: 1_000 })).toBe('parser too_large');
  expect(open({ maxEntries: 30 })).toBe('no fault');
});

test('reports wrong bytes of a split entry as an error of that entry', async () => {
  for (const kind of kinds) {
    const volumes = make(kind);
    const second = volumes[1];
    second?.fill('y', second.indexOf('xxxx'), second.indexOf('xxxx') + 4);
    const found = await readAll(volumes);
    expect(found).toMatchObject({ '1.png': contents['1.png'], '5.png': contents['5.png'] });
    expect(found['2.png']).toMatch(/^page_extraction (?:damaged|crc_mismatch)$/);
  }
});

test('refuses a volume that has changed since it was listed', async () => {
  const volumes = make('rar5');
  const source = openVolumeSource({
    path: '',
    volumes: volumes.map((bytes, i) => ({
      name: `${i}`,
      sizeBytes: bytes.length + (i === 2 ? 1 : 0),
      modifiedUs: 0,
    })),
    open: (place) => ({
      ...bytesSource(volumes[place] ?? Buffer.alloc(0)),
      path: '',
      modifiedUs: 0,
      close() {},
    }),
  });
  expect(await faultOfPromise(Promise.resolve().then(() => readArchiveIndex(source, defaultLimits)))).toBe(
    'parser truncated',
  );
});

test.each(kinds)('reports a %s in volumes with encrypted headers as encrypted, not as incomplete', (kind) => {
  const [first = Buffer.alloc(0)] = make(kind, { hasEncryptedHeaders: true });
  expect(readArchiveIndex(bytesSource(first), defaultLimits)).toMatchObject({
    isMultiVolume: false,
    hasEncryptedHeaders: true,
  });
});
