// Sends the latest position of one open book, and stores it in this browser until the server has it. If another device has a
// different position, sending waits for the user's decision. A closing page cannot ask: the newest reading wins, and the
// other position remains in the history.
import { mergeUnsent, type UnsentPosition } from './outbox.ts';
import { isSamePosition, type Position, type StoredPosition, toPosition } from './position.ts';
import { enqueuePosition, isRefused, judgeWithHistory, readPosition } from './send.ts';
import { removeUnsent, saveUnsent } from './store.ts';

/** Delay after the last page turn. */
const waitMs = 1_200;
/** Maximum delay while pages are turned continuously. */
const maxWaitMs = 5_000;
/** After this time without an answer, reads the server's position before the next one is sent. */
const maxBaseAgeMs = 20_000;
const retryMs = 15_000;

interface State {
  ids: Pick<UnsentPosition, 'userId' | 'bookId'>;
  /** `updatedAt` of the last known server position. */
  base: string | null;
  pending: UnsentPosition | undefined;
  /** The latest position, sent or unsent. */
  newest: UnsentPosition | undefined;
  elsewhere: StoredPosition | undefined;
  checkedAtMs: number;
  /** The server was unreachable, so other devices may have moved on. */
  isCutOff: boolean;
  sending: Promise<void> | undefined;
  timer: number | undefined;
  /** Time of the first unsent position. */
  pendingSinceMs: number | undefined;
  onElsewhere(): void;
}

export function createSender(initial: Pick<State, 'ids' | 'base' | 'pending' | 'elsewhere' | 'onElsewhere'>) {
  const state: State = {
    ...initial,
    newest: initial.pending,
    checkedAtMs: Date.now(),
    isCutOff: initial.pending !== undefined,
    sending: undefined,
    timer: undefined,
    pendingSinceMs: undefined,
  };
  const retry = () => void send(state);
  window.addEventListener('online', retry);
  if (state.pending && !state.elsewhere) sendLater(state, 0);
  return {
    getElsewhere: () => state.elsewhere,
    put: (position: Position) => put(state, position),
    send: (isLeaving: boolean) => send(state, isLeaving),
    /** Takes the server's position as the base of this reader. */
    accept(known: StoredPosition) {
      state.base = known.updatedAt;
      if (state.pending) state.pending = { ...state.pending, base: known.updatedAt };
      if (state.elsewhere) setElsewhere(state, undefined);
    },
    /** Discards the unsent position. */
    async drop() {
      const { pending } = state;
      state.pending = undefined;
      if (pending) await removeUnsent(pending);
    },
    /** Receives the server's position while the reader is at `here`. */
    listen(known: StoredPosition, here: Position | undefined) {
      if (state.sending || (state.base !== null && known.updatedAt <= state.base)) return;
      if (here && !isSamePosition(here, toPosition(known))) setElsewhere(state, known);
      else this.accept(known);
    },
    end() {
      window.removeEventListener('online', retry);
      window.clearTimeout(state.timer);
    },
  };
}

function setElsewhere(state: State, known: StoredPosition | undefined): void {
  state.elsewhere = known;
  state.onElsewhere();
}

function sendLater(state: State, ms: number): void {
  window.clearTimeout(state.timer);
  state.timer = window.setTimeout(() => void send(state), ms);
}

function put(state: State, position: Position): void {
  const { ids, base } = state;
  const readAt = toLaterTime(state.newest?.readAt);
  state.pending = mergeUnsent(state.pending, { ...ids, place: position, readAt, base });
  state.newest = state.pending;
  // Stored immediately, because the page may be closed.
  void saveUnsent(state.pending);
  state.pendingSinceMs ??= Date.now();
  sendLater(state, Math.min(waitMs, Math.max(0, state.pendingSinceMs + maxWaitMs - Date.now())));
}

/** Each reading gets a unique timestamp, even during fast page turns. If the clock was set back, the new time is used. */
function toLaterTime(before: string | undefined): string {
  const nowMs = Date.now();
  const beforeMs = before === undefined ? Number.NEGATIVE_INFINITY : Date.parse(before);
  const isAtOnce = beforeMs >= nowMs && beforeMs - nowMs < 100;
  return new Date(isAtOnce ? beforeMs + 1 : nowMs).toISOString();
}

async function send(state: State, isLeaving = false): Promise<void> {
  window.clearTimeout(state.timer);
  state.pendingSinceMs = undefined;
  if (!isLeaving) await state.sending;
  const unsent = state.pending;
  if (!navigator.onLine) state.isCutOff = true;
  // A closing page cannot ask the user. An unsent position is checked when the book is opened again.
  if (!unsent || state.elsewhere || (isLeaving && state.isCutOff)) return;
  const before = state.sending;
  const attempt = write(state, unsent, { isLeaving, before })
    .catch(async (error: unknown) => {
      if (!isRefused(error)) {
        state.isCutOff = true;
        return sendLater(state, retryMs);
      }
      state.pending = undefined;
      await removeUnsent(unsent);
    })
    .finally(() => {
      if (state.sending === attempt) state.sending = undefined;
    });
  state.sending = attempt;
  await attempt;
}

interface Writing {
  isLeaving: boolean;
  /** The previous request, which may still be running. A closing page does not wait for it. */
  before: Promise<void> | undefined;
}

async function write(state: State, unsent: UnsentPosition, { isLeaving, before }: Writing): Promise<void> {
  if (state.isCutOff || (!isLeaving && Date.now() - state.checkedAtMs > maxBaseAgeMs)) {
    const there = await readPosition(unsent.bookId);
    state.isCutOff = false;
    state.checkedAtMs = Date.now();
    const verdict = there && (await judgeWithHistory(unsent, there));
    if (there && verdict === 'ask') return setElsewhere(state, there);
    if (there && verdict === 'send') state.base = there.updatedAt;
  }
  const findBase = async () => {
    await before;
    return state.base;
  };
  const written = await enqueuePosition(unsent, { findBase, keepalive: true });
  state.checkedAtMs = Date.now();
  state.base = written.updatedAt;
  if (state.pending?.readAt === unsent.readAt) state.pending = undefined;
  else if (state.pending) state.pending = { ...state.pending, base: written.updatedAt };
  await removeUnsent(unsent);
  const own = [unsent, state.newest].filter((one) => one !== undefined);
  if (
    !written.applied &&
    !written.forgottenAt &&
    !own.some(({ place: position }) => isSamePosition(position, toPosition(written)))
  )
    setElsewhere(state, written);
}
