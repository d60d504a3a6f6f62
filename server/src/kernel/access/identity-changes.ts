// Says that accounts, sessions or keys have changed, so that what this process remembers of callers is asked for
// again. Other processes find out when what they remember is no longer fresh.

export interface IdentityChanges {
  /** Grows with every change. */
  readonly generation: number;
  /** To be called after every write that may change who a caller is or what they may do. */
  announce(): void;
}

export function createIdentityChanges(): IdentityChanges {
  let generation = 0;
  return {
    get generation() {
      return generation;
    },
    announce() {
      generation++;
    },
  };
}
