// Kinds of names that have pages. Does not import zod, so that the client can load it cheaply.

/** Term kinds (metadata-fields.ts), which are also the condition fields of their books and series. */
export const nameKinds = ['author', 'genre', 'tag', 'publisher', 'storyArc'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Nouns of the routes, and paths of the pages. */
export const nameNouns = {
  author: 'authors',
  genre: 'genres',
  tag: 'tags',
  publisher: 'publishers',
  storyArc: 'story-arcs',
} as const satisfies Record<NameKind, string>;
