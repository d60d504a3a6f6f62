// Exports of the metadata feature.

export { MetadataEditor } from './lazy-editor.tsx';
export { type FieldChange, FieldChanges } from './shown/changes.tsx';
export { ExternalIds, ExternalRatings } from './shown/elsewhere.tsx';
export { FactList } from './shown/fact-list.tsx';
export { FileInfo } from './shown/file-info.tsx';
export { FilterLink } from './shown/filter-link.tsx';
export { NameLink } from './shown/name-link.tsx';
export { ExternalLinks, Names, People, Summary, ValueLinks } from './shown/values.tsx';
export { toFieldName, toFieldValue } from './shown/words.ts';
