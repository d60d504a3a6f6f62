// The text of a FictionBook: old files are in windows-1251 or KOI8-R, some in UTF-16, and many say otherwise or nothing.
import { isUtf8 } from 'node:buffer';
import { findWideEncoding, isMostlyUtf8 } from '../../xml/encoding.ts';
import { damaged } from '../limits.ts';

/** The same document in bytes in which markup is ASCII; a copy only where it is not. */
export function toNarrow(bytes: Uint8Array): Uint8Array {
  const wide = findWideEncoding(bytes);
  return wide ? Buffer.from(new TextDecoder(wide).decode(bytes)) : bytes;
}

/** By what it declares where that can be true: `isUtf8` decides, and old files without a word are windows-1251. */
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

export const noFictionBook = () => damaged('The file is no FictionBook');
