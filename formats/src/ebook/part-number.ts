// Names of the parts of a generated EPUB: 0001, 0002 and so on.

/** Formats a number, starting at 1, with at least four digits. */
export const toPartNumber = (number: number): string => String(number).padStart(4, '0');
