// The README.md in each package, with the commands for this package format.

/** `windows` is the archive for Windows. */
export type Form = 'npm' | 'archive' | 'windows' | 'debian';

interface Words {
  command: string;
  start: string;
  more: string;
}

const toWords = (form: Form, version: string): Words => {
  if (form === 'npm')
    return {
      command: 'lectern',
      start: `    npm install -g ./lectern-${version}.tgz\n    lectern --library /path/to/your/books`,
      more: 'No registry holds this package: install it from its file,\nwith `sudo` if npm answers `EACCES`.',
    };
  if (form === 'windows')
    return {
      command: 'lectern.cmd',
      start: '    lectern.cmd --library C:\\Comics',
      more: 'Start it in this folder.',
    };
  if (form === 'archive')
    return {
      command: './lectern',
      start: '    ./lectern --library /path/to/your/books',
      more: 'Start it in this folder.',
    };
  return {
    command: 'lectern',
    start: '    lectern --library /path/to/your/books',
    more: 'The package also starts the service `lectern`, with its settings in /etc/default/lectern and its data in\n/var/lib/lectern. `journalctl -u lectern` shows the setup code that the browser asks for.\nIf another program uses port 8080, the service does not start. Set LECTERN_SERVER_PORT in /etc/default/lectern\nand run `sudo systemctl restart lectern`.',
  };
};

export function toReadme(form: Form, version: string): string {
  const { command, start, more } = toWords(form, version);
  return `# Lectern ${version}

A self-hosted library server for comics, manga, ebooks and PDFs.

${start}

starts the server on http://localhost:8080 and prints the administrator's password once. The data is in the folder \`data\`
of the current folder, or in the folder in \`--data-dir\`. ${more}

\`${command} help\` lists the commands and options. The documentation is in [docs](docs/README.md). For
\`npm start -- <command>\`, type \`${command} <command>\`.
`;
}
