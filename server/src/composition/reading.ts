// Reading: lists, ratings, annotations, filter presets, preferences.
import { createSharingTags } from '#features/identity/sharing-tags/index.ts';
import { createAnnotations } from '#features/reading/annotations/index.ts';
import { createFilterPresets } from '#features/reading/filter-presets/index.ts';
import { createFonts } from '#features/reading/fonts/index.ts';
import { createLists } from '#features/reading/lists/index.ts';
import { createLookups } from '#features/reading/lookups/index.ts';
import { createPreferences } from '#features/reading/preferences/index.ts';
import { createRatings } from '#features/reading/ratings/index.ts';
import { createReadListFiles } from '#features/reading/read-list-files/index.ts';
import { createReadingSessions } from '#features/reading/reading-sessions/index.ts';
import { createWantToRead } from '#features/reading/want-to-read/index.ts';
import type { Covers } from '#features/serving/covers/index.ts';
import type { Infrastructure } from './infrastructure.ts';

export function createReadingFeatures(
  { config, database, catalog, events, clock }: Infrastructure,
  covers: Covers,
) {
  const shared = { database, catalog, events, clock };
  const lists = createLists({
    ...shared,
    covers: covers.uploads,
    findMosaic: (type, viewer, ids) => covers.service.findMosaic(type, viewer, ids),
  });
  const presets = createFilterPresets(database, catalog, clock);
  const preferences = createPreferences(shared);
  const sharingTags = createSharingTags(database, catalog, events, clock);
  const ratings = createRatings(database, catalog, clock);
  const wishes = createWantToRead(database, catalog, clock);
  const sessions = createReadingSessions(database, catalog, clock);
  const annotations = createAnnotations(database, catalog, events, clock);
  const fonts = createFonts(shared);
  return {
    lists,
    presets: presets.service,
    preferences: preferences.service,
    sharingTags: sharingTags.service,
    ratings: ratings.service,
    wishes: wishes.service,
    sessions: sessions.service,
    annotations: annotations.service,
    fonts: fonts.service,
    routes: [
      ...sessions.routes,
      ...annotations.routes,
      ...lists.routes,
      ...createReadListFiles(catalog, lists.readLists).routes,
      ...wishes.routes,
      ...ratings.routes,
      ...preferences.routes,
      ...fonts.routes,
      ...createLookups({ config }).routes,
      ...sharingTags.routes,
      ...presets.routes,
    ],
  };
}
