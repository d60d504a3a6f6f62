// What other rooms show of metadata, the editor of one thing, and its fields for an editor of many.
export { type Draft, isSame, readDraft, toDraft } from './edit/draft.ts';
export { FieldInput } from './edit/field-input.tsx';
export { bookGroups, type Field, type FieldGroup, type FieldName, seriesGroups } from './edit/fields.ts';
export { MetadataEditor } from './lazy-editor.tsx';
export { type Fact, FactList } from './shown/fact-list.tsx';
export { FilterLink } from './shown/filter-link.tsx';
export { ExternalLinks, People, Summary, WordLinks } from './shown/words.tsx';
