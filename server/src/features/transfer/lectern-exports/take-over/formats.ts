// Which files people made one book, and which an entry of its own. What was decided here stays.
import type { Known, OwnRecords } from '#features/transfer/peer-snapshots/index.ts';
import type { OwnTakeOver } from './dependencies.ts';

/** First of all, so that everything else finds the entries as they were. */
export async function takeFormats(
  { formats }: Pick<OwnTakeOver, 'formats'>,
  own: Pick<OwnRecords, 'formats'>,
  { books }: Pick<Known, 'books'>,
): Promise<void> {
  const decisions = own.formats.flatMap(({ bookId, formatGroup }) => {
    const ours = books.get(bookId);
    return ours ? { bookId: ours.id, formatGroup } : [];
  });
  await formats.takeDecisions(decisions);
}
