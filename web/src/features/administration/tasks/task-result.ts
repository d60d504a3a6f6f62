// Describes the result of a finished task.
import { isKeyOf, isRecord } from '@lectern/contract/records';
import type { TaskDto } from '@lectern/contract/system/tasks';
import type { Format } from '../../../i18n/format.ts';
import { describeReason } from '../../../i18n/reports.ts';
import type { Translate } from '../../../i18n/translate.ts';

interface Speech {
  t: Translate;
  format: Format;
  /** Title of the book or series whose file failed. */
  failedName: string;
}

type Result = Record<string, unknown>;

const toCount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The book or series of the last failed file. */
export function toFailedOwner({ result }: TaskDto): { bookId: string } | { seriesId: string } | undefined {
  const { bookId, seriesId } = isRecord(result) && isRecord(result.failure) ? result.failure : {};
  if (typeof bookId === 'string') return { bookId };
  return typeof seriesId === 'string' ? { seriesId } : undefined;
}

/** The failure of one file, without the period. */
function toFailure(failure: unknown, name: string): string {
  const { reason, message } = isRecord(failure) ? failure : {};
  if (!isRecord(failure) || typeof reason !== 'string' || typeof message !== 'string') return name;
  return `${name}: ${describeReason({ ...failure, reason, message }).replace(/[.。]$/u, '')}`;
}

const tidied = ({ filesDeleted, bytesReclaimed }: Result, { t, format }: Speech): string[] => [
  t('administration.tasks.didTidyUp', {
    count: toCount(filesDeleted),
    size: format.size(toCount(bytesReclaimed)),
  }),
];

const speakers = {
  'scanning.scan': ({ seriesFound, booksFound, notes }: Result, { t }: Speech) => [
    t('administration.tasks.didScan', { series: toCount(seriesFound), books: toCount(booksFound) }),
    // The page of the library lists them.
    ...(toCount(notes) > 0 ? [t('administration.libraries.notes', { count: toCount(notes) })] : []),
  ],
  'scanning.scan_folder': ({ filesRead }: Result, { t }: Speech) => [
    t('administration.tasks.didRead', { count: toCount(filesRead) }),
  ],
  'scanning.purge_expired': ({ purged }: Result, { t }: Speech) => [
    t('administration.tasks.didPurgeBooks', { count: toCount(purged) }),
  ],
  'covers.generate': ({ made }: Result, { t }: Speech) => [
    t('administration.tasks.didCovers', { count: toCount(made) }),
  ],
  'page_hashes.make': ({ made }: Result, { t }: Speech) => [
    t('administration.tasks.didRead', { count: toCount(made) }),
  ],
  'page_hashes.compare': ({ similar, repeated }: Result, { t }: Speech) => [
    t('administration.tasks.didCompare', { similar: toCount(similar), repeated: toCount(repeated) }),
  ],
  'analysis.read': ({ read }: Result, { t }: Speech) => [
    t('administration.tasks.didRead', { count: toCount(read) }),
  ],
  'drop_folder.look': ({ read }: Result, { t }: Speech) => [
    t('administration.tasks.didRead', { count: toCount(read) }),
  ],
  'indexing.catch_up': ({ done }: Result, { t }: Speech) => [
    t('administration.tasks.didIndex', { count: toCount(done) }),
  ],
  'file_metadata.write': ({ written, failed, failure }: Result, { t, failedName }: Speech) => [
    t('administration.tasks.didWriteMetadata', { count: toCount(written) }),
    ...(toCount(failed) > 0
      ? [
          t('administration.tasks.didNotWriteMetadata', {
            count: toCount(failed),
            failure: toFailure(failure, failedName),
          }),
        ]
      : []),
  ],
  'conversions.convert': ({ converted, failed, failure }: Result, { t, failedName }: Speech) => [
    t('administration.tasks.didConvert', { count: toCount(converted) }),
    ...(toCount(failed) > 0
      ? [
          t('administration.tasks.didNotConvert', {
            count: toCount(failed),
            failure: toFailure(failure, failedName),
          }),
        ]
      : []),
  ],
  'activity.purge': ({ purged }: Result, { t }: Speech) => [
    t('administration.tasks.didPurgeActivity', { count: toCount(purged) }),
  ],
  'imports.take_over': ({ users, places }: Result, { t }: Speech) => [
    t('administration.tasks.didImport', { users: toCount(users), places: toCount(places) }),
  ],
  'orphans.clean_up': tidied,
  'pdf_cache.cleanup': tidied,
};

/** Empty for an unfinished task, or one without a result. */
export function toResultSentences({ type, status, result }: TaskDto, speech: Speech): string[] {
  if (status !== 'completed' || !isRecord(result) || !isKeyOf(speakers, type)) return [];
  return speakers[type](result, speech);
}
