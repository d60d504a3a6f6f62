// How surely something of a provider is one of ours. Pure.
export {
  type Candidate,
  defaultThreshold,
  rankCandidates,
  type Score,
  scoreCandidate,
  type Wanted,
} from './score.ts';
export { type Kind, toKind, toTitleForm } from './titles.ts';
