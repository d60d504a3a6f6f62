// Limits attempts to sign in, for every feature that takes passwords or hashed keys.
export { realWait, SignInGuard, type Wait } from './guard.ts';
export { Throttle } from './throttle.ts';
