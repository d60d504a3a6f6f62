// Finds the object of a PDF file whose stream is the XMP packet of the document.
import { FormatError } from '../../error.ts';
import type { ByteSource } from '../../source.ts';
import type { XmpPacket } from '../xmp-packet.ts';
import { readDictionary } from './dictionary.ts';
import type { ObjectId } from './section.ts';

const headerBytes = 4_096;

/** Throws FormatError `parser` malformed if the packet is not a separate uncompressed stream. */
export function findPacketObject(source: ByteSource, { offset }: XmpPacket): ObjectId {
  const start = Math.max(0, offset - headerBytes);
  const text = Buffer.from(source.read(start, offset - start)).toString('latin1');
  const header = [...text.matchAll(/(\d{1,10})\s+(\d{1,5})\s+obj\b/g)].at(-1);
  const dictionary = header && readDictionary(text, header.index + header[0].length);
  const isPlain =
    dictionary?.values.get('Type') === '/Metadata' &&
    !dictionary.values.has('Filter') &&
    /^\s*stream\r?\n[\s\xef\xbb\xbf]*$/.test(text.slice(dictionary.end));
  if (!header || !isPlain)
    throw new FormatError('parser', 'The XMP packet is not a separate stream', { reason: 'malformed' });
  return { number: Number(header[1]), generation: Number(header[2]) };
}
