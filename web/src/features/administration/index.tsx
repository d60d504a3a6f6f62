// What other rooms show of administration: keys that are one's own, tags that a series can have.
export { ApiKeyList } from './api-keys/api-key-list.tsx';
export { sharingTagList } from './sharing-tags/queries.ts';
