// Types of misplaced-flags.mjs.
export declare const valueFlags: readonly string[];
export declare const switchFlags: readonly string[];
export declare function findMisplacedFlags(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[],
): string | undefined;
