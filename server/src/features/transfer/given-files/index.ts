// Untrusted import files: archives and JSON lines.
export { isArchive, isArchiveStart, unpackGiven } from './archive.ts';
export { atMost } from './at-most.ts';
export { readBytes, readLines } from './lines.ts';
