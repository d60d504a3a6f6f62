// The last section of a PDF file, on which an update goes on (ISO 32000-1, 7.5.5, 7.5.6 and 7.5.8).
import { FormatError } from '../../error.ts';
import type { ByteSource } from '../../source.ts';
import { readDictionary, toReference } from './dictionary.ts';

export interface ObjectId {
  number: number;
  generation: number;
}

export interface Section {
  /** Where its cross-reference table or stream begins. */
  offset: number;
  /** Whether the cross-references are a stream: then those of an update are, too. */
  isStream: boolean;
  /** One more than the highest number of an object. */
  size: number;
  /** As it is written: `1 0 R`. */
  root: string;
  info: ObjectId | undefined;
  /** As it is written. */
  id: string | undefined;
}

const tailBytes = 2_048;
/** A table has 20 bytes for each object. */
const maxTableBytes = 64 * 1024 * 1024;
const headBytes = 64 * 1024;

const unusual = () =>
  new FormatError('parser', 'The end of the PDF document is not as it should be', { reason: 'malformed' });

const toText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/**
 * Throws FormatError `parser`: malformed for a file that readers have to mend, encrypted. What stands before the header moves all
 * offsets, and is taken as malformed.
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
  const [size, root] = [Number(values.get('Size')), values.get('Root')];
  if (!Number.isInteger(size) || size < 1 || root === undefined || !toReference(root)) throw unusual();
  return { ...where, size, root, info: toReference(values.get('Info')), id: values.get('ID') };
}
