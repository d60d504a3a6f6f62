// Addresses and paths without the slashes that somebody put at their end.
/** The text without the slashes at its end. Linear: a run of slashes elsewhere is looked at once. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
