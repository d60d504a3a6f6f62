// Exports of the administration feature.
export { ApiKeyList } from './api-keys/api-key-list.tsx';
export { useSections } from './sections.tsx';
export { sharingTagList } from './sharing-tags/queries.ts';
