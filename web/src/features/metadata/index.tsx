// What other rooms show of metadata, the editor of one thing, and its fields for an editor of many.

export { MetadataEditor } from './lazy-editor.tsx';
export { FactList } from './shown/fact-list.tsx';
export { FilterLink } from './shown/filter-link.tsx';
export { ExternalLinks, Names, People, Summary, WordLinks } from './shown/words.tsx';
