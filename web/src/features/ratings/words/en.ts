// Words about ratings.
export const en = {
  yours: 'Your rating',
  stars: '{count, plural, one {# star} other {# stars}}',
  none: 'Not rated',
  takeBack: 'Take the rating back',
  average: '{average} on average of {count, plural, one {# rating} other {# ratings}}',
  rated: 'Rated {stars}',
  takenBack: 'Rating taken back',
} as const;
