// Quotes paths in commands that users copy into a POSIX shell (IEEE Std 1003.1, 2.2.2 Single-Quotes).

export const quoteForShell = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
