// Where metadata are written.

/** Nowhere, beside the files, or into them where their format can hold them. */
export const metadataWriting = ['off', 'sidecars', 'files'] as const;
export type MetadataWriting = (typeof metadataWriting)[number];
