// Words that stand before a number and say what it counts, in the languages of the libraries we know of.
import { plainWord } from '../code-points.ts';

/** A season counts as a volume and an episode as a chapter; a part only where nothing else is numbered. */
export type MarkerKind = 'volume' | 'chapter' | 'number' | 'part' | 'season' | 'episode';

const words: readonly (readonly [MarkerKind, string])[] = [
  [
    'volume',
    `vol vols volume volumes volumen volum tome tomes tomo tomos tom том τομος band bd bind deel cilt svazek
    kötet jilid tập المجلد مجلد جلد כרך เล่ม osa zvezek tankobon`,
  ],
  [
    'chapter',
    `ch chs chap chapt chp chapter chapters kapitel kap chapitre chapitres capítulo capítulos cap capitolo
    capitoli capítol глава главы гл rozdział rozdz hoofdstuk bölüm kapitola fejezet kapittel chương κεφάλαιο
    الفصل فصل פרק ตอนที่ ตอน bab`,
  ],
  [
    'number',
    `issue issues iss no nos nr nº num number numero numéro número nummer numer heft выпуск вып номер prog fasc
    fascicule fascicolo ausgabe τεύχος العدد גיליון גליון číslo book bk buch livre libro livro книга boek kniha
    bok`,
  ],
  ['part', 'part pt parts partie teil parte часть część'],
  ['season', 'season saison staffel temporada stagione сезон'],
  ['episode', 'episode episodes ep eps episodio épisode folge эпизод серия'],
];

const byWord = new Map(
  words.flatMap(([kind, list]) =>
    list.split(/\s+/).map((word): [string, MarkerKind] => [plainWord(word), kind]),
  ),
);

const byLetter: Readonly<Record<string, MarkerKind>> = {
  v: 'volume',
  t: 'volume',
  c: 'chapter',
  s: 'season',
  e: 'episode',
};

/** What a word of two letters and more counts: "Vol" → volume. The full stop is not part of it. */
export function markerOfWord(word: string): MarkerKind | undefined {
  return word.length > 1 && word.length <= 12 ? byWord.get(plainWord(word)) : undefined;
}

/** What a single letter glued to digits counts: "v01", "T03", "c012", "S01E02". */
export function markerOfLetter(letter: string): MarkerKind | undefined {
  return letter.length === 1 ? byLetter[letter.toLowerCase()] : undefined;
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "One" … "Twelve" after a marker ("Book One"). */
export function spelledNumber(word: string): number | undefined {
  const value = word.length <= 6 ? spelled.indexOf(word.toLowerCase()) : -1;
  return value > 0 ? value : undefined;
}

/** "of 12", and its equals inside brackets. */
export function isOfWord(word: string, inBrackets: boolean): boolean {
  const plain = word.toLowerCase();
  return plain === 'of' || (inBrackets && ['sur', 'von', 'de', 'di', 'из', 'av', 'z'].includes(plain));
}
