// Words of the backup.
export const en = {
  title: 'Backup',
  about:
    'Everything that cannot be made again: accounts, reading places, notes, lists, what you edited, covers that were uploaded. Your books are not in it: keep copies of those by other means.',
  download: 'Download a backup now',
  making: 'The backup is being made. That takes longer the more books there are.',
  done: 'The backup is on its way: {size}',
  when: 'When to make one',
  whenText:
    'Before you update, and now and then. Lectern makes a copy by itself before an update that changes its database (in the data folder, under backups). One backup is made at a time; people can go on reading.',
  restore: 'How to get it back',
  restore1: 'Stop Lectern.',
  restore2: 'Run: npm start -- restore <file>. What was there before is set aside, not deleted.',
  restore3: 'Start Lectern, of the same version or a newer one. It makes small pictures anew.',
  postgres: 'This server uses PostgreSQL',
  postgresText:
    'Its own tools copy it while it is in use, for example pg_dump. Copy the folder covers of the data folder, too.',
} as const;
