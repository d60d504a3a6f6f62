// The dependencies of collections and read lists, and the differences between the two.
import type { PageRequest } from '@lectern/contract/pagination';
import type { Permission } from '@lectern/contract/values';
import type { ListChange } from '#catalog/changes.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import type { ListTables } from './store.ts';

/** A book or a series. */
export interface Member {
  id: string;
  libraryId: string;
  /** ThumbHash of the cover; null until it is drawn. */
  thumbHash: string | null;
}

/** A manual list, or the condition of an automatic one. */
interface Which {
  memberOf?: { id: string; ordered: boolean };
  condition?: unknown;
}

/** Catalog reads for one kind of member. */
interface MemberReads<Row extends Member> {
  /** Members of a list that the viewer sees. */
  list(viewer: Viewer, which: Which, page: PageRequest): Promise<{ rows: Row[]; total: number }>;
  /** Their number. */
  count(viewer: Viewer, which: Which): Promise<number>;
  /** Whether the viewer sees this member in a list. */
  has(viewer: Viewer, which: Which, memberId: string): Promise<boolean>;
  /** Number of visible members of each manual list. Omits lists without visible members. */
  countSeen(viewer: Viewer): Promise<ReadonlyMap<string, number>>;
  /** The first visible members of each of these lists, in list order. */
  listFirst(
    viewer: Viewer,
    which: { lists: readonly { id: string; ordered: boolean }[]; limit: number },
  ): Promise<ReadonlyMap<string, string[]>>;
  /** The subset of these ids that the viewer sees. */
  listVisible(viewer: Viewer, ids: readonly string[]): Promise<string[]>;
  /** The visible members with these ids, in the given order. */
  listByIds(viewer: Viewer, ids: readonly string[]): Promise<Row[]>;
  /** The smallest set of series that determines who can see any of these members. */
  findWitnesses(ids: readonly string[]): Promise<string[]>;
  visibleSeries(viewer: Viewer, seriesIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface ListNames {
  /** `collection` or `read list`. */
  one: string;
  /** Name of the unique constraint on names. */
  nameKey: string;
  write: Permission;
}

export interface ListDependencies<Row extends Member> {
  database: Database;
  tables: ListTables;
  members: MemberReads<Row>;
  words: ListNames;
  publish(change: ListChange): void;
  clock: Clock;
}
