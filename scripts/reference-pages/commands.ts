// The commands and options of the command line, from its help.
import { type CommandHelp, commandHelp, commonOptions } from '../../server/src/commands/output/help.ts';
import type { Blocks } from './blocks.ts';
import { toCode, toTable } from './table.ts';

const toRows = ({ usage, purpose, options = [] }: CommandHelp): string[][] => [
  [toCode(`lectern ${usage}`), '', purpose],
  ...options.map((option) => ['', toCode(option.usage), option.purpose]),
];

export function commandBlocks(): Blocks {
  return {
    commands: toTable(['Command', 'Option', 'Purpose'], commandHelp.flatMap(toRows)),
    options: toTable(
      ['Option', 'Purpose'],
      commonOptions.map(({ usage, purpose }) => [toCode(usage), purpose]),
    ),
  };
}
