// Where the program's files lie. It runs from its sources (server/src) and as scripts/build-server.mjs builds it
// (server/dist, all files in one folder).
import { fileURLToPath } from 'node:url';

const isBuilt = import.meta.url.endsWith('.js');

/** The folder that holds `server`, `web` and `node_modules`; ends with a slash. */
export const programFolder = new URL(isBuilt ? '../../' : '../../../', import.meta.url);

const parent = new URL('..', programFolder);

/** Where npm has put the packages: beside the program's own folder when that is one of them. */
export const packagesFolder = parent.pathname.endsWith('/node_modules/')
  ? parent
  : new URL('node_modules/', programFolder);

/** The path of a guide, such as `guides/reverse-proxy.md`. Packages bring the guides. */
export const toGuide = (name: string): string => fileURLToPath(new URL(`docs/${name}`, programFolder));

/** A module that runs in a process or thread of its own. `path` is that of its source below server/src. */
export const toEntry = (path: string): URL =>
  new URL(isBuilt ? path.replace(/^.*[/]/, './').replace(/ts$/, 'js') : `../${path}`, import.meta.url);

/** A file of a package that is sent as it is, such as `swagger-ui-dist/swagger-ui.css`. A built program holds a copy. */
export const toPackageFile = (path: string): URL =>
  new URL(isBuilt ? `./${path}` : import.meta.resolve(path), import.meta.url);
