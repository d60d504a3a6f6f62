// Targets of metadata writing.

/** `off`, `sidecars` (separate files), or `files` (into files whose format supports it). */
export const metadataWriting = ['off', 'sidecars', 'files'] as const;
export type MetadataWriting = (typeof metadataWriting)[number];
