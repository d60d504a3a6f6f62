// Merges local progress into a user's entry at a service. Pure.
import type { TrackingStatus } from '@lectern/contract/tracking/tracking-values';
import {
  countOf,
  type PulledEntry,
  type PushedEntry,
  type PushOutcome,
  textOf,
} from '#features/providers/kit/index.ts';

export interface Position {
  status: TrackingStatus;
  /** Whether a completed entry is being read again. The status is then `reading`. */
  isRereading: boolean;
  chapters: number;
  volumes: number;
  /** Page of an edition of a book. */
  pages: number;
  /** 1 to 100. */
  score: number | null;
  /** ISO date, for example `2026-11-26`. Services may send only a year or month. */
  startedAt: string | null;
  completedAt: string | null;
}

/** Total numbers, if known. */
interface Totals {
  chapters?: number | undefined;
  volumes?: number | undefined;
  pages?: number | undefined;
}

export interface Rules {
  totals: Totals;
  /** Rounds a score to the precision of the service. */
  toScore(score: number): number;
  /** Whether the service does not support rereads. */
  isReadOnce?: boolean;
}

/**
 * Numbers are only raised. Dates at the service stay. A start date is set only before any progress exists there,
 * because it would be later than that progress. A completed entry stays completed until the user starts a reread.
 */
export function merge(known: Position | undefined, entry: PushedEntry, rules: Rules): Position {
  const { totals, toScore, isReadOnce = false } = rules;
  const pages = Math.floor((entry.share ?? 0) * (totals.pages ?? 0));
  const next = {
    chapters: raise(known?.chapters, entry.chapters, totals.chapters),
    volumes: raise(known?.volumes, entry.volumes, totals.volumes),
    pages: raise(known?.pages, pages, totals.pages),
  };
  const isRaised =
    known === undefined ||
    next.chapters > known.chapters ||
    next.volumes > known.volumes ||
    next.pages > known.pages;
  const state = known
    ? toState(known, entry, { isRaised, isReadOnce })
    : { status: entry.status, isRereading: false };
  const isStarted = state.status !== 'plan_to_read' && !hasProgress(known);
  const isFinished = state.status === 'completed' && known?.status !== 'completed';
  return {
    ...state,
    ...next,
    score: entry.score === undefined ? (known?.score ?? null) : toScore(entry.score),
    startedAt: known?.startedAt ?? (isStarted ? (entry.startedAt ?? null) : null),
    completedAt: known?.completedAt ?? (isFinished ? (entry.completedAt ?? null) : null),
  };
}

const hasProgress = (known: Position | undefined): boolean =>
  known !== undefined &&
  (known.status !== 'plan_to_read' || known.chapters > 0 || known.volumes > 0 || known.pages > 0);

/** A service may have progress above its total. */
const raise = (known = 0, read: number, total = Number.POSITIVE_INFINITY): number =>
  Math.max(known, Math.min(read, total));

interface Reading {
  isRaised: boolean;
  isReadOnce: boolean;
}

type State = Pick<Position, 'status' | 'isRereading'>;

function toState(known: Position, entry: PushedEntry, { isRaised, isReadOnce }: Reading): State {
  const { status, isRereading, completedAt } = known;
  const stays = { status, isRereading };
  if (isRereading)
    return entry.status === 'completed' && isAfter(entry.completedAt, completedAt)
      ? { status: 'completed', isRereading: false }
      : stays;
  if (status === 'completed')
    return entry.isReread && !isReadOnce ? { status: 'reading', isRereading: true } : stays;
  if (entry.status === 'plan_to_read') return stays;
  // The user paused or dropped it at the service. This holds until further reading.
  const isLeft = status === 'on_hold' || status === 'dropped';
  if (isLeft && entry.status === 'reading' && !isRaised) return stays;
  return { status: entry.status, isRereading: false };
}

/** Compares dates at the precision of the less precise one. Equal dates are not "after". */
const isAfter = (day: string | undefined, other: string | null): boolean =>
  day !== undefined && other !== null && day.slice(0, other.length) > other;

/** Converts to the form reported in push results. */
export function toSaid({ isRereading: _, pages, ...position }: Position): PushOutcome['after'] {
  return { ...position, ...(pages > 0 && { pages }) };
}

/** Converts to a pulled entry. Returns nothing without an id. */
export function toPulled(position: Position, { id, title }: { id: unknown; title: unknown }): PulledEntry[] {
  const externalId = countOf(id)?.toString();
  if (externalId === undefined) return [];
  return [{ ...toSaid(position), externalId, title: textOf(title) }];
}
