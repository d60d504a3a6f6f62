// Rules for a Containerfile. Each offence is a message.

const labels = [
  ...['title', 'description', 'version', 'revision', 'created', 'source', 'url', 'documentation'],
  ...['licenses', 'vendor', 'base.name', 'base.digest'],
];

export function findContainerfileFaults(text: string): string[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const valuesOf = (word: string) =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : []));
  const user = valuesOf('USER').at(-1);
  const label = valuesOf('LABEL').join(' ');
  return [
    ...valuesOf('FROM').flatMap((from) =>
      /^\$\{BASE\}( AS \w+)?$/.test(from) ? [] : [`FROM ${from}: the base is the argument BASE`],
    ),
    ...(/^\S+:(?!latest$)[\w.-]+$/.test(valuesOf('ARG')[0]?.replace('BASE=', '') ?? '')
      ? []
      : ['BASE names no version']),
    ...(user === undefined || /^(0|root)\b/.test(user) ? ['it ends as root'] : []),
    ...(user !== undefined && !/^\d+:\d+$/.test(user)
      ? ['USER is not numeric, so Kubernetes cannot verify that it is not root']
      : []),
    ...['ENTRYPOINT', 'CMD'].flatMap((word) =>
      valuesOf(word).every((value) => value.startsWith('[')) ? [] : [`${word} is not a list of words`],
    ),
    ...(valuesOf('ENTRYPOINT')[0]?.includes('/tini"')
      ? []
      : ['nothing reaps processes and passes signals on']),
    ...(valuesOf('ADD').length > 0 ? ['ADD fetches and unpacks: COPY does what is seen'] : []),
    ...valuesOf('RUN').flatMap((command) =>
      command.includes('apt-get install') &&
      !(command.includes('--no-install-recommends') && command.includes('rm -rf /var/lib/apt/lists/*'))
        ? ['apt-get leaves unused packages or lists']
        : [],
    ),
    ...(valuesOf('VOLUME').join() === '["/data"]' ? [] : ['VOLUME is the data folder alone']),
    ...(valuesOf('EXPOSE').every((port) => Number(port) > 1024) ? [] : ['a port below 1024 needs root']),
    ...(valuesOf('HEALTHCHECK').length === 1 ? [] : ['it has no health check']),
    ...(valuesOf('STOPSIGNAL').join() === 'SIGTERM' ? [] : ['it is not stopped by SIGTERM']),
    ...labels
      .filter((name) => !label.includes(`org.opencontainers.image.${name}=`))
      .map((name) => `the label ${name} is missing`),
  ];
}
