// The scroll offset within a long webtoon page. Stored on this device, because the server stores only the page.

interface ScrollOffset {
  bookId: string;
  page: number;
  /** The share of the page above the middle of the screen, 0 to 1. */
  share: number;
}

const key = 'lectern.comic.spots';
const maxBooks = 50;
const waitMs = 400;

function readAll(): ScrollOffset[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one?.share === 'number') : [];
  } catch {
    return [];
  }
}

/** 0 if none is stored for this page. */
export const findScrollOffset = (bookId: string, page: number): number =>
  readAll().find((one) => one.bookId === bookId && one.page === page)?.share ?? 0;

let timer: number | undefined;
let pending: ScrollOffset | undefined;

function write(): void {
  window.clearTimeout(timer);
  if (!pending) return;
  const { bookId } = pending;
  const all = [pending, ...readAll().filter((one) => one.bookId !== bookId)].slice(0, maxBooks);
  pending = undefined;
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage is full or blocked. The page number is still known.
  }
}
window.addEventListener('pagehide', write);

export function saveScrollOffset(bookId: string, { page, share }: { page: number; share: number }): void {
  pending = { bookId, page, share };
  window.clearTimeout(timer);
  timer = window.setTimeout(write, waitMs);
}
