// What keeps libraries up to date by itself.
export { createSchedules, type Schedules } from './schedules.ts';
