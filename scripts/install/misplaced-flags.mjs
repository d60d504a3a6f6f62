// npm takes flags before `--` for itself: `npm start --setup` sets the variable npm_config_setup, and Lectern starts
// without the flag. npm 9 to 11 pass the value of a flag on as a word, unless `=` joins it to the flag.

/** Flags of server/src/infrastructure/config/flags.ts without --help, --version and --yes, which npm has too. */
export const valueFlags = ['library', 'host', 'port', 'data-dir', 'config', 'map'];
export const switchFlags = ['no-tasks', 'setup', 'new-secret', 'dry-run', 'without-secrets'];

/** Commands with an operand, which looks like the value of a flag. */
const withOperand = ['backup', 'restore', 'import', 'export', 'config'];

/**
 * Returns a hint with the right command if npm took flags of Lectern, otherwise undefined. `words` are the arguments
 * that npm passed on.
 */
export function findMisplacedFlags(environment, words) {
  const switches = switchFlags.filter((name) => isOn(environment, name));
  const values = valueFlags
    .map((name) => [name, readValues(environment, name)])
    .filter(([, list]) => list.length > 0);
  if (switches.length + values.length === 0) return undefined;
  const names = [...switches, ...values.map(([name]) => name)].map((name) => `--${name}`);
  const right = [...toWords(values, words), ...switches.map((name) => `--${name}`)].join(' ');
  return `npm takes ${names.join(', ')} for itself. Put "--" before the arguments of Lectern:
  npm start -- ${right}`;
}

/** npm sets an empty variable `tasks` for --no-tasks. */
function isOn(environment, name) {
  return name.startsWith('no-')
    ? environment[toVariable(name.slice(3))] === ''
    : environment[toVariable(name)] === 'true';
}

const toVariable = (name) => `npm_config_${name.replaceAll('-', '_')}`;

/** A repeated flag has one value in each paragraph. The value `true` means that npm passed the real one on as a word. */
const readValues = (environment, name) => (environment[toVariable(name)] || '').split('\n\n').filter(Boolean);

/** Words and value flags of the right command, with placeholders where the owner of a word is unknown. */
function toWords(values, words) {
  const command = words.slice(0, /^[a-z]+$/.test(words[0] || '') ? 1 : 0);
  const operands = words.slice(command.length);
  const open = values.filter(([, list]) => list.includes('true'));
  const isClear =
    open.length === 1 && open[0][1].length === operands.length && !withOperand.includes(command[0]);
  const kept = open.length === 0 ? operands.map(quote) : isClear || operands.length === 0 ? [] : ['…'];
  const flags = values.flatMap(([name, list]) =>
    list.map((value, i) => {
      if (value !== 'true') return `--${name} ${quote(value)}`;
      return `--${name} ${isClear ? quote(operands[i]) : '<value>'}`;
    }),
  );
  return [...command, ...kept, ...flags];
}

const quote = (word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
