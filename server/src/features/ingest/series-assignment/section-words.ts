// Words for parts of a story that are not markers of volumes, chapters or seasons.

/** Folded words before the number of a part: "Year 2", "Arc 3". */
export const sectionWords: ReadonlySet<string> = new Set(
  'year arc act cycle phase stage series serie reihe zyklus jahr annee'.split(' '),
);
