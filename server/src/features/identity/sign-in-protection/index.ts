// How often somebody may try to sign in, for whoever takes passwords.
export { createSignInGuard, realWait, type SignInGuard, type Wait } from './guard.ts';
