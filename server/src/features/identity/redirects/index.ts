// Redirects to another site and back, bound to the browser that started them and ending at a page of this server.
export { type BegunFlow, type Flow, Flows } from './flows.ts';
export { toLocalPath } from './local-path.ts';
