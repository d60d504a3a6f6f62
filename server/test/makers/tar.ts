// Creates tar files for tests, valid and invalid, in the POSIX and GNU dialects.
import { toBytes } from './bytes.ts';

export interface TarEntry {
  name: string;
  content?: Uint8Array | string;
  /** Bytes of the name if it is not UTF-8. */
  rawName?: Uint8Array;
  /** `0` file, `2` symbolic link, `5` folder. A name that ends in a slash is a folder. */
  type?: string;
  linkTo?: string;
  /** Records of a pax header before the entry. */
  pax?: Record<string, string>;
  /** Value of the size field instead of the true size: raw text, or a number in base 256. */
  size?: string | bigint;
  /** Added to the header checksum. */
  checksumError?: number;
  /** Overwrites header bytes by offset. */
  patch?: Record<number, string>;
}

export interface TarOptions {
  /**
   * `ustar` (default) limits names to 255 bytes; `gnu` and `pax` store long names before the entry; `v7` has no magic.
   */
  dialect?: 'ustar' | 'gnu' | 'pax' | 'v7';
  /** Omits the two zero blocks at the end. */
  hasNoEnd?: boolean;
}

const blockBytes = 512;
const pad = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)]);
const marks = { ustar: 'ustar\x0000', pax: 'ustar\x0000', gnu: 'ustar  \0', v7: '' } as const;

export function makeTar(
  entries: readonly TarEntry[],
  { dialect = 'ustar', hasNoEnd }: TarOptions = {},
): Buffer {
  const written = entries.flatMap((entry) => writeEntry(entry, dialect));
  return Buffer.concat([...written, ...(hasNoEnd ? [] : [Buffer.alloc(2 * blockBytes)])]);
}

type Dialect = keyof typeof marks;

function writeEntry(entry: TarEntry, dialect: Dialect): Buffer[] {
  const content = toBytes(entry.content);
  const rawName = Buffer.from(entry.rawName ?? entry.name);
  const isLong = rawName.length > 100;
  const records = { ...(isLong && dialect === 'pax' && { path: rawName.toString() }), ...entry.pax };
  const longName = Buffer.concat([rawName, Buffer.alloc(1)]);
  return [
    ...(isLong && dialect === 'gnu'
      ? [writeHeader({ name: '././@LongLink', type: 'L' }, longName, dialect)]
      : []),
    ...(Object.keys(records).length > 0
      ? [writeHeader({ name: 'PaxHeaders/x', type: 'x' }, toRecords(records), 'pax')]
      : []),
    writeHeader(entry, content, dialect),
  ];
}

/** Returns pax records, which start with their own length. */
export function toRecords(records: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(records).map(([keyword, value]) => {
      const rest = Buffer.from(` ${keyword}=${value}\n`);
      let length = rest.length + 1;
      while (`${length}`.length + rest.length !== length) length++;
      return Buffer.concat([Buffer.from(`${length}`), rest]);
    }),
  );
}

/** Returns a header and its data. */
function writeHeader(entry: TarEntry, content: Buffer, dialect: Dialect): Buffer {
  const block = Buffer.alloc(blockBytes);
  const rawName = Buffer.from(entry.rawName ?? entry.name);
  const slash = rawName.length > 100 && dialect === 'ustar' ? rawName.indexOf('/', rawName.length - 101) : -1;
  rawName.copy(block, 0, slash + 1, Math.min(rawName.length, slash + 101));
  if (slash >= 0) rawName.copy(block, 345, 0, Math.min(slash, 155));
  block.write('0000644\0', 100);
  writeSize(block, entry.size ?? `${content.length.toString(8).padStart(11, '0')} `);
  block.write('14371573475 ', 136);
  block.write(entry.type ?? (entry.name.endsWith('/') ? '5' : entry.linkTo === undefined ? '0' : '2'), 156);
  block.write(entry.linkTo ?? '', 157);
  block.write(marks[dialect], 257, 'latin1');
  for (const [at, bytes] of Object.entries(entry.patch ?? {})) block.write(bytes, Number(at), 'latin1');
  sealTarHeader(block, entry.checksumError);
  return Buffer.concat([block, pad(content)]);
}

function writeSize(block: Buffer, size: string | bigint): void {
  if (typeof size === 'string') block.write(size, 124, 12, 'latin1');
  else
    block.write(
      BigInt.asUintN(96, size | (size < 0n ? 0n : 1n << 95n))
        .toString(16)
        .padStart(24, '0'),
      124,
      'hex',
    );
}

/** Recomputes the checksum of a header. */
export function sealTarHeader(block: Buffer, error = 0): void {
  block.fill(' ', 148, 156);
  const sum = block.subarray(0, blockBytes).reduce((total, byte) => total + byte, error);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
}
