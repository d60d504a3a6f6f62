// Trackers that come with Lectern: each keeps the lists of users at a service, by their own accounts there.
export { anilistTracking } from './anilist/index.ts';
export { hardcoverTracking } from './hardcover/index.ts';
export { mangabakaTracking } from './mangabaka/index.ts';
export { myanimelistTracking } from './myanimelist/index.ts';
