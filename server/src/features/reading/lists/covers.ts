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

export interface ListCovers {
  list(viewer: Viewer, id: string): Promise<ListCover[]>;
  upload(viewer: Viewer, id: string, bytes: Uint8Array): Promise<ListCover>;
  select(viewer: Viewer, id: string, coverId: string): Promise<void>;
  /** Deletes a cover. If it was selected, the list shows the covers of its members again. */
  remove(viewer: Viewer, id: string, coverId: string): Promise<void>;
  sendImage(viewer: Viewer, id: string, coverId: string): Promise<BytesAnswer>;
  /** Undefined if there is none. */
  findThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer | undefined>;
  /** Throws `not_found` if there is none. */
  sendThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer>;
}

interface Dependencies<Row extends Member> {
  owner: ListKind;
  service: ListService<Row>;
  covers: UploadedCovers;
  findMosaic(viewer: Viewer, ids: readonly string[]): Promise<BytesAnswer | undefined>;
}

const firstFour = { page: 1, pageSize: mosaicSize };

export function createListCovers<Row extends Member>(deps: Dependencies<Row>): ListCovers {
  const { owner, service, covers, findMosaic } = deps;

  async function findThumbnail(viewer: Viewer, id: string): Promise<BytesAnswer | undefined> {
    const coverId = await service.coverOf(viewer, id);
    const chosen = coverId === null ? undefined : await covers.sendSmall(coverId);
    if (chosen) return chosen;
    const { rows } = await service.members(viewer, id, firstFour);
    return findMosaic(
      viewer,
      rows.map((row) => row.id),
    );
  }

  return {
    findThumbnail,
    async sendThumbnail(viewer, id) {
      const found = await findThumbnail(viewer, id);
      if (!found) throw notFound('thumbnail');
      return found;
    },
    async list(viewer, id) {
      const selected = await service.coverOf(viewer, id);
      return (await covers.list(owner, id)).map((row) => toCover(row, selected));
    },
    async upload(viewer, id, bytes) {
      await service.coverOf(viewer, id);
      const row = await covers.keep(owner, id, bytes, (upload, insert) =>
        service.setCover(viewer, id, upload.id, { within: insert }),
      );
      return toCover(row, row.id);
    },
    async select(viewer, id, coverId) {
      await service.coverOf(viewer, id);
      const row = await covers.find(owner, id, coverId);
      await service.setCover(viewer, id, row.id);
    },
    async remove(viewer, id, coverId) {
      const selected = await service.coverOf(viewer, id);
      const row = await covers.find(owner, id, coverId);
      const wasSelected = selected === row.id;
      const within = (tx: Tx) => covers.discard(row.id, tx);
      if (wasSelected) await service.setCover(viewer, id, null, { within, removed: { wasSelected } });
      else await covers.discard(row.id);
      await covers.forget(row.id);
      if (!wasSelected) service.publishRemovedCover(id);
    },
    async sendImage(viewer, id, coverId) {
      await service.coverOf(viewer, id);
      return covers.send(await covers.find(owner, id, coverId));
    },
  };
}

const toCover = ({ id, mediaType, width, height, fileSize }: CoverTable, selected: string | null) => ({
  id,
  mediaType,
  width,
  height,
  fileSize,
  isSelected: id === selected,
});
