// Locations of the program's files. It runs from its sources (server/src) and as built by scripts/build-server.mjs
// (server/dist, all files in one folder).
import { fileURLToPath } from 'node:url';

const isBuilt = import.meta.url.endsWith('.js');

/** The folder that contains `server`, `web` and `node_modules`; ends with a slash. */
export const programFolder = new URL(isBuilt ? '../../' : '../../../', import.meta.url);

const parent = new URL('..', programFolder);

/** The folder of npm packages: next to the program's own folder if the program is an npm package itself. */
export const packagesFolder = parent.pathname.endsWith('/node_modules/')
  ? parent
  : new URL('node_modules/', programFolder);

/** The path of a guide, such as `guides/reverse-proxy.md`. Packages bring the guides. */
export const toGuide = (name: string): string => fileURLToPath(new URL(`docs/${name}`, programFolder));

/** Returns a module that runs in a separate process or thread. `path` is the path of its source below server/src. */
export const toEntry = (path: string): URL =>
  new URL(isBuilt ? path.replace(/^.*[/]/, './').replace(/ts$/, 'js') : `../${path}`, import.meta.url);

/**
 * Returns a file of a package that is used unchanged, such as `swagger-ui-dist/swagger-ui.css`. A built program
 * contains a copy.
 */
export const toPackageFile = (path: string): URL =>
  new URL(isBuilt ? `./${path}` : import.meta.resolve(path), import.meta.url);
