// What keeps libraries up to date by itself.
export { createUpkeep, type Upkeep } from './upkeep.ts';
