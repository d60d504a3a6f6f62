// Words of sharing tags.
export const en = {
  title: 'Sharing tags',
  about:
    'A tag on a series decides who sees it: under People, an account is limited to series with a tag, or kept from them. Series are tagged on their own pages.',
  make: 'Make a tag',
  none: 'No tags yet',
  series: '{count, plural, =0 {On no series} one {On # series} other {On # series}}',
  edit: 'Edit',
  editNamed: 'Edit the tag {name}',
  remove: 'Delete the tag',
  removeTitle: 'Delete the tag {name}?',
  removeText: 'It goes from all its series. A tag that limits an account cannot be deleted.',
  removed: 'The tag {name} is deleted',
  name: 'Name',
  description: 'Description',
  save: 'Save',
  saved: 'The tag {name} is saved',
} as const;
