// Built-in trackers: each syncs users' lists with a service, using the users' accounts.
export { anilistTracking } from './anilist/index.ts';
export { hardcoverTracking } from './hardcover/index.ts';
export { mangabakaTracking } from './mangabaka/index.ts';
export { myanimelistTracking } from './myanimelist/index.ts';
