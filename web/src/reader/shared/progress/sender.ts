// Sends the position of one open book: the newest one, stored in this browser until the server has it. While another
// device is elsewhere, nothing is sent until the user has decided. A closing page cannot ask: then the newest reading
// wins, and the other is in the history.
import { mergeUnsent, type Unsent } from './outbox.ts';
import { isSamePosition, type Known, type Place, toPlace } from './position.ts';
import { enqueuePosition, isRefused, judgeWithHistory, readPosition } from './send.ts';
import { keepUnsent, removeUnsent } from './store.ts';

/** After the last page turn. */
const waitMs = 1_200;
/** Also while pages are turned without a pause. */
const maxWaitMs = 5_000;
/** After this time without an answer of the server its position is read again before the next one is sent. */
const trustMs = 20_000;
const againMs = 15_000;

interface State {
  ids: Pick<Unsent, 'userId' | 'bookId'>;
  /** `updatedAt` of the last position of the server that this reader knows. */
  base: string | null;
  waiting: Unsent | undefined;
  /** The position put last, sent or not. */
  newest: Unsent | undefined;
  elsewhere: Known | undefined;
  checkedAtMs: number;
  /** The server could not be reached, so other devices may have moved on. */
  isCutOff: boolean;
  sending: Promise<void> | undefined;
  timer: number | undefined;
  /** When the first unsent position was put. */
  waitingSinceMs: number | undefined;
  onElsewhere(): void;
}

export function createSender(begin: Pick<State, 'ids' | 'base' | 'waiting' | 'elsewhere' | 'onElsewhere'>) {
  const state: State = {
    ...begin,
    newest: begin.waiting,
    checkedAtMs: Date.now(),
    isCutOff: begin.waiting !== undefined,
    sending: undefined,
    timer: undefined,
    waitingSinceMs: undefined,
  };
  const retry = () => void send(state);
  window.addEventListener('online', retry);
  if (state.waiting && !state.elsewhere) sendLater(state, 0);
  return {
    getElsewhere: () => state.elsewhere,
    put: (place: Place) => put(state, place),
    send: (isLeaving: boolean) => send(state, isLeaving),
    /** Takes the server's position as the base of this reader. */
    accept(known: Known) {
      state.base = known.updatedAt;
      if (state.waiting) state.waiting = { ...state.waiting, base: known.updatedAt };
      if (state.elsewhere) setElsewhere(state, undefined);
    },
    /** Discards the unsent position. */
    async drop() {
      const { waiting } = state;
      state.waiting = undefined;
      if (waiting) await removeUnsent(waiting);
    },
    /** Receives the server's position, while the reader is at `here`. */
    listen(known: Known, here: Place | undefined) {
      if (state.sending || (state.base !== null && known.updatedAt <= state.base)) return;
      if (here && !isSamePosition(here, toPlace(known))) setElsewhere(state, known);
      else this.accept(known);
    },
    end() {
      window.removeEventListener('online', retry);
      window.clearTimeout(state.timer);
    },
  };
}

function setElsewhere(state: State, known: Known | undefined): void {
  state.elsewhere = known;
  state.onElsewhere();
}

function sendLater(state: State, ms: number): void {
  window.clearTimeout(state.timer);
  state.timer = window.setTimeout(() => void send(state), ms);
}

function put(state: State, place: Place): void {
  const { ids, base } = state;
  const readAt = toNextMoment(state.newest?.readAt);
  state.waiting = mergeUnsent(state.waiting, { ...ids, place, readAt, base });
  state.newest = state.waiting;
  // Stored at once, as the page may be closed.
  void keepUnsent(state.waiting);
  state.waitingSinceMs ??= Date.now();
  sendLater(state, Math.min(waitMs, Math.max(0, state.waitingSinceMs + maxWaitMs - Date.now())));
}

/** Each reading gets its own timestamp, however fast pages are turned; a clock that was set back is followed. */
function toNextMoment(before: string | undefined): string {
  const nowMs = Date.now();
  const beforeMs = before === undefined ? Number.NEGATIVE_INFINITY : Date.parse(before);
  const isAtOnce = beforeMs >= nowMs && beforeMs - nowMs < 100;
  return new Date(isAtOnce ? beforeMs + 1 : nowMs).toISOString();
}

async function send(state: State, isLeaving = false): Promise<void> {
  window.clearTimeout(state.timer);
  state.waitingSinceMs = undefined;
  if (!isLeaving) await state.sending;
  const unsent = state.waiting;
  if (!navigator.onLine) state.isCutOff = true;
  // A closing page cannot ask the user: what is unsent is checked when the book is opened the next time.
  if (!unsent || state.elsewhere || (isLeaving && state.isCutOff)) return;
  const before = state.sending;
  const attempt = write(state, unsent, { isLeaving, before })
    .catch(async (error: unknown) => {
      if (!isRefused(error)) {
        state.isCutOff = true;
        return sendLater(state, againMs);
      }
      state.waiting = undefined;
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
  /** The request before this one, which may still be running; a closing page does not wait for it. */
  before: Promise<void> | undefined;
}

async function write(state: State, unsent: Unsent, { isLeaving, before }: Writing): Promise<void> {
  if (state.isCutOff || (!isLeaving && Date.now() - state.checkedAtMs > trustMs)) {
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
  if (state.waiting?.readAt === unsent.readAt) state.waiting = undefined;
  else if (state.waiting) state.waiting = { ...state.waiting, base: written.updatedAt };
  await removeUnsent(unsent);
  const own = [unsent, state.newest].filter((one) => one !== undefined);
  if (
    !written.applied &&
    !written.forgottenAt &&
    !own.some(({ place }) => isSamePosition(place, toPlace(written)))
  )
    setElsewhere(state, written);
}
