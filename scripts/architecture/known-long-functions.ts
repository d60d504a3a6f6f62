// The list that may only shrink: path, function and lines. See long-functions.ts.
export const longFunctions: Readonly<Record<string, number>> = {
  'server/src/features/serving/pages/service.ts createPageService': 136,
  'server/src/features/serving/pdf-cache/handles.ts createPdfHandleCache': 165,
  'server/src/features/serving/pdf-cache/index.ts createPdfCache': 87,
  'server/src/surfaces/compat/book-lists/lists.ts createListRoutes': 100,
  'server/src/surfaces/compat/book-lists/pinned.ts createPinnedLists': 141,
  'server/src/surfaces/compat/credentials.ts createCredentials': 97,
  'server/src/surfaces/opds/feeds/browse.ts createBrowse': 146,
  'server/src/surfaces/opds/feeds/facets.ts createFacetMaker': 81,
  'server/src/surfaces/opds/feeds/lists.ts createLists': 137,
  'web/src/features/administration/tasks/tasks-page.tsx TasksPage': 85,
  'web/src/features/lists/page/list-form.tsx ListForm': 88,
  'web/src/features/search/search-form.tsx SearchForm': 100,
  'web/src/reader/epub/engine/foliate.ts createFoliate': 88,
  'web/src/reader/epub/panels/look-panel.tsx TextLook': 83,
  'web/src/reader/pdf/pdf-reader.tsx PdfReader': 112,
};
