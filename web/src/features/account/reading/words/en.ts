// Words of preferences.
export const en = {
  title: 'Preferences',
  about:
    'What this client and others remember for your account: how a reader looks, which shelves you see. They go with you to every device.',
  none: 'Nothing is remembered yet',
  list: 'What is remembered',
  remove: 'Forget',
  removeNamed: 'Forget {name}',
  removed: '{name} is forgotten',
  file: 'As a file',
  fileText: 'To keep them, or to take them to another server.',
  save: 'Save as a file',
  load: 'Take from a file',
  loaded: '{count, plural, one {# preference is taken over} other {# preferences are taken over}}',
  notOurs: 'This file holds no preferences',
  clear: 'Forget all',
  clearTitle: 'Forget all preferences?',
  clearText: 'Readers and shelves look as at first, in all apps. Reading places are not touched.',
  cleared: 'All preferences are forgotten',
} as const;
