// Markdown tables.

/** Returns a table. Cells are Markdown. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`;
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)].join('\n');
}

const toCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

export const toCode = (text: string): string => (text === '' ? '' : `\`${text}\``);

export const toCodes = (texts: readonly string[]): string => texts.map(toCode).join(', ');

export const toYes = (condition: boolean): string => (condition ? 'yes' : '');
