// Reads and writes a user's books at Hardcover. Pure.
import { toRecord } from '@lectern/contract/records';
import { countOf, numberOf, recordsOf } from '#features/providers/kit/index.ts';
import { type Change, type Position, readCount, readDay, toStatuses, toSteps } from '../../kit/index.ts';
import type { Book, Edition, OpenRead } from './queries.ts';

type Data = Readonly<Record<string, unknown>>;

const statuses = toStatuses({ plan_to_read: 1, reading: 2, completed: 3, on_hold: 4, dropped: 5 });
/** Id of the privacy setting "only me". */
const isPrivateId = 3;

/** Half stars from 0.5 to 5. */
export const toScore = toSteps(10);

function readEdition(value: unknown): Edition | undefined {
  const { id, pages } = toRecord(value);
  const known = countOf(id);
  return known === undefined ? undefined : { id: known, pages: countOf(pages) };
}

const readReads = ({ user_book_reads: reads }: Data) =>
  recordsOf(reads).map((read) => ({
    id: countOf(read.id),
    startedAt: readDay(read.started_at),
    finishedAt: readDay(read.finished_at),
    pages: readCount(read.progress_pages),
    edition: readEdition(read.edition),
  }));

/** Prefers the edition that the user already reads there. */
export function readBook({
  id,
  book,
  userBook,
}: {
  id: number;
  book: Data;
  userBook: Data | undefined;
}): Book {
  const open = readReads(userBook ?? {}).find((one) => one.finishedAt === null && one.id !== undefined);
  const editions = [
    ...[open?.edition, readEdition(userBook?.edition), readEdition(recordsOf(book.editions)[0])],
    ...[readEdition(book.default_ebook_edition), readEdition(book.default_physical_edition)],
  ].filter((edition) => edition !== undefined);
  const read: OpenRead | undefined =
    open?.id === undefined
      ? undefined
      : { id: open.id, startedAt: open.startedAt, editionId: open.edition?.id };
  return { id, edition: open?.edition ?? editions[0], userBookId: countOf(userBook?.id), read };
}

export function readUserBook(userBook: Data): Position {
  const reads = readReads(userBook);
  const rating = numberOf(userBook.rating);
  const open = reads.find(({ finishedAt }) => finishedAt === null);
  const first = reads.at(-1);
  const [last] = reads;
  const status = statuses.read(userBook.status_id);
  const pages = (open ?? last)?.pages ?? 0;
  return {
    status,
    isRereading: false,
    chapters: 0,
    volumes: 0,
    pages,
    score: rating ? toScore(rating * 20) : null,
    startedAt: (open ?? first)?.startedAt ?? null,
    // A finished book is not restarted, so the end of an earlier read does not apply to an open one.
    completedAt: status === 'completed' ? (last?.finishedAt ?? null) : null,
  };
}

export function toBookInput({ handle, known, changed, isPrivate }: Change<Book>): object {
  const { status, score } = changed;
  return {
    ...(!known && { book_id: handle.id, ...(handle.edition && { edition_id: handle.edition.id }) }),
    ...(status !== undefined && { status_id: statuses.write(status) }),
    ...(typeof score === 'number' && { rating: score / 20 }),
    ...(isPrivate && { privacy_setting_id: isPrivateId }),
  };
}

/** Replaces the whole read: missing fields are cleared at the service. */
export function toReadInput({
  next,
  edition,
  read,
}: {
  next: Position;
  edition: Edition | undefined;
  read: OpenRead | undefined;
}): object {
  const editionId = read?.editionId ?? edition?.id;
  return {
    started_at: next.startedAt,
    finished_at: next.status === 'completed' ? next.completedAt : null,
    ...(next.pages > 0 && { progress_pages: next.pages }),
    ...(editionId !== undefined && { edition_id: editionId }),
  };
}
