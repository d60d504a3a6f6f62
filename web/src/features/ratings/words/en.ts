// Words about ratings.
export const en = {
  yours: 'Your rating',
  stars: '{count, plural, one {# star} other {# stars}}',
  none: 'Not rated',
  takeBack: 'Take the rating back',
  average: '{average} on average of {count, plural, one {# rating} other {# ratings}}',
  rated: 'Rated {stars}',
  takenBack: 'Rating taken back',
  note: 'Your note',
  noteHint: 'Nobody else sees it.',
  addNote: 'Add a note',
  changeNote: 'Change the note',
  noteSaved: 'Note saved',
  save: 'Save',
  cancel: 'Cancel',
} as const;
