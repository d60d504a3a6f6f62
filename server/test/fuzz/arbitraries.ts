// Generators for the property tests: valid and invalid archives, documents, names, conditions and JSON, in a form that
// shrinks.
import { type ConditionTarget, conditionFields, operators } from '@lectern/contract/conditions/fields';
import fc from 'fast-check';
import type { makeRar4, makeRar5, RarEntry } from '../makers/rar.ts';
import { makeSevenZip, type SevenZipEntry } from '../makers/seven-zip.ts';
import { makeTar, sealTarHeader, type TarEntry } from '../makers/tar.ts';
import { makeZip, type ZipEntry } from '../makers/zip.ts';

/** Arbitrary text, weighted towards characters that often cause bugs. */
export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\udc00x',
      '\u202e',
      '\ufeff',
      '\uffff',
      '💥',
      '漫画',
      'ｱ',
      'İ',
      'ß',
      'ﬃ',
      '%',
      '_',
      '\\',
      '"',
      "'",
      '*',
      '-',
      '-"',
      'a"b"c',
      'NEAR(a b)',
      'AND',
      '--',
      '../..',
      '/etc/passwd',
      'C:\\x',
      '((((a+)+)+',
      'NaN',
      'Infinity',
      '1e999',
      '-0',
      '9007199254740993',
      '__proto__',
      'constructor',
      '2026-02-31',
      '9999-12-31T23:59:59.999Z',
      '<!DOCTYPE x>',
      '&a;',
      'javascript:alert(1)',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('x', 'ё', '(', '1', '第', ' ', '-', '"'), fc.integer({ min: 1, max: 20_000 }))
      .map(([one, count]) => one.repeat(count)),
  },
);

interface Edit {
  at: number;
  fromEnd: boolean;
  value: number;
}

/** Changes single bytes, mostly near the ends, where headers and directories are, and may truncate the file. */
const edits = fc.record({
  bytes: fc.array(
    fc.record({
      at: fc.oneof(fc.nat(120), fc.nat(5_000)),
      fromEnd: fc.boolean(),
      value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff), fc.nat(255)),
    }),
    { maxLength: 6 },
  ),
  cut: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(400) }),
});

function edit(bytes: Buffer, { bytes: changes, cut }: { bytes: Edit[]; cut: number }): Buffer {
  const copy = Buffer.from(bytes.subarray(0, Math.max(0, bytes.length - cut)));
  for (const { at, fromEnd, value } of changes) {
    if (at < copy.length) copy[fromEnd ? copy.length - 1 - at : at] = value;
  }
  return copy;
}

const number32 = fc.oneof(fc.nat(200), fc.constantFrom(0, 0x7fffffff, 0xfffffffe, 0xffffffff));
const declared = fc.option(
  fc.record({ sizeBytes: number32, packedBytes: number32, crc32: number32 }, { requiredKeys: [] }),
  { nil: undefined, freq: 4 },
);

const zipEntry: fc.Arbitrary<ZipEntry> = fc
  .record(
    {
      name: fc.oneof(
        fc.constantFrom('1.jpg', 'ComicInfo.xml', 'a/', '../x.jpg', 'x\\y.png', '__MACOSX/1.jpg'),
        anyText,
      ),
      content: fc.uint8Array({ maxLength: 300 }),
      method: fc.oneof(fc.constantFrom('stored' as const, 'deflate' as const, 'zstd' as const), fc.nat(100)),
      hasDescriptor: fc.boolean(),
      isZip64: fc.boolean(),
      isEncrypted: fc.boolean(),
      isUtf8: fc.boolean(),
      unixMode: fc.constantFrom(0, 0o100644, 0o120777, 0o40755),
      rawName: fc.uint8Array({ maxLength: 30 }),
      extra: fc.uint8Array({ maxLength: 40 }),
      localExtra: fc.uint8Array({ maxLength: 40 }),
      declared,
    },
    { requiredKeys: ['name'] },
  )
  .map(({ declared: said, ...entry }) => ({ ...entry, ...(said && { declared: said }) }) as ZipEntry);

