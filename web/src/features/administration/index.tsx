// What other rooms show of administration: keys that are one's own.
export { ApiKeyList } from './api-keys/api-key-list.tsx';
