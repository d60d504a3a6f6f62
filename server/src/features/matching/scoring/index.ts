// Scores how likely a provider's entry and a local series or book are the same work. Pure.
export {
  type Candidate,
  defaultThreshold,
  rankCandidates,
  type Score,
  scoreCandidate,
  type Wanted,
} from './score.ts';
export { type Kind, toKind, toTitleForm } from './titles.ts';
