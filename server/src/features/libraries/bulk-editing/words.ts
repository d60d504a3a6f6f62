// Changes lists of words. Pure.
import { fold } from '#infrastructure/text/fold.ts';

/** Removes and appends words. Words that differ only in case and accents are equal. */
export function toChangedWords(
  words: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const removed = new Set(remove.map(fold));
  const kept = words.filter((word) => !removed.has(fold(word)));
  const known = new Set(kept.map(fold));
  for (const word of add) {
    const folded = fold(word);
    if (folded === '' || known.has(folded)) continue;
    known.add(folded);
    kept.push(word);
  }
  return kept;
}
