// Words of the pieces that pages of management are made of.
export const en = {
  back: 'Back to {place}',
  typeToConfirm: 'Type {word} to confirm',
  copy: 'Copy {what}',
  copied: 'Copied',
  shownOnce: 'This is shown only this once. Copy it now.',
  done: 'Done',
  page: 'Page {page}',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  pages: 'Pages',
  actions: 'More for {name}',
  save: 'Save',
  notYours: 'This part is for others',
  notYoursText: 'Your account may not see it. Whoever looks after this server can change that.',
} as const;
