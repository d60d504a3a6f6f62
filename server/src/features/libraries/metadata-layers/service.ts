// Reads and edits the metadata of one or more books or series, each change in one transaction.
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { ClientValues } from './client-values.ts';
import type { Provided } from './provided.ts';

/** Computes the new layers of one book or series; undefined for no change. */
export type Edit<Metadata, Layers> = (current: Metadata, layers: Layers, id: string) => Layers | undefined;

interface AnyLayers {
  edits: object;
  locks: object;
  provided: Provided[];
}

/** Operations that differ between books and series. */
export interface MetadataKind<Row extends { id: string }, Metadata, Patch, Locks, Layers extends AnyLayers> {
  /** Throws `not_found`. */
  getRow(viewer: Viewer, id: string): Promise<Row>;
  /** Skips ids that the viewer may not see. */
  listRows(viewer: Viewer, ids: readonly string[]): Promise<Row[]>;
  read(row: Row): Promise<Metadata>;
  /** In the order of the rows, with the same statements for any number of rows. */
  readAll(rows: readonly Row[]): Promise<Metadata[]>;
  readProvided(row: Row): Promise<Provided[]>;
  /** Applies the edit in one transaction and publishes events. Returns the number of changed rows. */
  editRows(rows: readonly Row[], edit: Edit<Metadata, Layers>): Promise<number>;
  /** Provider metadata of deleted rows. It applies again when they return. */
  listHidden(ids: readonly string[]): Promise<{ id: string; provided: Provided[] }[]>;
  saveHidden(id: string, provided: readonly Provided[]): Promise<void>;
  applyPatch(current: Metadata, layers: Layers, patch: Patch): Layers | undefined;
  applyLocks(current: Metadata, layers: Layers, locks: Locks): Layers | undefined;
  applyClientValues(
    current: Metadata,
    layers: Layers,
    values: ClientValues<Patch, FieldOf<Locks>>,
  ): Layers | undefined;
  /** Completes a patch so that it clears the fields it does not contain. */
  toWhole(patch: Patch, current: Metadata): Patch;
  /** Removes all edits and locks. */
  withoutEdits(layers: Layers): Layers;
}

type FieldOf<Locks> = Extract<keyof Locks, string>;

export interface MetadataService<Metadata, Patch, Locks> {
  get(viewer: Viewer, id: string): Promise<Metadata>;
  /** Skips ids that the viewer may not see. */
  getMany(viewer: Viewer, ids: readonly string[]): Promise<Metadata[]>;
  update(viewer: Viewer, id: string, patch: Patch): Promise<Metadata>;
  /** Sets every field; omitted fields are cleared. */
  replace(viewer: Viewer, id: string, patch: Patch): Promise<Metadata>;
  reset(viewer: Viewer, id: string): Promise<Metadata>;
  setLocks(viewer: Viewer, id: string, locks: Locks): Promise<Metadata>;
  /** For clients that decide per field whether it is locked. */
  updateByClient(viewer: Viewer, id: string, values: ClientValues<Patch, FieldOf<Locks>>): Promise<Metadata>;
  /** Skips ids that the viewer may not see. Returns the number of changed rows. */
  updateMany(viewer: Viewer, ids: readonly string[], toPatch: (current: Metadata) => Patch): Promise<number>;
  /** Applies the patch of each id. Skips ids that the viewer may not see. Returns the number of changed rows. */
  updateEach(viewer: Viewer, patches: ReadonlyMap<string, Patch>): Promise<number>;
  setLocksOfMany(viewer: Viewer, ids: readonly string[], locks: Locks): Promise<number>;
  /** Metadata of each provider. */
  listProvided(viewer: Viewer, id: string): Promise<Provided[]>;
  /**
   * Changes provider metadata; a row for which `change` returns undefined is left unchanged. Returns the number of
   * changed rows.
   */
  provide(viewer: Viewer, ids: readonly string[], change: ChangeProvided): Promise<number>;
  /** Like `provide`, but includes rows that are hidden because their files are missing. */
  provideEverywhere(ids: readonly string[], change: ChangeProvided): Promise<number>;
  /** Recomputes the effective values after the provider order changed. */
  remerge(viewer: Viewer, ids: readonly string[]): Promise<number>;
}

