// Creates MOBI files for tests: MOBI 6, KF8, both in one file, and PalmDOC. Every value can be overridden.
import { toDefined } from '@lectern/formats/values/defined';
import { be32, makeIndex, makeLabels } from './mobi-index.ts';

export interface MobiSpec {
  title?: string;
  /** EXTH records: type and value. */
  exth?: readonly (readonly [type: number, value: string | number | Uint8Array])[];
  compression?: 'none' | 'palmdoc';
  encryption?: number;
  /** Images and other resources, starting at the first resource record. */
  resources?: readonly Uint8Array[];
  encoding?: 1252 | 65001;
  /** Fields of record 0 by offset, which override the true values. */
  fields?: Readonly<Record<number, number>>;
  /** Transforms the records. */
  records?(records: Buffer[]): Buffer[];
}

export interface Kf8Spec extends MobiSpec {
  /** Documents: the skeleton before and after the fragments, and the fragments. */
  parts: readonly { before: string; fragments: readonly string[]; after: string }[];
  styles?: readonly string[];
  /** Label, fragment, and offset in the fragment. */
  toc?: readonly (readonly [label: string, fragment: number, offset: number])[];
}

const none = 0xffffffff;
const headerBytes = 264;
const recordBytes = 4_096;

/** Returns a Palm database of these records. */
export function makePalm(records: readonly Uint8Array[], type = 'BOOKMOBI', name = 'Book'): Buffer {
  const header = Buffer.alloc(78);
  header.write(name, 'latin1');
  header.write(type, 60, 'latin1');
  header.writeUInt16BE(records.length, 76);
  let at = header.length + records.length * 8 + 2;
  const table = records.map((record, i) => {
    const entry = Buffer.concat([be32(at), be32(i)]);
    at += record.length;
    return entry;
  });
  return Buffer.concat([header, ...table, Buffer.alloc(2), ...records]);
}

/** PalmDOC compression: refers to text that was present in the previous 2,047 bytes. */
export function packPalmDoc(text: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < text.length; ) {
    let length = Math.min(10, text.length - at);
    let found = -1;
    for (; length >= 3; length--) {
      const window = text.subarray(Math.max(0, at - 2_047), at);
      found = window.lastIndexOf(text.subarray(at, at + length));
      if (found >= 0) {
        const pair = 0x8000 | ((window.length - found) << 3) | (length - 3);
        out.push(pair >> 8, pair & 0xff);
        break;
      }
    }
    if (found >= 0) at += length;
    else {
      const byte = text[at++] ?? 0;
      if (byte === 0 || (byte >= 9 && byte <= 0x7f)) out.push(byte);
      else out.push(1, byte);
    }
  }
  return Buffer.from(out);
}

function packText(text: Buffer, compression: 'none' | 'palmdoc'): Buffer[] {
  const pieces = Array.from({ length: Math.ceil(text.length / recordBytes) }, (_, i) =>
    text.subarray(i * recordBytes, (i + 1) * recordBytes),
  );
  return compression === 'palmdoc' ? pieces.map(packPalmDoc) : pieces;
}

interface Numbers {
  version: 6 | 8;
  textBytes: number;
  textRecords: number;
  firstResource: number;
  ncx?: number;
  fdst?: readonly [number, number];
  fragments?: number;
  skeletons?: number;
}

