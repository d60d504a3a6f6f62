// `lectern help`

const text = `Lectern, a digital library server for comics, manga and ebooks

  lectern serve            serve the library (the default)
      --library <folder>   add a folder of books and scan it; may repeat
      --port <n>           port, 8080 unless said; 0 picks a free one
      --host <address>     address to listen on, all of this machine's unless said
      --data-dir <folder>  where Lectern keeps its database and thumbnails
      --config <file>      configuration in YAML
      --setup              make no administrator: the browser leads through that,
                           with the setup code that is printed
      --new-secret         after the old one is lost (PostgreSQL): ends all sign-ins
      --no-tasks           serve only; workers do the rest (PostgreSQL)
  lectern worker           do background work only (PostgreSQL)
  lectern backup <file>    copy everything but books and caches, also while the server runs
  lectern restore <file>   put a backup in the place of what is there, which is set aside
  lectern import <folder>  move in from Komga, Kavita, Codex or calibre: its folder, database or export; asks before it begins
      --map <their folder>=<folder here>   where its books are here; may repeat
      --dry-run            show what would come over, and change nothing
      --yes                do not ask
  lectern export <folder>  write everything that people have made as JSON, .cbl, ComicInfo, OPF and Markdown
      --without-secrets    leave out hashes of passwords and API keys
  lectern doctor           examine folders, database, clock, proxy: a remedy for each fault
  lectern config check     say whether the configuration is valid
  lectern config print     show the effective configuration without secrets
  lectern health           ask the server on this machine how it is; exit status 0 or 1
  lectern version

Every key of the configuration is also an environment variable: server.port is LECTERN_SERVER_PORT.
`;

export function printHelp(): void {
  process.stdout.write(text);
}
