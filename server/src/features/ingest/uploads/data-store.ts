// The data store of the tus library, for one caller.
import type { Readable } from 'node:stream';
import { DataStore, Metadata, Upload } from '@tus/server';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound, Problem, reason } from '#infrastructure/errors.ts';
import { createUpload, hourMs } from './creating.ts';
import type { Leases } from './leases.ts';
import { publish } from './publishing.ts';
import { receive, removePart } from './receiving.ts';
import * as store from './store.ts';
import type { Root, UploadDependencies } from './targets.ts';

export interface StoreDependencies extends UploadDependencies {
  leases: Leases;
}

/** Throws `not_found` for uploads of other users, and in libraries that the viewer can no longer see. */
export async function getRow(
  { database, catalog }: StoreDependencies,
  viewer: Viewer,
  id: string,
): Promise<store.UploadRow> {
  const row = await store.find(database.db, viewer.userId, id);
  if (!row || !(await catalog.libraries.find(viewer, row.libraryId))) throw notFound('upload');
  return row;
}

/** Throws `gone` if the library no longer has the root. */
export async function getRoot({ libraries }: StoreDependencies, row: store.UploadRow): Promise<Root> {
  const library = await libraries.findLibrary(row.libraryId);
  const root = library?.roots.find(({ id }) => id === row.rootId);
  if (!root) throw new Problem('gone', reason('upload_gone'));
  return root;
}

/** Received bytes in a missing or inaccessible folder remain there. */
function ignoreProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

export class UploadStore extends DataStore {
  readonly #deps: StoreDependencies;
  readonly #viewer: Viewer;

  constructor(deps: StoreDependencies, viewer: Viewer) {
    super();
    this.#deps = deps;
    this.#viewer = viewer;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  /** Runs before the lock is taken, because the lock is part of the row. */
  async begin({ id, size, metadata = {} }: Upload): Promise<void> {
    if (size === undefined) throw new Problem('validation_failed', reason('upload_needs_length'));
    if (!Number.isSafeInteger(size)) throw new Problem('payload_too_large', reason('upload_beyond'));
    await createUpload(this.#deps, this.#viewer, { id, sizeBytes: size, metadata });
    // An empty file is complete immediately.
    if (size === 0) await this.#deps.leases.hold(id, (lease) => this.#append(id, lease, undefined));
  }

  override async getUpload(id: string): Promise<Upload> {
    let row = await getRow(this.#deps, this.#viewer, id);
    if (row.state === 'failed') throw new Problem('gone', reason('upload_over'));
    const { expiresAt, sizeBytes: size } = row;
    if (row.state === 'receiving' && row.receivedBytes === size && size > 0) {
      await this.#publish(row);
      row = await getRow(this.#deps, this.#viewer, id);
    }
    if (row.state === 'receiving' && expiresAt < this.#deps.clock())
      throw new Problem('gone', reason('upload_over'));
    const creation = new Date(expiresAt - this.getExpiration()).toISOString();
    const metadata = row.metadata === '' ? undefined : Metadata.parse(row.metadata);
    return new Upload({
      id,
      size,
      offset: row.receivedBytes,
      creation_date: creation,
      ...(metadata && { metadata }),
    });
  }

  override async write(stream: Readable, id: string): Promise<number> {
    return this.#append(id, this.#deps.leases.get(id), stream);
  }

  override async remove(id: string): Promise<void> {
    const row = await getRow(this.#deps, this.#viewer, id);
    const root = await getRoot(this.#deps, row).catch(() => undefined);
    if (root && row.state === 'receiving') await removePart(this.#deps, root, id).catch(ignoreProblem);
    await store.remove(this.#deps.database.db, id);
  }

  override getExpiration(): number {
    return this.#deps.config.uploads.keepHours * hourMs;
  }

  async #append(id: string, lease: ReturnType<Leases['get']>, stream: Readable | undefined): Promise<number> {
    const row = await getRow(this.#deps, this.#viewer, id);
    if (row.state !== 'receiving') return row.receivedBytes;
    const root = await getRoot(this.#deps, row);
    const receivedBytes = await receive(this.#deps, { row, root, lease }, stream);
    if (receivedBytes === row.sizeBytes)
      await publish(this.#deps, { row: { ...row, receivedBytes }, root, lease });
    return receivedBytes;
  }

  async #publish(row: store.UploadRow): Promise<void> {
    await publish(this.#deps, {
      row,
      root: await getRoot(this.#deps, row),
      lease: this.#deps.leases.get(row.id),
    });
  }
}
