// calibre, and Calibre-Web, which uses a calibre library.
export { isCalibre, readCalibre, readUsers, type ServerUser } from './calibre/index.ts';
export { type AppRows, readApp, toFolders } from './calibre-web/app.ts';
export { isCalibreWeb, readCalibreWeb } from './calibre-web/index.ts';
