// What trackers are made of: how what was read here is laid over what a service knows, and how that is told.
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
