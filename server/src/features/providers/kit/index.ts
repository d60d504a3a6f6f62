// Building blocks of providers: their interface, requests to services, parsing of responses, and execution.
export type {
  Asking,
  BookQuery,
  Provider,
  ProviderSearchResult,
  PulledEntry,
  PushedEntry,
  PushOutcome,
  ServiceRequest,
  Tracking,
} from './provider.ts';
export { OpenProvider } from './run.ts';
export * from './values.ts';
