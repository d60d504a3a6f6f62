// The scroll offset within a long page of a webtoon, on this device: the server stores only the page.

interface Kept {
  bookId: string;
  page: number;
  /** From 0 to 1: the share of the page above the middle of the screen. */
  share: number;
}

const key = 'lectern.comic.spots';
const most = 50;
const waitMs = 400;

function readAll(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.share === 'number') : [];
  } catch {
    return [];
  }
}

/** 0 where none is stored for this page. */
export const findSpot = (bookId: string, page: number): number =>
  readAll().find((one) => one.bookId === bookId && one.page === page)?.share ?? 0;

let timer: number | undefined;
let waiting: Kept | undefined;

function write(): void {
  window.clearTimeout(timer);
  if (!waiting) return;
  const { bookId } = waiting;
  const all = [waiting, ...readAll().filter((one) => one.bookId !== bookId)].slice(0, most);
  waiting = undefined;
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage is full or blocked: the page number is still known.
  }
}
window.addEventListener('pagehide', write);

export function keepSpot(bookId: string, { page, share }: { page: number; share: number }): void {
  waiting = { bookId, page, share };
  window.clearTimeout(timer);
  timer = window.setTimeout(write, waitMs);
}
