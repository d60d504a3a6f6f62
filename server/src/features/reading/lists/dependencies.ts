// The dependencies of collections and read lists, and what differs between the two.
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
  /** Of its cover; null until that is drawn. */
  thumbHash: string | null;
}

/** What the catalog knows of the members of one kind. */
interface MemberReads<Row extends Member> {
  /** Members of a list as the viewer sees them. */
  list(
    viewer: Viewer,
    which: { memberOf?: { id: string; ordered: boolean }; condition?: unknown },
    page: PageRequest,
  ): Promise<{ rows: Row[]; total: number }>;
  /** Members of each list that is not automatic, as far as the viewer sees them; lists without any are left out. */
  countSeen(viewer: Viewer): Promise<ReadonlyMap<string, number>>;
  /** The first members of each of these lists, in its order, as far as the viewer sees them. */
  listFirst(
    viewer: Viewer,
    which: { lists: readonly { id: string; ordered: boolean }[]; limit: number },
  ): Promise<ReadonlyMap<string, string[]>>;
  /** Of these ids those that the viewer sees. */
  listVisible(viewer: Viewer, ids: readonly string[]): Promise<string[]>;
  /** The members of these ids that the viewer sees, in their order. */
  listByIds(viewer: Viewer, ids: readonly string[]): Promise<Row[]>;
  /** The fewest series from which it follows who sees any of these members. */
  findWitnesses(ids: readonly string[]): Promise<string[]>;
  visibleSeries(viewer: Viewer, seriesIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface ListNames {
  /** `collection`, `read list`. */
  one: string;
  /** Name of the unique constraint. */
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
