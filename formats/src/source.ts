// Random access to the bytes of a book. Readers receive bytes, never a path.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { FormatError, type FormatErrorKind } from './error.ts';

/**
 * Random access to bytes. `read` is synchronous because readers run in worker processes, never in the server
 * process.
 */
export interface ByteSource {
  /** Size in bytes at the time of opening. */
  readonly size: number;
  /**
   * Returns at most `length` bytes from `offset`, fewer at the end. The array may share memory and must not
   * be written to. Throws FormatError `parser` if the file cannot be read.
   */
  read(offset: number, length: number): Uint8Array;
}

export interface FileSource extends ByteSource {
  /** Modification time in whole microseconds since 1970 at the time of opening. */
  readonly modifiedUs: number;
  readonly path: string | Buffer;
  close(): void;
}

/** Files up to this size, such as most novels, are loaded whole: a book takes dozens of small reads. */
const smallBytes = 512 * 1024;

/**
 * Opens a file for reading. File system errors pass through with their codes (ENOENT, EACCES, …). Use
 * `isPart` for one of many files of a book: it is not loaded whole, and a link in its place is not followed
 * (ELOOP).
 */
export function openFileSource(path: string | Buffer, { isPart = false } = {}): FileSource {
  const fd = openSync(path, isPart ? constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK : 'r');
  const stat = fstatSync(fd);
  let whole: Uint8Array | undefined;
  return {
    size: stat.size,
    modifiedUs: Math.round(stat.mtimeMs * 1000),
    path,
    read(offset, length) {
      if (isPart || stat.size > smallBytes)
        return readAt(fd, offset, Math.min(length, Math.max(0, stat.size - offset)));
      whole ??= readAt(fd, 0, stat.size);
      return whole.subarray(offset, offset + length);
    },
    close: () => closeSync(fd),
  };
}

/**
 * Reads one of the files of a book whole. Throws FormatError too_large of the given kind, and file system
 * errors.
 */
export function readPartFile(path: string | Buffer, kind: FormatErrorKind, maxBytes: number): Uint8Array {
  const source = openFileSource(path, { isPart: true });
  try {
    if (source.size > maxBytes) throw new FormatError(kind, 'The page is too large', { reason: 'too_large' });
    return source.read(0, source.size);
  } finally {
    source.close();
  }
}

interface Whole {
  size: number;
  /** Returns between 1 and `length` bytes of the part that contains `offset`. */
  readPart(offset: number, length: number): Uint8Array;
  /** Error message for a part that is shorter than expected. */
  tooShort: string;
}

/** Implements `read` for a source made of parts. Throws FormatError `parser` truncated. */
export function readInParts({ size, readPart, tooShort }: Whole, offset: number, length: number): Uint8Array {
  const end = Math.min(offset + length, size);
  if (offset >= end) return new Uint8Array(0);
  const first = readPart(offset, end - offset);
  if (first.length === end - offset) return first;
  const parts = [first];
  for (let at = offset + first.length; at < end; ) {
    const part = readPart(at, end - at);
    if (part.length === 0) throw new FormatError('parser', tooShort, { reason: 'truncated' });
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

export function bytesSource(bytes: Uint8Array): ByteSource {
  return { size: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) };
}

function readAt(fd: number, offset: number, length: number): Uint8Array {
  if (length <= 0) return new Uint8Array(0);
  const bytes = Buffer.allocUnsafeSlow(length);
  let done = 0;
  while (done < length) {
    let count: number;
    try {
      count = readSync(fd, bytes, done, length - done, offset + done);
    } catch (cause) {
      throw new FormatError('parser', 'The file cannot be read', { reason: 'unreadable', cause });
    }
    if (count === 0) break;
    done += count;
  }
  return done === length ? bytes : bytes.subarray(0, done);
}

/** Returns the file name for display. Invalid UTF-8 becomes replacement characters. */
export const toFileName = (path: string | Buffer): string => {
  const text = path.toString();
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
};