export const damagedZip: fc.Arbitrary<Buffer> = fc
  .record({
    entries: fc.array(zipEntry, { maxLength: 6 }),
    options: fc.record(
      {
        prefix: fc.uint8Array({ maxLength: 60 }),
        countsPrefix: fc.boolean(),
        comment: fc.uint8Array({ maxLength: 60 }),
        trailing: fc.uint8Array({ maxLength: 60 }),
        isZip64: fc.boolean(),
        entryCount: fc.nat(70_000),
        disk: fc.nat(3),
      },
      { requiredKeys: [] },
    ),
    damage: edits,
  })
  .map(({ entries, options, damage }) => edit(makeZip(entries, options), damage));

const rarEntry: fc.Arbitrary<RarEntry> = fc
  .record(
    {
      name: fc.oneof(fc.constantFrom('1.jpg', 'a\\b.jpg', '../x', '漫画.png'), fc.string({ maxLength: 30 })),
      content: fc.uint8Array({ maxLength: 200 }),
      isDirectory: fc.boolean(),
      method: fc.nat(5),
      isEncrypted: fc.boolean(),
      isSolid: fc.boolean(),
      isSplit: fc.boolean(),
      linkTo: fc.constantFrom('/etc/passwd', '1.jpg'),
      hasNoCrc: fc.boolean(),
      dictionary: fc.nat(15),
      rawName: fc.uint8Array({ minLength: 1, maxLength: 30 }),
      isUnicode: fc.boolean(),
      declared,
    },
    { requiredKeys: ['name'] },
  )
  .map(({ declared: said, ...entry }) => ({ ...entry, ...(said && { declared: said }) }) as RarEntry);

const rarOptions = fc.record(
  {
    prefix: fc.uint8Array({ maxLength: 40 }),
    isSolid: fc.boolean(),
    isVolume: fc.boolean(),
    hasNextVolume: fc.boolean(),
    hasEncryptedHeaders: fc.boolean(),
    hasNoEnd: fc.boolean(),
    comment: fc.string({ maxLength: 20 }),
  },
  { requiredKeys: [] },
);

export const damagedRar = (make: typeof makeRar4 | typeof makeRar5): fc.Arbitrary<Buffer> =>
  fc
    .record({ entries: fc.array(rarEntry, { maxLength: 5 }), options: rarOptions, damage: edits })
    .map(({ entries, options, damage }) => edit(make(entries, options), damage));

const tarEntry: fc.Arbitrary<TarEntry> = fc.record(
  {
    name: fc.oneof(
      fc.constantFrom('1.jpg', './a/2.jpg', '../x', '漫画.png', 'f/'),
      fc.string({ maxLength: 150 }),
    ),
    content: fc.uint8Array({ maxLength: 700 }),
    type: fc.constantFrom(...'01234567LKxgXSVMD'),
    pax: fc.dictionary(
      fc.constantFrom('path', 'size', 'GNU.sparse.major', 'comment'),
      fc.string({ maxLength: 20 }),
    ),
    size: fc.oneof(
      fc.constantFrom('00000000010 ', '77777777777 ', '-1', '   7'),
      fc.bigInt(-(2n ** 70n), 2n ** 70n),
    ),
    patch: fc.constantFrom<Record<number, string>[]>({ 482: '\x01' }, { 257: 'ustar\0' }, { 345: 'prefix' }),
  },
  { requiredKeys: ['name'] },
);

/** Corrects the checksum of each header that is still in place after the damage. */
export const damagedTar: fc.Arbitrary<Buffer> = fc
  .record({
    entries: fc.array(tarEntry, { maxLength: 5 }),
    dialect: fc.constantFrom('v7', 'ustar', 'gnu', 'pax'),
    damage: edits,
  })
  .map(({ entries, dialect, damage }) => {
    const bytes = edit(makeTar(entries, { dialect }), damage);
    if (bytes.length >= 512) sealTarHeader(bytes);
    return bytes;
  });

