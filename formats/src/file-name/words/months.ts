// Month names in the languages of known magazines.
import { plainWord } from '../tokens/code-points.ts';

const rows = [
  'january jan januar janvier enero gennaio janeiro januari',
  'february feb februar février febrero febbraio fevereiro februari',
  'march mar märz mars marzo março maart',
  'april apr avril abril aprile',
  'may mai mayo maggio maio mei',
  'june jun juni juin junio giugno junho',
  'july jul juli juillet julio luglio julho',
  'august aug août agosto augustus',
  'september sep sept septembre septiembre settembre setembro',
  'october oct oktober okt octobre octubre ottobre outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre diciembre dicembre dezembro',
];

const byName = new Map(
  rows.flatMap((row, i) => row.split(' ').map((name): [string, number] => [plainWord(name), i + 1])),
);

/** Returns 1 to 12 for the name or abbreviation of a month. */
export function monthOfName(word: string): number | undefined {
  return word.length >= 3 && word.length <= 10 ? byName.get(plainWord(word)) : undefined;
}
