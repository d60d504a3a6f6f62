// Names of the parts of an EPUB that is made: 0001, 0002 and so on.

/** Counted from 1. */
export const toFourDigits = (number: number): string => String(number).padStart(4, '0');
