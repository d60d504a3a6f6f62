// Pushes one entry to a service: reads the current entry and writes only the differences.
import type { Asking, PushedEntry, Tracking } from '#features/providers/kit/index.ts';
import { merge, type Position, type Rules, toSaid } from './position.ts';

export interface Listed<Handle> extends Rules {
  /** Undefined if the entry is not in the list. */
  known: Position | undefined;
  /** Service data needed to write the entry. */
  handle: Handle;
}

export interface Change<Handle> {
  handle: Handle;
  known: Position | undefined;
  /** The complete new entry. */
  next: Position;
  /** The changed fields. */
  changed: Partial<Position>;
  /** Applies only to new entries. */
  isPrivate: boolean;
}

interface ListOfUser<Handle> {
  find(asking: Asking, entry: PushedEntry): Promise<Listed<Handle>>;
  write(asking: Asking, change: Change<Handle>): Promise<void>;
}

const nothing: Omit<Position, 'status'> = {
  isRereading: false,
  chapters: 0,
  volumes: 0,
  pages: 0,
  score: null,
  startedAt: null,
  completedAt: null,
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
    const positions = { ...(known && { before: toSaid(known) }), after: toSaid(next) };
    if (known && Object.keys(changed).length === 0) return { status: 'unchanged', ...positions };
    if (!isDryRun)
      await write(asking, { handle, known, next, changed, isPrivate: !known && entry.isPrivate });
    return { status: known ? 'updated' : 'created', ...positions };
  };
