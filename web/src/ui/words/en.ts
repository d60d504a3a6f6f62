// Words of the building blocks.
export const en = {
  unreachable: 'The server cannot be reached',
  unreachableHint: 'Is it running, and are you in its network?',
  failed: 'That did not work',
  retry: 'Try again',
  loading: 'Loading',
  close: 'Close',
  undo: 'Undo',
  read: 'Read',
  percentRead: '{percent} read',
  cancel: 'Cancel',
  areYouSure: 'Are you sure?',
} as const;
