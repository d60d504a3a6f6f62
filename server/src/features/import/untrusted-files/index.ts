// Untrusted import files: archives and JSON lines.
export { isArchive, isArchiveStart, unpackGiven } from './archive.ts';
export { atMost } from './limit-length.ts';
export { measureFile, readBytes, readLines } from './lines.ts';
