// The list that may only shrink: path, function and lines. See long-functions.ts.
export const longFunctions: Readonly<Record<string, number>> = {
  'web/src/reader/epub/engine/foliate.ts createFoliate': 88,
  'web/src/reader/pdf/pdf-reader.tsx PdfReader': 112,
};
