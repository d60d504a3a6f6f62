// Tells a service of one entry: what it has is read first, and only what differs then is written.
import type { Asking, PushedEntry, Tracking } from '../provider-kit/index.ts';
import { merge, type Position, type Rules, toSaid } from './position.ts';

export interface Listed<Handle> extends Rules {
  /** Undefined where it is not in the list. */
  known: Position | undefined;
  /** What is needed to write it. */
  handle: Handle;
}

export interface Change<Handle> {
  handle: Handle;
  known: Position | undefined;
  /** What it is to be as a whole. */
  next: Position;
  /** What of that is new. */
  changed: Partial<Position>;
  /** Only for an entry that is made. */
  isPrivate: boolean;
}

interface ListOfUser<Handle> {
  find(asking: Asking, entry: PushedEntry): Promise<Listed<Handle>>;
  write(asking: Asking, change: Change<Handle>): Promise<void>;
}

const nothing: Omit<Position, 'status'> = {
  ...{ isRereading: false, chapters: 0, volumes: 0, pages: 0 },
  ...{ score: null, startedAt: null, completedAt: null },
};

export const createPush =
  <Handle>({ find, write }: ListOfUser<Handle>): Tracking['push'] =>
  async (asking, entry, { isDryRun }) => {
    const { known, handle, ...rules } = await find(asking, entry);
    const next = merge(known, entry, rules);
    const before: Record<string, unknown> = { ...(known ?? nothing) };
    const changed: Partial<Position> = Object.fromEntries(
      Object.entries(next).filter(([key, value]) => value !== before[key]),
    );
    const said = { ...(known && { before: toSaid(known) }), after: toSaid(next) };
    if (known && Object.keys(changed).length === 0) return { status: 'unchanged', ...said };
    if (!isDryRun)
      await write(asking, { handle, known, next, changed, isPrivate: !known && entry.isPrivate });
    return { status: known ? 'updated' : 'created', ...said };
  };
