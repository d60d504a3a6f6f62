// The published protocol of metadata plugins: JSON-RPC 2.0 as JSON lines (docs/guides/plugins.md). Contains only data shapes.
export { PluginError, rpcCodes, throwAsPluginError, toPluginError } from './errors.ts';
export {
  type ConfigField,
  isPersonal,
  type Manifest,
  type MetadataKind,
  type OauthDescription,
  parseManifest,
  toBareSource,
  usesNetwork,
} from './manifest.ts';
export {
  type BookFields,
  parseBookMetadata,
  parseMatch,
  parseSearch,
  parseSeriesMetadata,
  type SeriesFields,
} from './metadata.ts';
export {
  type Candidate,
  ofSourceSchema,
  type PollAnswer,
  parseCandidate,
  parsePoll,
  progressSchema,
  type RegisteredSource,
  registerSchema,
  stateSchema,
  toLink,
  trackedSchema,
} from './releases.ts';
export {
  type PulledEntry,
  type PulledPage,
  type PushResult,
  parsePull,
  parsePush,
  parseUser,
  type SyncEntry,
} from './sync.ts';
