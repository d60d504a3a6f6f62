// What one open book has to tell the server: the newest place, kept in this browser until it is there. Notices when
// another device went on, and tells nothing more until it is decided where to be. Who leaves cannot be asked: then the
// newest reading counts, by when it was read and not by when it was told, and the other is in the history.
import { mergeUnsent, type Unsent } from './outbox.ts';
import { isSamePosition, type Known, type Place, toPlace } from './position.ts';
import { enqueuePosition, isRefused, judgeWithHistory, readPosition } from './send.ts';
import { keepUnsent, removeUnsent } from './store.ts';

/** After the last page that was turned. */
const waitMs = 1_200;
/** Who turns pages without a pause is known to be somewhere all the same. */
const maxWaitMs = 5_000;
/** A page may be looked at for long: before the next one is told, the server is asked whether another device was first. */
const trustMs = 20_000;
const againMs = 15_000;

interface State {
  ids: Pick<Unsent, 'userId' | 'bookId'>;
  /** `updatedAt` of the last place of the server that this reader knows. */
  base: string | null;
  waiting: Unsent | undefined;
  /** What was put last, also when it is told already. */
  newest: Unsent | undefined;
  elsewhere: Known | undefined;
  checkedAtMs: number;
  /** The server could not be reached: who knows what other devices did meanwhile. */
  isCutOff: boolean;
  sending: Promise<void> | undefined;
  timer: number | undefined;
  /** When the first of what waits was put. */
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
    /** From now on that is what this reader goes on from. */
    accept(known: Known) {
      state.base = known.updatedAt;
      if (state.waiting) state.waiting = { ...state.waiting, base: known.updatedAt };
      if (state.elsewhere) setElsewhere(state, undefined);
    },
    /** What was not told yet is not wanted any more. */
    async drop() {
      const { waiting } = state;
      state.waiting = undefined;
      if (waiting) await removeUnsent(waiting);
    },
    /** The server says where it thinks the reader is, who is `here`. */
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
  // Kept at once: who turns a page and closes the lid has read it.
  void keepUnsent(state.waiting);
  state.waitingSinceMs ??= Date.now();
  sendLater(state, Math.min(waitMs, Math.max(0, state.waitingSinceMs + maxWaitMs - Date.now())));
}

/** Readings are told apart by their moments, however fast pages are turned; a clock that was put back is believed. */
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
  // Nothing can be asked any more: what was not told while it was possible is told after a look at the next start.
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
  /** What was sent before and may still be on its way: who leaves does not wait for it. */
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
