// What can be decided about pages that repeat. It imports nothing: the client takes it as it is.

/** What was decided about a page that repeats: nothing yet, left out by readers, or shown as all others. */
export const creditPageStates = ['open', 'skipped', 'shown'] as const;
export type CreditPageState = (typeof creditPageStates)[number];
