// Known long functions by path and name, with their number of statements. The list may only shrink. See
// long-functions.ts.
export const longFunctions: Readonly<Record<string, number>> = {};
