// The provider cover that a book or series shows automatically: set, replaced and removed according to its providers,
// library settings and user choices.
import type { CoverPolicy } from '@lectern/contract/plugins/provider-values';
import { listOrders, type Provided, type ProviderOrder } from '#features/libraries/metadata-layers/index.ts';
import type { WantedCover } from '#features/serving/cover-choices/index.ts';
import type { CoverService, CoverState, ProvidedCover } from '#features/serving/covers/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type FetchDependencies, fetchPicture, type Offer, toUndecodable } from './fetching.ts';

export interface SettleDependencies extends FetchDependencies {
  database: Database;
  covers: CoverService;
  listProvided: Record<WantedCover['type'], (viewer: Viewer, id: string) => Promise<Provided[]>>;
}

/** Maximum number of covers to try if some cannot be downloaded. */
const maxTried = 3;

/** The first cover of each provider, in the provider order of the library. */
function toOffers(provided: readonly Provided[], { order }: ProviderOrder): Offer[] {
  const rank = ({ provider }: Provided) => {
    const at = order.indexOf(provider);
    return at < 0 ? order.length : at;
  };
  return provided
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(({ provider, name, covers = [] }) => {
      const [url] = covers;
      return url === undefined ? [] : [{ provider, name, url }];
    });
}

/** `waits` if a cover may become available later. */
export async function settle(
  deps: SettleDependencies,
  { type, id }: WantedCover,
  signal: AbortSignal,
): Promise<'done' | 'waits'> {
  const { covers, database } = deps;
  const found = await readAll(deps, { type, id });
  if (!found) return 'done';
  const { state, provided } = found;
  const isNamed = (cover: ProvidedCover) => provided.some(({ provider }) => provider === cover.provider);
  for (const cover of state.provided)
    if (!cover.isSelected && !isNamed(cover)) await covers.dropProvided(type, { id, coverId: cover.id });
  if (state.isByPerson) return 'done';
  const order = (await listOrders(database.db, [state.libraryId]))(state.libraryId);
  const isWanted = await isTaken(order.covers, state);
  const shown = state.provided.find(({ isSelected }) => isSelected);
  const offers = isWanted ? toOffers(provided, order).slice(0, maxTried) : [];
  if (offers.length === 0) {
    if (shown) await covers.dropProvided(type, { id, coverId: shown.id });
    return 'done';
  }
  return take(deps, { type, id, offers, state }, signal);
}

const isTaken = async (policy: CoverPolicy, { hasOwn }: CoverState): Promise<boolean> =>
  policy === 'preferred' || (policy === 'missing' && !(await hasOwn()));

/** Undefined if the book or series was deleted. */
async function readAll(
  { covers, listProvided }: SettleDependencies,
  { type, id }: Pick<WantedCover, 'type' | 'id'>,
) {
  try {
    return {
      state: await covers.readState(type, system, id),
      provided: await listProvided[type](system, id),
    };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

interface Taking extends Pick<WantedCover, 'type' | 'id'> {
  offers: readonly Offer[];
  state: CoverState;
}

/** The current cover stays until another one is decoded. */
async function take(
  deps: SettleDependencies,
  { type, id, offers, state }: Taking,
  signal: AbortSignal,
): Promise<'done' | 'waits'> {
  const { covers } = deps;
  const shown = state.provided.find(({ isSelected }) => isSelected);
  let isPassing = false;
  for (const offer of offers) {
    const stored = state.provided.find(({ url }) => url === offer.url);
    if (stored && stored === shown) return 'done';
    if (stored) await covers.showProvided(type, { id, coverId: stored.id });
    else {
      const tried = await tryToShow(deps, { type, id, offer }, signal);
      isPassing ||= tried === 'waits';
      if (tried === 'chosen') return 'done';
      if (tried !== 'shown') continue;
    }
    if (shown) await covers.dropProvided(type, { id, coverId: shown.id });
    return 'done';
  }
  return isPassing ? 'waits' : 'done';
}

async function tryToShow(
  deps: SettleDependencies,
  { type, id, offer }: Pick<WantedCover, 'type' | 'id'> & { offer: Offer },
  signal: AbortSignal,
): Promise<'shown' | 'none' | 'waits' | 'chosen'> {
  const bytes = await fetchPicture(deps, offer, signal);
  if (!(bytes instanceof Uint8Array)) return bytes.isPassing ? 'waits' : 'none';
  const from = { provider: offer.provider, providerName: offer.name, url: offer.url };
  try {
    await deps.covers.addProvided(type, system, { id, bytes, from, isShown: true });
    return 'shown';
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return 'chosen';
    toUndecodable(error, offer);
    return 'none';
  }
}
