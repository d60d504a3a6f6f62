// Finds references to papers outside the repository: sections and list numbers that readers cannot look up. A comment
// or title must state the rule, or name a public standard with its section or a file of the repository.

export interface Reference {
  line: number;
  text: string;
}

const patterns = [
  /\b(?:contract|specification|spec|design|standards?)(?:'s|,)? sections? \d[\d.]*/gi,
  /\b(?:contract|standards?) \d[\d.]*/gi,
  /\bspecification \d[\d.]*/gi,
  /(?<=["'`(]|\/\/ |\* |the |see )cases? \d+(?:(?:, | and | to )\d+)*(?=[:,.)] ?|$| of\b)/gim,
  /\bissues? #?\d+\b(?! of)/g,
  /\b(?:house|design|contract|architecture|glossary)\.md\b/g,
  /\bfacts\/[\w-]+/g,
  /\bof the \w+ facts\b/g,
  /\bcompat-clients\b/g,
  /\bfacts on \w+/g,
];
/** Excluded: the repository's own ARCHITECTURE.md. */
const known = /ARCHITECTURE\.md/g;

/** Returns the references in line order. Searches code as well as comments, except for the labels of `switch`. */
export function findReferences(source: string): Reference[] {
  return source.split('\n').flatMap((text, i) => {
    if (/^\s*case [\w.']+:/.test(text)) return [];
    const shown = text.replace(known, '');
    return patterns.flatMap((pattern) =>
      [...shown.matchAll(pattern)].map((match) => ({ line: i + 1, text: match[0] })),
    );
  });
}
