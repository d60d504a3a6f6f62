// Keeps somebody's place in one open book: tells the server a moment after it has changed, and at once when the page is
// left; keeps it in this browser until the server knows it; notices that another device went on, and asks then.
import type { BookDto } from '@lectern/contract/books';
import type { Unsent } from './outbox.ts';
import { isEqualPosition, isSamePosition, type Known, type Place, toPlace } from './position.ts';
import { judgeWithHistory, openBooks } from './send.ts';
import { createSender } from './sender.ts';
import { createSessions } from './sessions.ts';
import { findUnsent, removeUnsent } from './store.ts';

export type { Place } from './position.ts';

/**
 * What a reader of any kind needs to know.
 *
 *     const begin = startPage ?? keeper.start?.currentPage ?? 1;    // EPUB: keeper.start?.locator
 *     keeper.tell({ currentPage: 3 });                              // EPUB: { locator }
 *     useEffect(() => keeper.onGo(({ currentPage }) => show(currentPage)), [keeper]);
 *
 * It is one object as long as the book is open. A place is a page (from 1), a share of the book (0 to 1), a Readium
 * locator, or several of them; the server finds the others. Of a locator it needs `href` and `locations.progression`;
 * `locations.totalProgression` tells two devices' places apart. The last page completes the book, as does
 * `completed: true`.
 */
export interface ProgressSync {
  /** Where reading goes on; undefined: at the beginning, as nothing was read yet, or all of it. */
  readonly start: Place | undefined;
  /**
   * Says which place is shown now. The first place told is where the book was opened: it is only saved when nothing
   * was known of the book.
   */
  tell(place: Place): void;
  /** The place told last. */
  getPosition(): Place | undefined;
  /** The listener is called when somebody chose to go where another device is. Returns what ends that. */
  onGo(listener: (place: Place) => void): () => void;
}

/** What the page around the reader needs besides. */
export interface OpenProgressSync extends ProgressSync {
  /** Where another device is, while it is not decided whether to go there. */
  getElsewhere(): Known | undefined;
  subscribe(listener: () => void): () => void;
  answer(decision: 'go' | 'stay'): void;
  /** The server has said where it thinks the reader is: an event came, or the book was asked for again. */
  listen(known: Known): void;
  /** Tells at once what is left to tell. */
  flush(): void;
  /** After it nothing is told any more. Waits until the last place is told, or cannot be. */
  close(): Promise<void>;
}

interface Props {
  book: BookDto;
  userId: string;
}

/** Finds what this browser still has to tell of the book, and where to go on. */
export async function openProgressSync({ book, userId }: Props): Promise<OpenProgressSync> {
  const known = book.readProgress ?? undefined;
  const unsent = await findUnsent({ userId, bookId: book.id });
  if (!unsent) return createProgressSync({ book, userId }, { known });
  const verdict = await judgeWithHistory(unsent, known).catch(() => 'send' as const);
  if (verdict === 'known') {
    await removeUnsent(unsent);
    return createProgressSync({ book, userId }, { known });
  }
  return createProgressSync({ book, userId }, { known, unsent, isAsked: verdict === 'ask' });
}

interface Beginning {
  known?: Known | undefined;
  unsent?: Unsent | undefined;
  /** Another device went on, too. */
  isAsked?: boolean;
}

function createProgressSync(
  { book, userId }: Props,
  { known, unsent, isAsked = false }: Beginning,
): OpenProgressSync {
  const ids = { userId, bookId: book.id };
  openBooks.add(ids);
  const going = createListeners<Place>();
  const changes = createListeners<void>();
  const start = unsent?.place ?? (known && !known.completed ? toPlace(known) : undefined);
  const sessions = createSessions(ids);
  const sender = createSender({
    ids,
    base: unsent ? unsent.base : (known?.updatedAt ?? null),
    waiting: unsent,
    elsewhere: isAsked ? known : undefined,
    onElsewhere: () => changes.call(),
  });
  let told: Place | undefined;
  return {
    start,
    tell(place) {
      if (isEqualPosition(place, told)) return;
      const isFirst = told === undefined;
      told = place;
      sessions.see(place.currentPage);
      if (isFirst && (known ?? unsent)) return;
      const elsewhere = sender.getElsewhere();
      if (elsewhere && isSamePosition(place, toPlace(elsewhere))) sender.accept(elsewhere);
      sender.put(place);
    },
    getPosition: () => told,
    onGo: going.add,
    getElsewhere: sender.getElsewhere,
    subscribe: changes.add,
    answer(decision) {
      const elsewhere = sender.getElsewhere();
      if (!elsewhere) return;
      sender.accept(elsewhere);
      if (decision === 'stay') return sender.put(told ?? start ?? toPlace(elsewhere));
      void sender.drop();
      told = toPlace(elsewhere);
      going.call(told);
    },
    listen: (there) => sender.listen(there, told ?? start),
    flush() {
      sessions.end();
      void sender.send(true);
    },
    async close() {
      sessions.end();
      await sender.send(true);
      sender.end();
      openBooks.delete(ids);
    },
  };
}

function createListeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    add(listener: (value: T) => void): () => void {
      all.add(listener);
      return () => void all.delete(listener);
    },
    call(value: T) {
      for (const listener of all) listener(value);
    },
  };
}
