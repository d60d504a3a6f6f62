// Files that a stranger gave: archives, unpacked, and records a line.
export { isArchive, isArchiveStart, unpackGiven } from './archive.ts';
export { atMost } from './at-most.ts';
export { readBytes, readLines } from './lines.ts';
