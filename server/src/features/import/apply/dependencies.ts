// Services through which the import writes. The API uses the same services.
import type { Catalog } from '#catalog/catalog.ts';
import type { SharingTagService } from '#features/identity/sharing-tags/index.ts';
import type { Accounts, UserService } from '#features/identity/users/index.ts';
import type { FilterPresetService } from '#features/reading/filter-presets/index.ts';
import type { Lists } from '#features/reading/lists/index.ts';
import type { RatingService } from '#features/reading/ratings/index.ts';
import type { WishService } from '#features/reading/want-to-read/index.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { LecternImportServices } from './lectern/dependencies.ts';

export interface ImportServices extends LecternImportServices {
  catalog: Catalog;
  pool: WorkerPool;
  accounts: Accounts;
  users: UserService;
  tags: SharingTagService;
  lists: Lists;
  ratings: RatingService;
  wishes: WishService;
  presets: FilterPresetService;
}

export { type LocalIds, type Outcome, toOutcome } from '#features/import/snapshot/index.ts';
