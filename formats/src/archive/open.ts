// Opens archives of any kind.
import { detectKind, type FileKind } from '../detect.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import type { ByteSource } from '../source.ts';
import type { ArchiveIndex } from './entry.ts';
import type { IndexPass } from './packed-tar/read.ts';
import { type ArchiveKind, archiveKinds, readerOf } from './readers.ts';

export interface DetectedIndex extends ArchiveIndex {
  kind: ArchiveKind;
}

const unread = (message: string): FormatError =>
  new FormatError('format_detection', message, { reason: 'unsupported_format' });

/**
 * Reads the index of an archive; pass `kind` if it is known. Archives whose content cannot be read (encrypted
 * headers, several volumes) have an index with the corresponding flag. Throws FormatError `format_detection`
 * for other files: empty, unsupported_format, unknown_format. Throws FormatError `parser` for a bad index:
 * truncated, damaged, overlap, too_large, multi_volume, or unsupported_format (RAR before 1.5).
 */
export function readArchiveIndex(
  source: ByteSource,
  limits: Limits,
  kind: FileKind = detectKind(source),
): DetectedIndex {
  const archive = archiveKinds.find((candidate) => candidate === kind);
  if (archive) return { ...readerOf(archive).readIndex(source, limits), kind: archive };
  switch (kind) {
    case 'rar14':
      throw new FormatError('parser', 'RAR archives older than version 1.5 are not supported', {
        reason: 'unsupported_format',
      });
    case 'audio':
      throw unread('Audiobooks are not read');
    case 'djvu':
      throw unread('DjVu documents are not read');
    case 'topaz':
      throw unread('Books in Topaz (azw1) are not read');
    case 'kfx':
      throw unread('Books in KFX are not read');
    case 'kfx_drm':
      throw new FormatError(
        'parser',
        'The book is protected by rights management, and in KFX, which is not read',
        {
          reason: 'encrypted',
        },
      );
    case 'empty':
      throw new FormatError('format_detection', 'The file is empty', { reason: 'empty' });
    case 'unknown':
      throw new FormatError('format_detection', 'The format of the file is unknown', {
        reason: 'unknown_format',
      });
    default:
      throw new FormatError('format_detection', `The file is not a supported archive: ${kind}`, {
        reason: 'unsupported_format',
      });
  }
}

type ContentCallbacks = Pick<IndexPass, 'wants' | 'onContent' | 'onLife'>;

/**
 * Reads the index of an archive of any kind. An archive that must be unpacked to be listed passes the wanted
 * contents to `onContent` during that pass. Throws the errors of readArchiveIndex.
 */
export async function openArchiveIndex(
  source: ByteSource,
  limits: Limits,
  { wants, onContent, onLife }: ContentCallbacks = { wants: () => false, onContent() {}, onLife() {} },
): Promise<DetectedIndex> {
  const kind = detectKind(source);
  const archive = archiveKinds.find((candidate) => candidate === kind);
  const byPass = archive && readerOf(archive).readIndexByPass;
  if (!archive || !byPass) return readArchiveIndex(source, limits, kind);
  return { ...(await byPass({ source, limits, wants, onContent, onLife })), kind: archive };
}
