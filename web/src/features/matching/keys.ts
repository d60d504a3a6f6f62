// The queries that a match invalidates.
export const matchKeys = [['match'], ['series'], ['books'], ['facets']] as const;
