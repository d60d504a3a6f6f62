// Readium locators and the positions they refer to: pages, fractions of the book, resources of an EPUB.
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
