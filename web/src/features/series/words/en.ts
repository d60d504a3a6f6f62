// Words about a series wherever it is shown.
export const en = {
  bookCount: '{count, plural, one {# book} other {# books}}',
} as const;
