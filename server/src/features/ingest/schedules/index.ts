// Keeps libraries up to date automatically.

export { createSchedules, type Schedules } from './schedules.ts';
export { createWatcher } from './watch.ts';
