// The queries that change with a match.
export const matchKeys = [['match'], ['series'], ['books'], ['facets']] as const;
