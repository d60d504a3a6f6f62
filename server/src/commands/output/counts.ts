// Numbers with their nouns in the output of commands.

/** `1 book`, `5,210 books`. `many` is for nouns whose plural is not formed with s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${inEnglish(count)} ${count === 1 ? one : many}`;

export const inEnglish = (count: number): string => count.toLocaleString('en');
