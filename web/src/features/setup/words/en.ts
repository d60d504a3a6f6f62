// Words of the first run.
export const en = {
  welcome: 'Welcome to Lectern',
  twoSteps: 'Two steps, and your books are on every device in the house.',
  you: 'You',
  administrator: 'The administrator',
  yourBooks: 'Your books',
  firstLibrary: 'The first library',
  next: 'Next',
  later: 'Later',
} as const;
