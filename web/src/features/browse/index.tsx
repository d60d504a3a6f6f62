// What other rooms know of lists: what their addresses say.
export { type BrowseSearch, readBrowseSearch } from './search.ts';
