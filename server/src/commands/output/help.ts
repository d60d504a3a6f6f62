// `lectern help`. docs/reference/cli.md is generated from the same list.

export interface CommandHelp {
  usage: string;
  purpose: string;
  options?: readonly { usage: string; purpose: string }[];
}

export const commandHelp: readonly CommandHelp[] = [
  {
    usage: 'serve',
    purpose: 'Starts the server. The default command.',
    options: [
      {
        usage: '--library <folder>',
        purpose: 'Adds a library with this folder and scans it. Can be repeated.',
      },
      { usage: '--port <n>', purpose: 'Port to listen on, 8080 by default. 0 picks a free port.' },
      {
        usage: '--host <address>',
        purpose: 'Address to listen on. All addresses of the machine by default.',
      },
      {
        usage: '--setup',
        purpose: 'Creates the first administrator in the browser, with a printed setup code.',
      },
      { usage: '--no-tasks', purpose: 'Answers requests only. Workers run the tasks (PostgreSQL).' },
      { usage: '--new-secret', purpose: 'Replaces a lost server secret (PostgreSQL). Ends all sessions.' },
    ],
  },
  {
    usage: 'worker',
    purpose: 'Runs background tasks without a server (PostgreSQL).',
    options: [{ usage: '--new-secret', purpose: 'As for serve.' }],
  },
  {
    usage: 'backup <file or folder>',
    purpose: 'Writes a backup of the database. The server can be running.',
  },
  {
    usage: 'restore <file>',
    purpose:
      'Replaces the data with a backup and keeps the previous data in a folder. Needs a stopped server.',
  },
  {
    usage: 'import <source>',
    purpose:
      'Imports from Komga, Kavita, Codex, calibre, Calibre-Web or a Lectern export. Asks before it starts.',
    options: [
      {
        usage: '--map <their folder>=<local folder>',
        purpose: 'Maps a folder of the source. Can be repeated.',
      },
      { usage: '--dry-run', purpose: 'Shows the data that would be imported and changes nothing.' },
      { usage: '-y, --yes', purpose: 'Does not ask for confirmation.' },
    ],
  },
  {
    usage: 'export <folder>',
    purpose: 'Writes all user data as JSON, CBL, ComicInfo, OPF and Markdown files into a new folder.',
    options: [{ usage: '--without-secrets', purpose: 'Leaves out hashes of passwords and API keys.' }],
  },
  {
    usage: 'user reset <name>',
    purpose:
      'Prints a link by which the user sets a new password. Works once, for 24 hours. The server can be running.',
  },
  {
    usage: 'doctor',
    purpose: 'Checks folders, database, clock and proxy, and prints a remedy for each problem.',
  },
  { usage: 'config check', purpose: 'Checks whether the server would start with this configuration.' },
  {
    usage: 'config print',
    purpose: 'Prints every key of the configuration with its value, without secrets.',
  },
  { usage: 'health', purpose: 'Requests the health of the server on this machine. Exit status 0 or 1.' },
  { usage: 'version', purpose: 'Prints the version.' },
  { usage: 'help', purpose: 'Prints this help.' },
];

/** Options of every command. */
export const commonOptions = [
  { usage: '--data-dir <folder>', purpose: 'Folder for the database, thumbnails, caches and backups.' },
  { usage: '--config <file>', purpose: 'Configuration file in YAML.' },
];

const toLine = (usage: string, purpose: string): string =>
  usage.length < 26 ? `  ${usage.padEnd(26)}${purpose}` : `  ${usage}\n  ${' '.repeat(26)}${purpose}`;

const toLines = ({ usage, purpose, options = [] }: CommandHelp): string[] => [
  toLine(`lectern ${usage}`, purpose),
  ...options.map((option) => toLine(`    ${option.usage}`, option.purpose)),
];

export function printHelp(): void {
  const lines = [
    'Lectern, a library server for comics, manga, ebooks and PDFs',
    '',
    ...commandHelp.flatMap(toLines),
    '',
    'Options of every command:',
    ...commonOptions.map(({ usage, purpose }) => toLine(usage, purpose)),
    '',
    'Every key of the configuration is also an environment variable: server.port is LECTERN_SERVER_PORT.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}
