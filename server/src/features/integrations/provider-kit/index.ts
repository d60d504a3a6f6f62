// What providers are made of: their shape, how their services are asked and their answers read, and how one is run.
export type {
  Asking,
  BookQuery,
  Found,
  Provider,
  PulledEntry,
  PushedEntry,
  PushOutcome,
  ServiceRequest,
  Tracking,
} from './provider.ts';
export { type Running, runProvider } from './run.ts';
export * from './values.ts';
