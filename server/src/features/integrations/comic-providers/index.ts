// Comic providers.
export { comicVine } from './comic-vine/index.ts';
export { metron } from './metron/index.ts';