function makeRecord0(spec: MobiSpec, numbers: Numbers): Buffer {
  const {
    title = 'Night Train',
    exth = [],
    compression = 'palmdoc',
    encryption = 0,
    encoding = 65001,
  } = spec;
  const values = exth.map(([type, value]) => {
    const bytes = typeof value === 'number' ? be32(value) : Buffer.from(value);
    return Buffer.concat([be32(type), be32(bytes.length + 8), bytes]);
  });
  const table = Buffer.concat(values);
  const exthBytes = Buffer.concat([Buffer.from('EXTH'), be32(12 + table.length), be32(exth.length), table]);
  const name = Buffer.from(title);
  const head = Buffer.alloc(16 + headerBytes, 0);
  head.writeUInt16BE(compression === 'palmdoc' ? 2 : 1, 0);
  head.writeUInt32BE(numbers.textBytes, 4);
  head.writeUInt16BE(numbers.textRecords, 8);
  head.writeUInt16BE(recordBytes, 10);
  head.writeUInt16BE(encryption, 12);
  head.write('MOBI', 16);
  const fields: Record<number, number | undefined> = {
    20: headerBytes,
    24: 2,
    28: encoding,
    36: numbers.version,
    80: numbers.textRecords + 1,
    84: head.length + exthBytes.length,
    88: name.length,
    92: 9,
    108: numbers.firstResource,
    128: 0x40,
    168: none,
    172: 0,
    240: 0,
    244: numbers.ncx ?? none,
    ...(numbers.fdst && { 192: numbers.fdst[0], 196: numbers.fdst[1] }),
    ...(numbers.version === 8 && { 248: numbers.fragments ?? none, 252: numbers.skeletons ?? none }),
    ...spec.fields,
  };
  for (const [at, value] of Object.entries(fields))
    if (value !== undefined) head.writeUInt32BE(value, Number(at));
  return Buffer.concat([head, exthBytes, name, Buffer.alloc(2)]);
}

/** Creates a MOBI 6 file. `toc`: labels and text offsets. */
export function makeMobi(
  html: string | Buffer,
  spec: MobiSpec & { toc?: readonly (readonly [label: string, position: number])[] } = {},
): Buffer {
  return makePalm(makeMobiRecords(html, spec));
}

function makeMobiRecords(
  html: string | Buffer,
  spec: MobiSpec & { toc?: readonly (readonly [label: string, position: number])[] },
): Buffer[] {
  const text = Buffer.from(html);
  const packed = packText(text, spec.compression ?? 'palmdoc');
  const labels = makeLabels((spec.toc ?? []).map(([label]) => label));
  const index = spec.toc
    ? makeIndex({
        tags: [
          [1, 1],
          [3, 1],
        ],
        labels: labels.bytes,
        entries: spec.toc.map(([, position], i) => ({
          name: String(i).padStart(3, '0'),
          values: { 1: [position], 3: [labels.offsets[i] ?? 0] },
        })),
      })
    : [];
  const ncx = packed.length + 1;
  const record0 = makeRecord0(spec, {
    version: 6,
    textBytes: text.length,
    textRecords: packed.length,
    firstResource: ncx + index.length,
    ...(spec.toc && { ncx }),
  });
  const records = [record0, ...packed, ...index, ...(spec.resources ?? []).map((one) => Buffer.from(one))];
  return spec.records?.(records) ?? records;
}

/** Creates a KF8 file (AZW3). */
export const makeKf8 = (spec: Kf8Spec): Buffer => makePalm(makeKf8Records(spec));

/** Creates a file with both parts, which share the images of the first. */
export function makeJointMobi(html: string, spec: Kf8Spec): Buffer {
  const { exth = [], resources = [] } = spec;
  const { title, compression, encryption, encoding } = spec;
  const plain = toDefined<MobiSpec>({ title, compression, encryption, encoding });
  const count = makeMobiRecords(html, { ...plain, exth: [...exth, [121, 0]], resources }).length;
  const first = makeMobiRecords(html, { ...plain, exth: [...exth, [121, count + 1]], resources });
  return makePalm([...first, Buffer.from('BOUNDARY'), ...makeKf8Records({ ...spec, resources: [] })]);
}

