// Folders that may have more than 20 source files, each with its reason. The list may only shrink. See
// sizes.ts.

export const largeFolders: Readonly<Record<string, string>> = {
  'web/src/app': 'a file for each part of the frame',
  'web/src/ui': 'a file for each component',
};
