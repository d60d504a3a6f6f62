// Locators of Readium and what they mean in a book: pages, shares of the whole, places in an EPUB's reading order.
export {
  findSpot,
  type Located,
  readdress,
  type Spot,
  toLocatorAt,
  toLocatorAtShare,
  toPageAt,
} from './locate.ts';
export { findSpineIndex, toStructure } from './spine.ts';