const sevenZipEntry: fc.Arbitrary<SevenZipEntry> = fc.record(
  {
    name: fc.oneof(fc.constantFrom('1.jpg', 'a/2.jpg', '../x', '漫画.png', ''), fc.string({ maxLength: 50 })),
    content: fc.uint8Array({ maxLength: 200 }),
    attributes: fc.constantFrom(0x10, 0x20, 0x400, 0x8000 | (0xa1ff << 16)),
    size: fc.oneof(fc.nat(500), fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 52)),
    crc32: fc.nat(),
  },
  { requiredKeys: ['name'] },
);

/** Coder chains as 7-Zip writes them, and other chains. */
const sevenZipFolder = fc.constantFrom(
  [1, 1, 0],
  [1, 0x21, 0x21, 1, 24],
  [1, 0x23, 3, 1, 1, 5, 0x5d, 0, 0, 1, 0],
  [2, 1, 0, 1, 0, 0, 1],
  [1, 4, 6, 0xf1, 7, 1],
  [0],
);

/** Corrects the checksums after the header is damaged. */
export const damagedSevenZip: fc.Arbitrary<Buffer> = fc
  .record({
    entries: fc.array(sevenZipEntry, { maxLength: 5 }),
    folder: sevenZipFolder,
    damage: edits,
  })
  .map(({ entries, folder, damage }) =>
    makeSevenZip(entries, { folder, header: (bytes) => Buffer.from(edit(bytes, damage)) }),
  );

/** Documents made of parts of one document in any order. Shrinking keeps the parts that matter. */
export function documentOf(model: string): fc.Arbitrary<Buffer> {
  const pieces = [...new Set(model.split(/(?<=>)|(?=<)/))];
  const hostile = [
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
    '&a;',
    '&#0;',
    '&#xD800;',
    '&#x110000;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?x',
    '?>',
    '<a b="',
    '>',
    '<',
  ];
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.constantFrom(...hostile) },
    { weight: 1, arbitrary: anyText },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...pieces), anyText)
        .map(([one, text]) => one.replace(/"[^"]*"/, `"${text}"`)),
    },
  );
  const whole = fc
    .array(fc.nat(pieces.length - 1), { maxLength: 3 })
    .map((left) => pieces.filter((_, i) => !left.includes(i)).join(''));
  const any = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
  return fc
    .tuple(
      fc.oneof(any, whole),
      edits,
      fc.constantFrom('utf8' as const, 'utf8' as const, 'utf16le' as const, 'latin1' as const),
    )
    .map(([text, damage, encoding]) => edit(Buffer.from(text, encoding), damage));
}

/** Arbitrary JSON, including values that are unusual where they appear. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(null, true, 0, -1, 0.5, 1e308, 2 ** 53, -(2 ** 31) - 1, [], {}, [null], [[]]),
  },
  { weight: 3, arbitrary: anyText },
  { weight: 2, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const leafOf = (target: ConditionTarget): fc.Arbitrary<unknown> =>
  fc.constantFrom(...Object.entries(conditionFields[target])).chain(([field, family]) => {
    const good = {
      id: fc.uuid(),
      text: anyText,
      number: fc.oneof(fc.integer(), fc.double({ noNaN: true })),
      date: fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', 'P1M', '0001-01-01'),
      boolean: fc.boolean(),
    }[family];
    const one = fc.oneof(
      { weight: 5, arbitrary: good as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: anyJson },
    );
    const operand = fc.record(
      {
        operator: fc.oneof(
          { weight: 6, arbitrary: fc.constantFrom(...Object.keys(operators[family])) },
          { weight: 1, arbitrary: anyText },
        ),
        value: fc.oneof(one, fc.array(one, { maxLength: 4 }), fc.record({ from: one, to: one })),
      },
      { requiredKeys: ['operator'] },
    );
    return operand.map((value) => ({ [field]: value }));
  });

/** Conditions over series or books, mostly valid, some almost valid. */
export function conditionOf(target: ConditionTarget): fc.Arbitrary<unknown> {
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 12, depthSize: 'small' },
      leafOf(target),
      fc.array(tie('node'), { maxLength: 4 }).map((allOf) => ({ allOf })),
      fc.array(tie('node'), { maxLength: 4 }).map((anyOf) => ({ anyOf })),
      tie('node').map((not) => ({ not })),
      anyJson,
    ),
  }));
  return node;
}