export type ChangeProvided = (provided: readonly Provided[], id: string) => Provided[] | undefined;

type ReadsAndEdits<Row extends { id: string }, Metadata, Layers extends AnyLayers> = Pick<
  MetadataKind<Row, Metadata, never, never, Layers>,
  'getRow' | 'read' | 'editRows'
>;

export async function editOne<Row extends { id: string }, Metadata, Layers extends AnyLayers>(
  kind: ReadsAndEdits<Row, Metadata, Layers>,
  viewer: Viewer,
  id: string,
  edit: Edit<Metadata, Layers>,
): Promise<Metadata> {
  await kind.editRows([await kind.getRow(viewer, id)], edit);
  return kind.read(await kind.getRow(viewer, id));
}

const toEdit =
  (change: ChangeProvided) =>
  <Layers extends AnyLayers>(_: unknown, layers: Layers, id: string): Layers | undefined => {
    const provided = change(layers.provided, id);
    return provided && { ...layers, provided };
  };

export const createMetadataService = <
  Row extends { id: string },
  Metadata,
  Patch,
  Locks,
  Layers extends AnyLayers,
>(
  kind: MetadataKind<Row, Metadata, Patch, Locks, Layers>,
): MetadataService<Metadata, Patch, Locks> => ({
  get: async (viewer, id) => kind.read(await kind.getRow(viewer, id)),
  getMany: async (viewer, ids) => kind.readAll(await kind.listRows(viewer, [...new Set(ids)])),
  update: (viewer, id, patch) =>
    editOne(kind, viewer, id, (current, layers) => kind.applyPatch(current, layers, patch)),
  replace: (viewer, id, patch) =>
    editOne(kind, viewer, id, (current, layers) =>
      kind.applyPatch(current, layers, kind.toWhole(patch, current)),
    ),
  reset: (viewer, id) =>
    editOne(kind, viewer, id, (_, layers) =>
      Object.keys({ ...layers.edits, ...layers.locks }).length > 0 ? kind.withoutEdits(layers) : undefined,
    ),
  setLocks: (viewer, id, locks) =>
    editOne(kind, viewer, id, (current, layers) => kind.applyLocks(current, layers, locks)),
  updateByClient: (viewer, id, values) =>
    editOne(kind, viewer, id, (current, layers) => kind.applyClientValues(current, layers, values)),
  updateMany: async (viewer, ids, toPatch) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), (current, layers) =>
      kind.applyPatch(current, layers, toPatch(current)),
    ),
  updateEach: async (viewer, patches) =>
    kind.editRows(await kind.listRows(viewer, [...patches.keys()]), (current, layers, id) => {
      const patch = patches.get(id);
      return patch && kind.applyPatch(current, layers, patch);
    }),
  setLocksOfMany: async (viewer, ids, locks) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), (current, layers) =>
      kind.applyLocks(current, layers, locks),
    ),
  listProvided: async (viewer, id) => kind.readProvided(await kind.getRow(viewer, id)),
  provide: async (viewer, ids, change) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), toEdit(change)),
  async provideEverywhere(ids, change) {
    const rows = await kind.listRows(system, [...new Set(ids)]);
    const changed = await kind.editRows(rows, toEdit(change));
    const shown = new Set(rows.map(({ id }) => id));
    for (const { id, provided } of await kind.listHidden(ids.filter((id) => !shown.has(id)))) {
      const wanted = change(provided, id);
      if (wanted) await kind.saveHidden(id, wanted);
    }
    return changed;
  },
  remerge: async (viewer, ids) =>
    kind.editRows(await kind.listRows(viewer, [...new Set(ids)]), (_, layers) => layers),
});
