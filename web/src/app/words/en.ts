// Words of the frame around the pages.
export const en = {
  toContent: 'To the content',
  openMenu: 'Open the menu',
  closeMenu: 'Close the menu',
  places: 'Places',
  home: 'Home',
  allSeries: 'All series',
  libraries: 'Libraries',
  addLibrary: 'Add a library',
  search: 'Search ( / )',
  searchSeries: 'Search series',
  accountOf: 'Account of {name}',
  lightColours: 'Light colours',
  darkColours: 'Dark colours',
  anotherAccount: 'Another account',
  signOut: 'Sign out',
} as const;
