// Limits attempts to sign in, for every feature that takes passwords.
export { createSignInGuard, realWait, type SignInGuard, type Wait } from './guard.ts';
