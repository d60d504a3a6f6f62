// Provider covers: stored like uploaded covers, and shown if no user has selected another cover.
import type { Cover } from '@lectern/contract/serving/covers';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import { shrink } from '../thumbnails/index.ts';
import type { CoverDependencies } from './dependencies.ts';
import { getEntity, sendBuiltIn, type WhichCover } from './entities.ts';
import { findThumbnail, select, toUploaded } from './service.ts';
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

/** Larger provider covers are scaled down and stored as JPEG. */
const kept = { maxWidth: 2_400, maxHeight: 3_600, quality: 90 };
const keptBytes = 4 * 1024 ** 2;

export async function readState(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  id: string,
): Promise<CoverState> {
  const { libraryId, sources, selected } = await getEntity(deps, type, viewer, id);
  const rows = await store.list(deps.database.db, type, id);
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
  const known = await deps.choices.find(deps.database.db, { type, id });
  return {
    libraryId,
    isByPerson: known ?? selected !== sources[0],
    provided,
    hasOwn: () => hasOwn(deps, type, { id, source: sources[0], isShown: selected === sources[0] }),
  };
}

async function hasOwn(
  deps: CoverDependencies,
  type: EntityType,
  { id, source, isShown }: { id: string; source: string; isShown: boolean },
): Promise<boolean> {
  try {
    const asked = { id, version: undefined };
    if (isShown) return (await findThumbnail(deps, type, system, asked)) !== undefined;
    await sendBuiltIn(deps, type, system, { ...asked, coverId: source });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false;
    throw error;
  }
}

export interface NewProvidedCover {
  id: string;
  bytes: Uint8Array;
  from: FromProvider;
  /** Selects the cover. */
  isShown: boolean;
}

/**
 * Throws `unsupported_media_type` or `validation_failed` for data that is not an image, and `conflict` if a user has
 * selected another cover.
 */
export async function addProvided(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, bytes, from, isShown }: NewProvidedCover,
): Promise<Cover> {
  const entity = await getEntity(deps, type, viewer, id);
  const whole = await checkUpload(deps, type, id, bytes);
  const { width, height, fileSize } = whole.row;
  const isLarge = width > kept.maxWidth || height > kept.maxHeight || fileSize > keptBytes;
  const upload = isLarge ? await checkUpload(deps, type, id, await reduce(deps, bytes)) : whole;
  const row = { ...upload.row, ...from };
  const insert = async (tx: Tx) => {
    // A user may have selected a cover while this one was fetched.
    if (isShown && (await deps.choices.find(tx, { type, id }))) throw conflict(reason('cover_chosen'));
    await insertUpload(tx, { ...upload, row });
  };
  if (isShown) await select(deps, type, entity, { coverId: row.id, by: 'nobody', within: insert });
  else await deps.database.transaction(insert);
  await keepSmall(deps, upload);
  return toUploaded(row, isShown ? row.id : entity.selected);
}

const reduce = async (deps: CoverDependencies, bytes: Uint8Array): Promise<Uint8Array> =>
  (await shrink(deps, bytes, { pool: 'background', urgency: 0, box: { ...deps.box, ...kept } })).bytes;

/** Selects an existing provider cover if no user has selected another cover. */
export async function showProvided(
  deps: CoverDependencies,
  type: EntityType,
  { id, coverId }: WhichCover,
): Promise<void> {
  await select(deps, type, await getEntity(deps, type, system, id), { coverId, by: 'nobody' });
}

/** If the cover was selected, the default cover is selected. */
export async function dropProvided(
  deps: CoverDependencies,
  type: EntityType,
  { id, coverId }: WhichCover,
): Promise<void> {
  const entity = await getEntity(deps, type, system, id);
  const within = (tx: Tx) => store.remove(tx, coverId);
  if (entity.selected === coverId)
    await select(deps, type, entity, {
      coverId: entity.sources[0],
      by: 'nobody',
      within,
      removed: { wasSelected: true },
    });
  else await store.remove(deps.database.db, coverId);
  await deps.small.remove(coverId);
}
