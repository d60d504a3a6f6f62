// Manga and light novel providers.
export { anilist } from './anilist/index.ts';
export { mangabaka } from './mangabaka/index.ts';
export { mangaupdates } from './mangaupdates/index.ts';
