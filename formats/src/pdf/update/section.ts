// Reads the last section of a PDF file, which an update extends (ISO 32000-1, 7.5.5, 7.5.6 and 7.5.8).
import { FormatError } from '../../error.ts';
import type { ByteSource } from '../../source.ts';
import { readDictionary, toReference } from './dictionary.ts';

export interface ObjectId {
  number: number;
  generation: number;
}

export interface Section {
  /** Offset of its cross-reference table or stream. */
  offset: number;
  /** Whether the cross-references are a stream. An update uses the same form. */
  isStream: boolean;
  /** Highest object number plus one. */
  size: number;
  /** Raw reference: `1 0 R`. */
  root: string;
  info: ObjectId | undefined;
  /** Raw value. */
  id: string | undefined;
}

const tailBytes = 2_048;
/** A table has 20 bytes for each object. */
const maxTableBytes = 64 * 1024 * 1024;
const headBytes = 64 * 1024;

const unusual = () =>
  new FormatError('parser', 'The end of the PDF document is malformed', { reason: 'malformed' });

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/**
 * Throws FormatError `parser`: encrypted, or malformed for a file that readers must repair. Bytes before the header shift
 * all offsets, so such a file is malformed.
 */
export function readLastSection(source: ByteSource): Section {
  if (!toText(source.read(0, 8)).startsWith('%PDF-')) throw unusual();
  const tailStart = Math.max(0, source.size - tailBytes);
  const tail = toText(source.read(tailStart, tailBytes));
  const found = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1);
  const offset = Number(found?.[1] ?? Number.NaN);
  if (!found || !(offset > 0 && offset < source.size)) throw unusual();
  const head = toText(source.read(offset, headBytes));
  const stream = /^\s*\d{1,10}\s+\d{1,5}\s+obj\b/.exec(head);
  const values = stream
    ? readDictionary(head, stream[0].length)?.values
    : readTrailer(source, offset, tailStart + found.index);
  if (!values || (stream && values.get('Type') !== '/XRef')) throw unusual();
  return toSection(values, { offset, isStream: stream !== null });
}

function readTrailer(source: ByteSource, offset: number, end: number) {
  const length = end - offset;
  if (length <= 0 || length > maxTableBytes) throw unusual();
  const text = toText(source.read(offset, length));
  if (!/^\s*xref\b/.test(text)) throw unusual();
  const at = text.indexOf('trailer');
  return at < 0 ? undefined : readDictionary(text, at + 'trailer'.length)?.values;
}

function toSection(
  values: ReadonlyMap<string, string>,
  where: Pick<Section, 'offset' | 'isStream'>,
): Section {
  if (values.has('Encrypt'))
    throw new FormatError('parser', 'The PDF document is encrypted', { reason: 'encrypted' });
  const size = Number(values.get('Size'));
  const root = values.get('Root');
  if (!Number.isInteger(size) || size < 1 || root === undefined || !toReference(root)) throw unusual();
  return { ...where, size, root, info: toReference(values.get('Info')), id: values.get('ID') };
}
