// Words of scans that run.
export const en = {
  scanning: 'Scanning {name}',
  scanOf: 'Scan of {name}',
  filesOf: '{done} of {total} files',
  lookingThrough: 'Looking through the folders',
} as const;
