// Ways to another site and back: bound to the browser that began, and to a page of this server at the end.
export { type BegunFlow, createFlows, type Flow, type Flows } from './flows.ts';
export { toLocalPath } from './local-path.ts';
