// Keeps libraries up to date automatically.

export { Schedules } from './schedules.ts';
export { Watcher } from './watch.ts';
