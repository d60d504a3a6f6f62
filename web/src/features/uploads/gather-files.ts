// Determines the paths of dropped or chosen files.

export interface Gathered {
  file: File;
  /** Path relative to the dropped folder, separated by `/`. */
  path: string;
}

/** Maximum number of files per drop, in case a whole disk is dropped. */
const maxFiles = 20_000;

/** The drop zone adds `path`, which starts with `/` or `./`. An input for folders reports relative paths. */
const toPath = (file: File & { path?: string }): string =>
  (file.path || file.webkitRelativePath || file.name).replace(/^[.]?[/]/, '');

export const gather = (files: readonly File[]): Gathered[] =>
  files.slice(0, maxFiles).map((file) => ({ file, path: toPath(file) }));
