// Limits attempts to sign in, for every feature that takes passwords or hashed keys.
export { createSignInGuard, realWait, type SignInGuard, type Wait } from './guard.ts';
export { createThrottle, type Throttle } from './throttle.ts';
