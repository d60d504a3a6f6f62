// Folders that may have more than 20 source files, each with its reason. The list may only shrink. See
// sizes.ts.

const perNoun = 'a file for each noun';
const perPart = 'a file for each part of one format, used by one reader';

export const largeFolders: Readonly<Record<string, string>> = {
  'e2e/src/harness': perNoun,
  'formats/src/epub': perPart,
  'formats/src/file-name': 'a file for each kind of thing that a name can say',
  'formats/src/image': 'a file for each format of images',
  'server/test/harness': perNoun,
  'web/src/app': 'a file for each part of the frame',
  'web/src/ui': 'a file for each component',
};
