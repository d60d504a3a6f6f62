// Words before a number that name what it counts, in the languages of known libraries.
import { plainWord } from '../tokens/code-points.ts';

/** A season counts as a volume, an episode as a chapter. A part counts only if the name has no other numbering. */
export type MarkerKind = 'volume' | 'chapter' | 'number' | 'part' | 'season' | 'episode';

const words: readonly (readonly [MarkerKind, string])[] = [
  [
    'volume',
    `vol vols volume volumes volumen volúmenes volum volumi tome tomes tomo tomos tom tomy том тома томов томах томи
    τομος τόμοι band bände baende bd bde bind deel cilt svazek kötet jilid tập المجلد مجلد جلد כרך เล่ม เล่มที่ osa zvezek
    tankobon volumul volumele`,
  ],
  [
    'chapter',
    `ch chs chap chaps chapt chp chapter chapters kapitel kap chapitre chapitres capítulo capítulos cap caps capitolo
    capitoli capítol глава главы глав главах гл розділ rozdział rozdz hoofdstuk bölüm kapitola fejezet kapittel chương κεφάλαιο
    الفصل فصل פרק capitolul luku poglavlje ตอนที่ ตอน บทที่ บท bab`,
  ],
  [
    'number',
    `issue issues iss no nos nr nrs nº num nums number numbers numero numéro numéros número números numeri nro
    nummer numer nn edição edición heft hefte выпуск выпуски выпуска выпусков вып номер номера випуск prog fasc fascicule fascicolo
    ausgabe ausgaben albo uscita entrega ejemplar ฉบับ ฉบับที่ τεύχος العدد גיליון גליון číslo book bk buch livre libro livro книга boek kniha
    bok księga knjiga zeszyt sešit sayı szám numărul aflevering häfte hæfte`,
  ],
  ['part', 'part pt parts partie parties teil teile parte parti partes часть части частина część díl'],
  [
    'season',
    `season seasons saison saisons staffel staffeln temporada temporadas stagione stagioni сезон сезоны сезона seizoen
    sezon ภาค ภาคที่ ซีซั่น ซีซัน ซีซันที่ ซีซั่นที่ 시즌 シーズン`,
  ],
  [
    'episode',
    `episode episodes ep eps episodio episodios episodi épisode épisodes folge folgen эпизод эпизоды серия серии серій
    エピソード 에피소드`,
  ],
];

const byWord = new Map(
  words.flatMap(([kind, list]) =>
    list.split(/\s+/).map((word): [string, MarkerKind] => [plainWord(word), kind]),
  ),
);

const plurals = new Set(
  `vols volumes volúmenes volumi tomes tomos tomy тома томов томи bände baende bde τόμοι chs chaps chapters chapitres
  capítulos caps capitoli главы глав issues nos nn nrs nums numbers numéros números numeri hefte выпуски выпусков номера
  ausgaben parts parties teile partes части seasons saisons staffeln temporadas stagioni сезоны episodes eps épisodes
  episodios episodi folgen эпизоды серии`
    .split(/\s+/)
    .map(plainWord),
);

/** Words that only count issues. "No. 6" and "Book 3" also occur in titles. */
const issueWords = new Set('issue issues iss heft hefte ausgabe fasc fascicolo fascicule prog'.split(' '));

const rangeWords = new Set('to à a au ao al até bis t/m tot до по ถึง'.split(' '));
const andWords = new Set('and et und y e и і en och'.split(' '));

/** Whether the word announces several numbers ("Tomes 1 à 3"). */
export function isPluralMarker(word: string): boolean {
  return word.length <= 12 && plurals.has(plainWord(word));
}

/** Whether the word counts issues and does not occur in titles. */
export function isIssueWord(word: string): boolean {
  return word.length <= 12 && issueWords.has(plainWord(word));
}

/** "1 à 3" → to, "1 et 2" → and. */
export function jointOfWord(word: string): 'to' | 'and' | undefined {
  if (word.length > 3) return undefined;
  const lower = word.toLowerCase();
  return rangeWords.has(lower) ? 'to' : andWords.has(lower) ? 'and' : undefined;
}

/** "Vol.TBD": the number is not known yet. */
export function isUnknownNumber(word: string): boolean {
  return /^(?:TB[ADE]|unknown|null)$/.test(word);
}

const byLetter: Readonly<Record<string, MarkerKind>> = {
  v: 'volume',
  t: 'volume',
  c: 'chapter',
  s: 'season',
  e: 'episode',
};

/** Returns the kind of a marker of two or more letters, without the full stop: "Vol" → volume. */
export function markerOfWord(word: string): MarkerKind | undefined {
  return word.length > 1 && word.length <= 12 ? byWord.get(plainWord(word)) : undefined;
}

/** Returns the kind of a single-letter marker before digits: "v01", "T03", "c012", "S01E02". */
export function markerOfLetter(letter: string): MarkerKind | undefined {
  return letter.length === 1 ? byLetter[letter.toLowerCase()] : undefined;
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Returns the value of "One" … "Twelve" after a marker ("Book One"). */
export function spelledNumber(word: string): number | undefined {
  const value = word.length <= 6 ? spelled.indexOf(word.toLowerCase()) : -1;
  return value > 0 ? value : undefined;
}

/** Whether a word is the "of" of "of 12". Inside brackets other languages are accepted. */
export function isOfWord(word: string, inBrackets: boolean): boolean {
  const plain = word.toLowerCase();
  return plain === 'of' || (inBrackets && ['sur', 'von', 'de', 'di', 'из', 'av', 'z'].includes(plain));
}
