// Scores how likely a provider's entry and a local series or book are the same work. Pure.
export {
  type Candidate,
  defaultThreshold,
  type LocalWork,
  rankCandidates,
  type Score,
  scoreCandidate,
} from './score.ts';
export { type Kind, toKind, toTitleForm } from './titles.ts';
