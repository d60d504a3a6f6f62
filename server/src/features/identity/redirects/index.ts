// Redirects to another site and back, bound to the browser that started them and ending at a page of this server.
export { type BegunFlow, createFlows, type Flow, type Flows } from './flows.ts';
export { toLocalPath } from './local-path.ts';
