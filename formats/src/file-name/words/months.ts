// Month names in the languages of known magazines.
import { plainWord } from '../tokens/code-points.ts';

const rows = [
  'january jan januar janvier enero gennaio janeiro januari январь января styczeń stycznia',
  'february feb februar février febrero febbraio fevereiro februari февраль февраля luty lutego',
  'march mar märz mars marzo março maart март марта marzec marca',
  'april apr avril abril aprile апрель апреля kwiecień kwietnia',
  'may mai mayo maggio maio mei май мая maj maja',
  'june jun juni juin junio giugno junho июнь июня czerwiec czerwca',
  'july jul juli juillet julio luglio julho июль июля lipiec lipca',
  'august aug août agosto augustus август августа sierpień sierpnia',
  'september sep sept septembre septiembre settembre setembro сентябрь сентября wrzesień września',
  'october oct oktober okt octobre octubre ottobre outubro октябрь октября październik października',
  'november nov novembre noviembre novembro ноябрь ноября listopad listopada',
  'december dec dezember dez décembre diciembre dicembre dezembro декабрь декабря grudzień grudnia',
];

const byName = new Map(
  rows.flatMap((row, i) => row.split(' ').map((name): [string, number] => [plainWord(name), i + 1])),
);

const seasonRows: readonly (readonly [month: number, names: string])[] = [
  [3, 'spring printemps frühling frühjahr primavera весна'],
  [6, 'summer été sommer verano estate лето'],
  [9, 'autumn fall automne herbst otoño autunno осень'],
  [12, 'winter hiver invierno inverno зима christmas holiday noël weihnachten natale navidad'],
];

const bySeason = new Map(
  seasonRows.flatMap(([month, names]) =>
    names.split(' ').map((name): [string, number] => [plainWord(name), month]),
  ),
);

/** Returns the month of a quarterly issue that is named by a season or a feast ("Summer 2019"). */
export function monthOfSeason(word: string): number | undefined {
  return word.length <= 12 ? bySeason.get(plainWord(word)) : undefined;
}

/** Returns 1 to 12 for the name or abbreviation of a month. */
export function monthOfName(word: string): number | undefined {
  return word.length >= 3 && word.length <= 12 ? byName.get(plainWord(word)) : undefined;
}
