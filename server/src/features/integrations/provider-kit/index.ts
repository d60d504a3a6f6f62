// What providers are made of: their shape, how their services are asked and their answers read, and how one is run.
export {
  type Asking,
  type BookQuery,
  type Found,
  type Provider,
  type PulledEntry,
  type PushedEntry,
  type PushOutcome,
  type ServiceRequest,
  type Tracking,
  type TrackingStatus,
  trackingStatuses,
} from './provider.ts';
export { type Running, runProvider } from './run.ts';
export * from './values.ts';
