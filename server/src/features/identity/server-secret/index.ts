// The secret that signs tokens, and secrets shared by all processes of one database.
export { agreeOnSecret } from './agree.ts';
export { keepSecret } from './store.ts';
