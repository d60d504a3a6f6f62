// Building blocks of trackers: merging local progress with a service's entry, and pushing the changes.
export { type Position, toPulled } from './position.ts';
export { type Change, createPush, type Listed } from './push.ts';
export {
  notConnected,
  readCount,
  readDay,
  readScore,
  toBearer,
  toNumericId,
  toPage,
  toStatuses,
  toSteps,
} from './values.ts';
