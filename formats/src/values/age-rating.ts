// Converts age ratings to ages in years.

// Ratings of ComicInfo 2.1 with the ages that readers commonly assign, then MetronInfo 1.0 and Mylar.
const ages: ReadonlyMap<string, number> = new Map(
  Object.entries({
    everyone: 0,
    g: 0,
    earlychildhood: 3,
    kidstoadults: 6,
    pg: 8,
    'everyone10+': 10,
    teen: 13,
    'ma15+': 15,
    m: 17,
    'mature17+': 17,
    'r18+': 18,
    'x18+': 18,
    'adultsonly18+': 18,
    teenplus: 15,
    'teen+': 15,
    mature: 17,
    explicit: 18,
    adult: 18,
    all: 0,
    allages: 0,
  }),
);

/**
 * Returns the minimum age, 0 to 18. Ignores case and spaces; "15+" counts as 15. Returns undefined for
 * Unknown, Rating Pending and unknown ratings.
 */
export function parseAgeRating(text: string): number | undefined {
  const key = text.replace(/\s+/g, '').toLowerCase();
  const age = ages.get(key);
  if (age !== undefined) return age;
  const plain = /^(\d{1,2})\+$/.exec(key)?.[1];
  return plain === undefined || Number(plain) > 18 ? undefined : Number(plain);
}
