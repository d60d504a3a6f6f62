// Reading and editing metadata, one or many, each change in one transaction: the same operations for books and series.
import type { Viewer } from '#infrastructure/access/viewer.ts';

/** What an edit does to the layers of one book or series; undefined when nothing. */
export type Edit<Metadata, Layers> = (current: Metadata, layers: Layers) => Layers | undefined;

interface AnyLayers {
  edits: object;
  locks: object;
}

/** What differs between books and series. */
export interface MetadataKind<Row, Metadata, Patch, Locks, Layers extends AnyLayers> {
  /** Throws not_found. */
  getRow(viewer: Viewer, id: string): Promise<Row>;
  /** Ids that the viewer may not see are passed over. */
  listRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]>;
  read(row: Row): Promise<Metadata>;
  /** Applies the edit in one transaction and publishes what changed; returns how many did. */
  editRows(rows: readonly Row[], edit: Edit<Metadata, Layers>): Promise<number>;
  applyPatch(current: Metadata, layers: Layers, patch: Patch): Layers | undefined;
  applyLocks(current: Metadata, layers: Layers, locks: Locks): Layers | undefined;
  /** A patch that clears the fields that it does not name. */
  toWhole(patch: Patch, current: Metadata): Patch;
  noLayers: Layers;
}

export interface MetadataService<Metadata, Patch, Locks> {
  get(viewer: Viewer, id: string): Promise<Metadata>;
  update(viewer: Viewer, id: string, patch: Patch): Promise<Metadata>;
  /** Every field: what is absent is cleared. */
  replace(viewer: Viewer, id: string, patch: Patch): Promise<Metadata>;
  reset(viewer: Viewer, id: string): Promise<Metadata>;
  setLocks(viewer: Viewer, id: string, locks: Locks): Promise<Metadata>;
  /** Ids that the viewer may not see are passed over. Returns how many changed. */
  updateMany(viewer: Viewer, ids: readonly string[], toPatch: (current: Metadata) => Patch): Promise<number>;
  setLocksOfMany(viewer: Viewer, ids: readonly string[], locks: Locks): Promise<number>;
}

type ReadsAndEdits<Row, Metadata, Layers extends AnyLayers> = Pick<
  MetadataKind<Row, Metadata, never, never, Layers>,
  'getRow' | 'read' | 'editRows'
>;

export async function editOne<Row, Metadata, Layers extends AnyLayers>(
  kind: ReadsAndEdits<Row, Metadata, Layers>,
  viewer: Viewer,
  id: string,
  edit: Edit<Metadata, Layers>,
): Promise<Metadata> {
  await kind.editRows([await kind.getRow(viewer, id)], edit);
  return kind.read(await kind.getRow(viewer, id));
}

export const createMetadataService = <Row, Metadata, Patch, Locks, Layers extends AnyLayers>(
  kind: MetadataKind<Row, Metadata, Patch, Locks, Layers>,
): MetadataService<Metadata, Patch, Locks> => ({
  get: async (viewer, id) => kind.read(await kind.getRow(viewer, id)),
  update: (viewer, id, patch) =>
    editOne(kind, viewer, id, (current, layers) => kind.applyPatch(current, layers, patch)),
  replace: (viewer, id, patch) =>
    editOne(kind, viewer, id, (current, layers) =>
      kind.applyPatch(current, layers, kind.toWhole(patch, current)),
    ),
  reset: (viewer, id) =>
    editOne(kind, viewer, id, (_, { edits, locks }) =>
      Object.keys({ ...edits, ...locks }).length > 0 ? kind.noLayers : undefined,
    ),
  setLocks: (viewer, id, locks) =>
    editOne(kind, viewer, id, (current, layers) => kind.applyLocks(current, layers, locks)),
  updateMany: async (viewer, ids, toPatch) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), (current, layers) =>
      kind.applyPatch(current, layers, toPatch(current)),
    ),
  setLocksOfMany: async (viewer, ids, locks) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), (current, layers) =>
      kind.applyLocks(current, layers, locks),
    ),
});
