// Decisions about repeated pages. Has no imports, so that the web client can load it cheaply.

/** `open`: undecided. `skipped`: omitted by readers. `shown`: displayed normally. */
export const creditPageStates = ['open', 'skipped', 'shown'] as const;
export type CreditPageState = (typeof creditPageStates)[number];
