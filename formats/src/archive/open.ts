// Opens whatever archive a file is.
import { detectKind, type FileKind } from '../detect.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveIndex } from './entry.ts';
import { type ArchiveKind, archiveKinds, readerOf } from './readers.ts';

export interface KnownIndex extends ArchiveIndex {
  kind: ArchiveKind;
}

/**
 * The index of an archive; pass `kind` when it is known. Archives whose content cannot be read (encrypted headers,
 * several volumes) have an index that says so. Throws FormatError `format_detection` for everything else: empty,
 * unsupported_format, unknown_format; and `parser` when the index is truncated, damaged, overlap, too_large,
 * multi_volume, or unsupported_format (RAR before 1.5).
 */
export function readArchiveIndex(
  source: ByteSource,
  limits: Limits,
  kind: FileKind = detectKind(source),
): KnownIndex {
  const archive = archiveKinds.find((one) => one === kind);
  if (archive) return { ...readerOf(archive).readIndex(source, limits), kind: archive };
  switch (kind) {
    case 'rar14':
      throw new FormatError('parser', 'RAR archives older than version 1.5 are not supported', {
        reason: 'unsupported_format',
      });
    case 'empty':
      throw new FormatError('format_detection', 'The file is empty', { reason: 'empty' });
    case 'unknown':
      throw new FormatError('format_detection', 'The file is of no known format', {
        reason: 'unknown_format',
      });
    default:
      throw new FormatError('format_detection', `The file is no archive that can be read: ${kind}`, {
        reason: 'unsupported_format',
      });
  }
}
