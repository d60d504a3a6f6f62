// Folders and files as the file system has them, listed by worker processes.
export { createListing, type Listing, type ListSettings } from './listing.ts';
export type { WalkedFile, WalkedFolder } from './walk.ts';
