// Plugin packages: download, contents, and their files on this server.
export { readFolder } from './in-place.ts';
export { readPackage } from './package-file.ts';
export { fetchPackage } from './registry.ts';
export { removeFiles, toDataFolder, unpackOnce } from './unpacked.ts';
