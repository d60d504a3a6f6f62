// The secret that signs tokens, and secrets that all processes of one database share.
export { agreeOnSecret } from './agree.ts';
export { keepSecret } from './store.ts';