function makeKf8Records(spec: Kf8Spec): Buffer[] {
  const { parts, styles = [], toc = [] } = spec;
  const whole = parts.map(({ before, fragments, after }) => before + after + fragments.join(''));
  const text = Buffer.from(whole.join(''));
  const flows = [text, ...styles.map((style) => Buffer.from(style))];
  const packed = packText(Buffer.concat(flows), spec.compression ?? 'palmdoc');
  const labels = makeLabels(toc.map(([label]) => label));
  const skeletons = makeIndex(skeletonsOf(parts));
  const fragments = makeIndex(fragmentsOf(parts));
  const ncx = makeIndex({
    tags: [
      [3, 1],
      [4, 1],
      [6, 2],
    ],
    labels: labels.bytes,
    entries: toc.map(([, fragment, offset], i) => ({
      name: String(i).padStart(3, '0'),
      values: { 3: [labels.offsets[i] ?? 0], 4: [0], 6: [fragment, offset] },
    })),
  });
  const at = { fragments: packed.length + 1, skeletons: 0, ncx: 0, fdst: 0, resources: 0 };
  at.skeletons = at.fragments + fragments.length;
  at.ncx = at.skeletons + skeletons.length;
  at.fdst = at.ncx + ncx.length;
  at.resources = at.fdst + 1;
  const record0 = makeRecord0(spec, {
    version: 8,
    textBytes: flows.reduce((sum, flow) => sum + flow.length, 0),
    textRecords: packed.length,
    firstResource: at.resources,
    ...(toc.length > 0 && { ncx: at.ncx }),
    fdst: [at.fdst, flows.length],
    fragments: at.fragments,
    skeletons: at.skeletons,
  });
  const resources = (spec.resources ?? []).map((one) => Buffer.from(one));
  const records = [record0, ...packed, ...fragments, ...skeletons, ...ncx, makeFdst(flows), ...resources];
  return spec.records?.(records) ?? records;
}

function skeletonsOf(parts: Kf8Spec['parts']) {
  let at = 0;
  const entries = parts.map(({ before, fragments, after }, i) => {
    const length = Buffer.byteLength(before + after);
    const start = at;
    at += length + Buffer.byteLength(fragments.join(''));
    return {
      name: `SKEL${String(i).padStart(10, '0')}`,
      values: { 1: [fragments.length], 6: [start, length] },
    };
  });
  return {
    tags: [
      [1, 1],
      [6, 2],
    ] as const,
    entries,
  };
}

function fragmentsOf(parts: Kf8Spec['parts']) {
  let at = 0;
  const entries = parts.flatMap(({ before, fragments, after }) => {
    const start = at;
    let insertAt = start + Buffer.byteLength(before);
    at += Buffer.byteLength(before + after + fragments.join(''));
    return fragments.map((fragment) => {
      const length = Buffer.byteLength(fragment);
      const entry = { name: String(insertAt).padStart(10, '0'), values: { 6: [0, length] } };
      insertAt += length;
      return entry;
    });
  });
  return { tags: [[6, 2]] as const, entries };
}

function makeFdst(flows: readonly Buffer[]): Buffer {
  let at = 0;
  const table = flows.map((flow) => {
    const entry = Buffer.concat([be32(at), be32(at + flow.length)]);
    at += flow.length;
    return entry;
  });
  return Buffer.concat([Buffer.from('FDST'), be32(12), be32(flows.length), ...table]);
}

/** Returns the `kindle:pos` address of an offset in a fragment. */
export const toPlace = (fragment: number, offset: number): string =>
  `kindle:pos:fid:${toBase32(fragment, 4)}:off:${toBase32(offset, 10)}`;

const toBase32 = (value: number, digits: number): string =>
  value.toString(32).toUpperCase().padStart(digits, '0');

/** Creates a PalmDOC file of this text. */
export function makePalmDoc(text: string): Buffer {
  const packed = packText(Buffer.from(text, 'latin1'), 'palmdoc');
  const head = Buffer.alloc(16);
  head.writeUInt16BE(2, 0);
  head.writeUInt32BE(text.length, 4);
  head.writeUInt16BE(packed.length, 8);
  head.writeUInt16BE(recordBytes, 10);
  return makePalm([head, ...packed], 'TEXtREAd', 'A_Palm_Text');
}
