// Synchronizes the reading position of an open book. Each change is sent after a short delay and when the page is left, and
// stored in this browser until the server has it. If another device moves on, the user is asked.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { UnsentPosition } from './outbox.ts';
import {
  isEqualPosition,
  isSamePosition,
  type Position,
  type StoredPosition,
  toPosition,
} from './position.ts';
import { judgeWithHistory, openBooks } from './send.ts';
import { createSender } from './sender.ts';
import { beginsAfterMs } from './session.ts';
import { createSessions } from './sessions.ts';
import { findUnsent, removeUnsent } from './store.ts';

export type { Position } from './position.ts';

/**
 * Progress as a reader sees it; one object as long as the book is open.
 *
 *     const start = startPage ?? progressSync.start?.currentPage ?? 1;    // EPUB: progressSync.start?.locator
 *     progressSync.report({ currentPage: 3 }, { pages: [2, 3] });         // EPUB: { locator }
 *     useEffect(() => progressSync.onGo(({ currentPage }) => show(currentPage)), [progressSync]);
 *
 * A position is a page (from 1), a share of the book (0 to 1), a Readium locator, or several of them; the server derives
 * the others. A locator needs `href` and `locations.progression`; `locations.totalProgression` is used to compare
 * positions of two devices. The last page completes the book unless `completed` is false.
 */
export interface ProgressSync {
  /** Start position. Undefined for the beginning of an unread or finished book. */
  readonly start: Position | undefined;
  /**
   * Reports the visible position, and the visible pages of books with pages. A page that is loading or damaged is not
   * visible. The position at opening is saved only if the book had none, and only after 30 seconds; every later position is
   * saved. The first report is the position at opening, unless the user turned pages before one was visible.
   */
  report(position: Position, seen?: Seen): void;
  /** Incognito: stores neither positions nor sessions. */
  isIncognito(): boolean;
  /** The last reported position. */
  getPosition(): Position | undefined;
  /** Calls the listener when the user chooses to go to the position from another device. Returns an unsubscribe function. */
  onGo(listener: (position: Position) => void): () => void;
}

interface Seen {
  /** Empty for text. */
  pages?: readonly number[];
  hasTurned?: boolean;
}

/** Additional interface for the page that contains the reader. */
export interface OpenProgressSync extends ProgressSync {
  /** The position from another device, until the user decides. */
  getElsewhere(): StoredPosition | undefined;
  subscribe(listener: () => void): () => void;
  answer(decision: 'go' | 'stay'): void;
  /** Receives the server's position after an event or a refetch. */
  listen(known: StoredPosition): void;
  /** Positions recorded so far are kept. Later ones are not recorded. */
  setIncognito(isIncognito: boolean): void;
  /** Sends pending positions immediately. */
  flush(): void;
  /** Sends pending positions, then stops. Resolves when the last position is sent or sending has failed. */
  close(): Promise<void>;
}

interface Props {
  book: BookDto;
  userId: string;
  isIncognito: boolean;
}

/** Reads the unsent position of the book and determines the start position. */
export async function openProgressSync(props: Props): Promise<OpenProgressSync> {
  const { book, userId } = props;
  const known = book.readProgress ?? undefined;
  const unsent = await findUnsent({ userId, bookId: book.id });
  if (!unsent) return createProgressSync(props, { known });
  const verdict = await judgeWithHistory(unsent, known).catch(() => 'send' as const);
  if (verdict === 'known') {
    await removeUnsent(unsent);
    return createProgressSync(props, { known });
  }
  return createProgressSync(props, { known, unsent, isAsked: verdict === 'ask' });
}

interface InitialState {
  known?: StoredPosition | undefined;
  unsent?: UnsentPosition | undefined;
  /** Another device has moved on meanwhile. */
  isAsked?: boolean;
}

function createProgressSync(
  { book, userId, isIncognito }: Props,
  { known, unsent, isAsked = false }: InitialState,
): OpenProgressSync {
  const ids = { userId, bookId: book.id };
  openBooks.add(ids);
  const going = createListeners<Position>();
  const changes = createListeners<void>();
  const start = unsent?.place ?? (known && !known.completed ? toPosition(known) : undefined);
  const sessions = createSessions(ids);
  const sender = createSender({
    ids,
    base: unsent ? unsent.base : (known?.updatedAt ?? null),
    pending: unsent,
    elsewhere: isAsked ? known : undefined,
    onElsewhere: () => changes.call(),
  });
  let reported: Position | undefined;
  let isHidden = isIncognito;
  const opening = createOpening((position) => !isHidden && sender.put(position));
  return {
    start,
    report(position, { pages = [], hasTurned = false } = {}) {
      if (isEqualPosition(position, reported)) return;
      const isFirst = reported === undefined && !hasTurned;
      reported = position;
      if (isHidden) return;
      sessions.see(pages);
      if (isFirst) {
        if (!(known ?? unsent)) opening.begin(position);
        return;
      }
      opening.end();
      const elsewhere = sender.getElsewhere();
      if (elsewhere && isSamePosition(position, toPosition(elsewhere))) sender.accept(elsewhere);
      sender.put(position);
    },
    isIncognito: () => isHidden,
    getPosition: () => reported,
    onGo: going.add,
    // Does not ask in incognito mode, which stores nothing.
    getElsewhere: () => (isHidden ? undefined : sender.getElsewhere()),
    subscribe: changes.add,
    answer(decision) {
      const elsewhere = sender.getElsewhere();
      if (!elsewhere) return;
      sender.accept(elsewhere);
      if (decision === 'stay') return sender.put(reported ?? start ?? toPosition(elsewhere));
      void sender.drop();
      reported = toPosition(elsewhere);
      going.call(reported);
    },
    listen: (there) => sender.listen(there, reported ?? start),
    setIncognito(isNow) {
      if (isNow === isHidden) return;
      isHidden = isNow;
      changes.call();
      if (!isNow) return;
      sessions.end();
      void sender.send(false);
    },
    flush() {
      sessions.end();
      void sender.send(true);
    },
    async close() {
      opening.end();
      sessions.end();
      await sender.send(true);
      sender.end();
      openBooks.delete(ids);
    },
  };
}

/** Calls `onBegun` once the first page was visible for `beginsAfterMs`. Time in a hidden tab does not count. */
function createOpening(onBegun: (position: Position) => void) {
  let timer: number | undefined;
  let first: Position | undefined;
  const watch = () => {
    window.clearTimeout(timer);
    if (document.visibilityState !== 'hidden')
      timer = window.setTimeout(() => {
        const begun = first;
        end();
        if (begun) onBegun(begun);
      }, beginsAfterMs);
  };
  const end = () => {
    first = undefined;
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', watch);
  };
  return {
    begin(position: Position) {
      first = position;
      document.addEventListener('visibilitychange', watch);
      watch();
    },
    end,
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
