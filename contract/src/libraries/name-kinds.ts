// Kinds of names that have pages. Does not import zod, so that the client can load it cheaply.

/** Term kinds (metadata-fields.ts), which are also the condition fields of their books and series. */
export const nameKinds = ['author', 'genre', 'tag', 'publisher', 'storyArc'] as const;
export type NameKind = (typeof nameKinds)[number];
