// Removes trailing slashes of addresses and paths.
/** The text without trailing slashes. Takes linear time, also with runs of slashes elsewhere. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
