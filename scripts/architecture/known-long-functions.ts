// The list that may only shrink: path, function and lines. See long-functions.ts.
export const longFunctions: Readonly<Record<string, number>> = {
  'web/src/features/administration/tasks/tasks-page.tsx TasksPage': 85,
  'web/src/features/lists/page/list-form.tsx ListForm': 88,
  'web/src/features/search/search-form.tsx SearchForm': 100,
  'web/src/reader/epub/engine/foliate.ts createFoliate': 88,
  'web/src/reader/epub/panels/look-panel.tsx TextLook': 83,
  'web/src/reader/pdf/pdf-reader.tsx PdfReader': 112,
};
