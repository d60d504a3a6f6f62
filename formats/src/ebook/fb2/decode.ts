// Decodes the text of a FictionBook. Old files are in windows-1251 or KOI8-R, some in UTF-16, and many declare a wrong
// encoding or none.
import { isUtf8 } from 'node:buffer';
import { findWideEncoding, isMostlyUtf8 } from '../../xml/encoding.ts';
import { damaged } from '../limits.ts';

/** Returns the document in an encoding whose markup is ASCII. Copies only UTF-16 documents. */
export function toNarrow(bytes: Uint8Array): Uint8Array {
  const wide = findWideEncoding(bytes);
  return wide ? Buffer.from(new TextDecoder(wide).decode(bytes)) : bytes;
}

/** Uses the declared encoding if it is plausible: `isUtf8` decides. Old files without a declaration are in windows-1251. */
export function createDecoder(bytes: Uint8Array): (part: Uint8Array) => string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]{0,20}<\?xml[^>]{0,100}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/.exec(head)?.[1];
  return (part) => {
    if (isUtf8(part)) return Buffer.from(part).toString('utf8');
    const decoder = findDecoder(declared);
    if (decoder && decoder.encoding !== 'utf-8' && !decoder.encoding.startsWith('utf-16'))
      return decoder.decode(part);
    const lossy = Buffer.from(part).toString('utf8');
    return isMostlyUtf8(lossy) ? lossy : new TextDecoder('windows-1251').decode(part);
  };
}

function findDecoder(encoding: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  try {
    return encoding === undefined ? undefined : new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

export const noFictionBook = () => damaged('The file is not a FictionBook');
