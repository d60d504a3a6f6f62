// Providers of series and issues of comics.
export { comicVine } from './comic-vine/index.ts';
export { metron } from './metron/index.ts';
