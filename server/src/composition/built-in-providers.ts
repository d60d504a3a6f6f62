// The list of built-in providers. scripts/reference-pages/providers.ts documents them from it.
import { anilist } from '#features/providers/anilist/index.ts';
import { comicVine } from '#features/providers/comic-vine/index.ts';
import { googleBooks } from '#features/providers/google-books/index.ts';
import { hardcover } from '#features/providers/hardcover/index.ts';
import type { Provider } from '#features/providers/kit/index.ts';
import { mangabaka } from '#features/providers/mangabaka/index.ts';
import { mangaupdates } from '#features/providers/mangaupdates/index.ts';
import { metron } from '#features/providers/metron/index.ts';
import { openLibrary } from '#features/providers/open-library/index.ts';
import {
  anilistTracking,
  hardcoverTracking,
  mangabakaTracking,
  myanimelistTracking,
} from '#features/tracking/services/index.ts';

/** Metadata providers, then trackers. */
export const builtInProviders: readonly Provider[] = [
  anilist,
  mangabaka,
  mangaupdates,
  openLibrary,
  googleBooks,
  comicVine,
  metron,
  hardcover,
  anilistTracking,
  mangabakaTracking,
  myanimelistTracking,
  hardcoverTracking,
];
