// Moves the files of several books or series, one after the other, with undo.
import { call } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { describeReason } from '../../i18n/reports.ts';
import type { FolderChoice } from '../place-fields/index.tsx';
import { type Item, isBook, listRefused, type Moved, move, moveBack, type Target } from './move.ts';

export interface Refused {
  item: Item;
  title: string;
  why: string;
  /** More users would see the book. The user may accept this. */
  needsConsent: boolean;
}

export interface BulkMove {
  moved: { item: Item; moved: Moved }[];
  refused: Refused[];
}

const consentReason = 'move_readers_grow';

interface Options {
  acceptsOtherReaders: boolean;
  onProgress(done: number): void;
}

/** The server moves one item at a time, so an item that is refused does not stop the others. */
export async function moveAll(
  items: readonly Item[],
  place: FolderChoice,
  { acceptsOtherReaders, onProgress }: Options,
): Promise<BulkMove> {
  const result: BulkMove = { moved: [], refused: [] };
  for (const [done, item] of items.entries()) {
    onProgress(done);
    try {
      const moved = await move(item, await toTarget(item, place), acceptsOtherReaders);
      result.moved.push({ item, moved });
      for (const { title, problem } of listRefused(moved.books))
        result.refused.push({ item, title, why: describeReason(problem), needsConsent: false });
    } catch (error) {
      const needsConsent = error instanceof Error && 'reason' in error && error.reason === consentReason;
      result.refused.push({ item, title: item.title, why: describeError(error), needsConsent });
    }
  }
  return result;
}

export async function undoAll(moved: BulkMove['moved']): Promise<void> {
  for (const one of moved.toReversed()) await moveBack(one.item, one.moved);
}

/** A series keeps the name of its folder. */
async function toTarget(item: Item, place: FolderChoice): Promise<Target> {
  const folder = place.folder
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (!isBook(item)) {
    const preview = await call('POST /api/v1/series/{id}/move/preview', {
      params: { id: item.id },
      body: {},
    });
    folder.push(preview.folder.slice(preview.folder.lastIndexOf('/') + 1));
  }
  return { ...place, folder: folder.filter((name) => name !== '').join('/') };
}
