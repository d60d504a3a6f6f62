// What other features use of the administration.
export { ApiKeyList } from './api-keys/api-key-list.tsx';
export { sharingTagList } from './sharing-tags/queries.ts';
