// Covers of lists: the selected uploaded cover, otherwise a mosaic of the covers of the first members.
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CoverTable } from '#schema/tables/libraries/cover.ts';
import type { Member } from './dependencies.ts';
import type { ListService } from './service.ts';
import { mosaicSize } from './thumb-hashes.ts';

export type ListKind = 'collection' | 'readList';

type Within = (tx: Tx) => Promise<void>;

/** Storage of uploaded covers of any owner. */
export interface UploadedCovers {
  /** Stores a cover. `select` selects it, and calls `insert` in the same transaction. */
  keep(
    owner: ListKind,
    id: string,
    bytes: Uint8Array,
    select: (row: CoverTable, insert: Within) => Promise<void>,
  ): Promise<CoverTable>;
  discard(coverId: string, within?: Db): Promise<void>;
  /** Call after the row was deleted. */
  forget(coverId: string): Promise<void>;
  /** Throws `not_found`. */
  find(owner: ListKind, id: string, coverId: string): Promise<CoverTable>;
  list(owner: ListKind, id: string): Promise<CoverTable[]>;
  send(cover: CoverTable): Promise<BytesAnswer>;
  sendSmall(coverId: string): Promise<BytesAnswer | undefined>;
}

interface ListCover extends Pick<CoverTable, 'id' | 'mediaType' | 'width' | 'height' | 'fileSize'> {
  isSelected: boolean;
}

interface Dependencies<Row extends Member> {
  owner: ListKind;
  service: ListService<Row>;
  covers: UploadedCovers;
  findMosaic(viewer: Viewer, ids: readonly string[]): Promise<BytesAnswer | undefined>;
}

const firstFour = { page: 1, pageSize: mosaicSize };

export class ListCovers<Row extends Member = Member> {
  readonly #deps: Dependencies<Row>;

  constructor(deps: Dependencies<Row>) {
    this.#deps = deps;
  }

  async list(viewer: Viewer, id: string): Promise<ListCover[]> {
    const { owner, service, covers } = this.#deps;
    const selected = await service.coverOf(viewer, id);
    return (await covers.list(owner, id)).map((row) => toCover(row, selected));
  }

  async upload(viewer: Viewer, id: string, bytes: Uint8Array): Promise<ListCover> {
    const { owner, service, covers } = this.#deps;
    await service.coverOf(viewer, id);
    const row = await covers.keep(owner, id, bytes, (upload, insert) =>
      service.setCover(viewer, id, { coverId: upload.id, within: insert }),
    );
    return toCover(row, row.id);
  }

  async select(viewer: Viewer, id: string, coverId: string): Promise<void> {
    const { owner, service, covers } = this.#deps;
    await service.coverOf(viewer, id);
    const row = await covers.find(owner, id, coverId);
    await service.setCover(viewer, id, { coverId: row.id });
  }

  /** Deletes a cover. If it was selected, the list shows the covers of its members again. */
  async remove(viewer: Viewer, id: string, coverId: string): Promise<void> {
    const { owner, service, covers } = this.#deps;
    const selected = await service.coverOf(viewer, id);
    const row = await covers.find(owner, id, coverId);
    const wasSelected = selected === row.id;
    const within = (tx: Tx) => covers.discard(row.id, tx);
    if (wasSelected) await service.setCover(viewer, id, { coverId: null, within, removed: { wasSelected } });
    else await covers.discard(row.id);
    await covers.forget(row.id);
    if (!wasSelected) service.publishRemovedCover(id);
  }

  async sendImage(viewer: Viewer, id: string, coverId: string): Promise<BytesAnswer> {
    const { owner, service, covers } = this.#deps;
    await service.coverOf(viewer, id);
    return covers.send(await covers.find(owner, id, coverId));
  }

  /** Undefined if there is none. */
  async findThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer | undefined> {
    const { service, covers, findMosaic } = this.#deps;
    const coverId = await service.coverOf(viewer, id);
    const chosen = coverId === null ? undefined : await covers.sendSmall(coverId);
    if (chosen) return chosen;
    const { rows } = await service.members(viewer, id, firstFour);
    return findMosaic(
      viewer,
      rows.map((row) => row.id),
    );
  }

  /** Throws `not_found` if there is none. */
  async sendThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer> {
    const found = await this.findThumbnail(viewer, id);
    if (!found) throw notFound('thumbnail');
    return found;
  }
}

const toCover = ({ id, mediaType, width, height, fileSize }: CoverTable, selected: string | null) => ({
  id,
  mediaType,
  width,
  height,
  fileSize,
  isSelected: id === selected,
});
