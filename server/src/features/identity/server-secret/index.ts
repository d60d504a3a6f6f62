// The secret that signs tokens, and keys that all processes of one database share.
export { agreeOnSecret } from './agree.ts';
export { keepSecret } from './store.ts';
