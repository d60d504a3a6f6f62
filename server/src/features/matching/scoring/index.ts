// Scores how likely a provider's entry and a local series or book are the same work. Pure.
export { defaultThreshold, rankCandidates, scoreCandidate } from './score.ts';
export { type Kind, toKind, toTitleForm } from './titles.ts';
export type { Candidate, LocalWork } from './works.ts';
