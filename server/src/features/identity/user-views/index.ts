// Lists of another user's library, computed by the visibility rules of all reads. Not a session of that user.
import { userViews as contract } from '@lectern/contract/identity/user-views';
import type { Catalog } from '#catalog/catalog.ts';
import { toSeriesDto } from '#catalog/series/series-dto.ts';
import type { Accounts } from '#features/identity/users/index.ts';
import { requireAuthority } from '#infrastructure/access/authority.ts';
import {
  limitToLibrary,
  requirePermission,
  toSeriesRule,
  type Viewer,
  visibleLibraries,
} from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { answerPage, boundPage } from '#infrastructure/http/routes/pagination.ts';
import { nilId } from '#infrastructure/ids.ts';
import { narrow } from './narrow.ts';

export function createUserViewRoutes(catalog: Catalog, accounts: Accounts): MountedRoute[] {
  /** Returns a viewer with the restrictions of both, and without reading data. */
  async function toView(viewer: Viewer, id: string): Promise<Viewer> {
    const account = await accounts.find(id);
    if (!account) throw notFound('user');
    requireAuthority(viewer, id, account);
    const theirs = {
      libraryIds: visibleLibraries(account.sharedLibraryIds),
      seriesRule: toSeriesRule(account),
    };
    return { ...viewer, userId: nilId, ...narrow(viewer, theirs) };
  }

  return implement(contract, {
    async libraries({ viewer, params }) {
      const view = await toView(viewer, params.id);
      const [ids, counts, known] = await Promise.all([
        catalog.libraries.visibleIds(view),
        catalog.visibility.countByLibrary(view),
        catalog.libraries.all(),
      ]);
      return ids.map((id) => ({
        id,
        name: known.get(id)?.name ?? '',
        seriesCount: counts.get(id)?.seriesCount ?? 0,
        bookCount: counts.get(id)?.bookCount ?? 0,
      }));
    },

    async series(call) {
      const { viewer, params, query } = call;
      requirePermission(viewer, 'series:read');
      const view = await toView(viewer, params.id);
      const scope = query.libraryId === undefined ? view : limitToLibrary(view, query.libraryId);
      const found = await catalog.series.list(scope, { page: boundPage(query) });
      return answerPage({ ...call, viewer: scope }, found, toSeriesDto);
    },
  });
}
