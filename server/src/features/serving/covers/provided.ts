// Provider covers: stored like uploaded covers, and shown if no user has selected another cover.
import type { Cover } from '@lectern/contract/serving/covers';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import { shrink } from '../thumbnails/index.ts';
import type { CoverDependencies } from './dependencies.ts';
import { getEntity, sendBuiltIn, type WhichCover } from './entities.ts';
import { type SelectedCovers, toUploaded } from './service.ts';
import type { EntityType } from './store.ts';
import * as store from './store.ts';
import { checkUpload, type FromProvider, insertUpload, keepSmall } from './uploads.ts';

export interface ProvidedCover extends FromProvider {
  id: string;
  isSelected: boolean;
}

export interface CoverState {
  libraryId: string;
  /** Whether a user has selected the cover. */
  isByPerson: boolean;
  /** Provider covers stored on this server. */
  provided: ProvidedCover[];
  /** Whether there is a cover other than uploads and provider covers. */
  hasOwn(): Promise<boolean>;
}

/** A picture next to the files of a book, or in the folder of a series. */
interface BesideCover {
  id: string;
  name: string;
  stamp: string;
  bytes: Uint8Array;
}

/** Larger provider covers are scaled down and stored as JPEG. */
const kept = { maxWidth: 2_400, maxHeight: 3_600, quality: 90 };
const keptBytes = 4 * 1024 ** 2;

export class ProvidedCovers {
  readonly #deps: CoverDependencies;
  readonly #covers: SelectedCovers;

  constructor(deps: CoverDependencies, covers: SelectedCovers) {
    this.#deps = deps;
    this.#covers = covers;
  }

  async readState(type: EntityType, viewer: Viewer, id: string): Promise<CoverState> {
    const { libraryId, sources, selected } = await getEntity(this.#deps, type, viewer, id);
    const rows = await store.list(this.#deps.database.db, type, id);
    const provided = rows.flatMap(({ id: coverId, provider, providerName, url }): ProvidedCover[] =>
      provider === null || provider === store.besideProvider || url === null
        ? []
        : [
            {
              id: coverId,
              provider,
              providerName: providerName ?? provider,
              url,
              isSelected: coverId === selected,
            },
          ],
    );
    const known = await this.#deps.choices.find(this.#deps.database.db, { type, id });
    return {
      libraryId,
      isByPerson: known ?? selected !== sources[0],
      provided,
      hasOwn: () => this.#hasOwn(type, { id, source: sources[0], isShown: selected === sources[0] }),
    };
  }

  /**
   * Throws `unsupported_media_type` or `validation_failed` for data that is not an image, and `conflict` if a user has
   * selected another cover.
   */
  async add(
    type: EntityType,
    viewer: Viewer,
    { id, bytes, from, isShown }: NewProvidedCover,
  ): Promise<Cover> {
    const entity = await getEntity(this.#deps, type, viewer, id);
    const whole = await checkUpload(this.#deps, type, id, bytes);
    const { width, height, fileSize } = whole.row;
    const isLarge = width > kept.maxWidth || height > kept.maxHeight || fileSize > keptBytes;
    const upload = isLarge ? await checkUpload(this.#deps, type, id, await this.#reduce(bytes)) : whole;
    const row = { ...upload.row, ...from };
    const insert = async (tx: Tx) => {
      // A user may have selected a cover while this one was fetched.
      if (isShown && (await this.#deps.choices.find(tx, { type, id })))
        throw conflict(reason('cover_chosen'));
      await insertUpload(tx, { ...upload, row });
    };
    if (isShown)
      await this.#covers.selectFor(type, entity, { coverId: row.id, by: 'nobody', within: insert });
    else await this.#deps.database.transaction(insert);
    await keepSmall(this.#deps, upload);
    return toUploaded(row, isShown ? row.id : entity.selected);
  }

  /** Selects an existing provider cover if no user has selected another cover. */
  async show(type: EntityType, { id, coverId }: WhichCover): Promise<void> {
    await this.#covers.selectFor(type, await getEntity(this.#deps, type, system, id), {
      coverId,
      by: 'nobody',
    });
  }

  /** If the cover was selected, the default cover is selected. */
  async drop(type: EntityType, { id, coverId }: WhichCover): Promise<void> {
    const entity = await getEntity(this.#deps, type, system, id);
    const within = (tx: Tx) => store.remove(tx, coverId);
    if (entity.selected === coverId)
      await this.#covers.selectFor(type, entity, {
        coverId: entity.sources[0],
        by: 'nobody',
        within,
        removed: { wasSelected: true },
      });
    else await store.remove(this.#deps.database.db, coverId);
    await this.#deps.small.remove(coverId);
  }

  /**
   * Replaces the cover from a picture next to the entity's files, and selects it unless a user has selected another
   * cover. It comes before provider covers.
   */
  async adoptBeside(type: EntityType, { id, name, stamp, bytes }: BesideCover): Promise<void> {
    const { isByPerson } = await this.readState(type, system, id);
    const rows = await store.list(this.#deps.database.db, type, id);
    const former = rows.filter(({ provider }) => provider === store.besideProvider);
    const url = store.toBesideUrl(stamp, bytes);
    const from = { provider: store.besideProvider, providerName: name, url };
    const same = former.find((row) => store.isSameBeside(row.url, url));
    if (same) return store.setSource(this.#deps.database.db, same.id, from);
    await this.add(type, system, { id, bytes, from, isShown: !isByPerson });
    for (const { id: coverId } of former) await this.drop(type, { id, coverId });
  }

  async #hasOwn(
    type: EntityType,
    { id, source, isShown }: { id: string; source: string; isShown: boolean },
  ): Promise<boolean> {
    try {
      const asked = { id, version: undefined };
      if (isShown) return (await this.#covers.findThumbnail(type, system, asked)) !== undefined;
      await sendBuiltIn(this.#deps, type, system, { ...asked, coverId: source });
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return false;
      throw error;
    }
  }

  async #reduce(bytes: Uint8Array): Promise<Uint8Array> {
    return (
      await shrink(this.#deps, bytes, { pool: 'background', urgency: 0, box: { ...this.#deps.box, ...kept } })
    ).bytes;
  }
}

export interface NewProvidedCover {
  id: string;
  bytes: Uint8Array;
  from: FromProvider;
  /** Selects the cover. */
  isShown: boolean;
}
