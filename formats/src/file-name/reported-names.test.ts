// Kinds of names that readers reported as wrong.
import { describe, expect, test } from 'vitest';
import { parseFileName } from './parse-name.ts';
import { type ParsedFields, toParsedFields } from './parsed-fields.ts';

const tables: Record<string, [name: string, said: ParsedFields][]> = {
  'keeps number words in a title that a later number follows': [
    ['Kaiju No. 8 v03.cbz', { volume: 3, series: 'Kaiju No. 8' }],
    ['Kaiju No. 8 - c012 (v02).cbz', { chapter: 12, volume: 2, series: 'Kaiju No. 8' }],
    [
      'Kaiju No. 8 036 (2021) (Digital).cbz',
      { tags: ['Digital'], year: 2021, series: 'Kaiju No. 8', number: '36' },
    ],
    ['Kaiju No. 8 100 (2023).cbz', { year: 2023, series: 'Kaiju No. 8', number: '100' }],
    ['No. 6 v02 (2013).cbz', { volume: 2, year: 2013, series: 'No. 6' }],
    ['No. 6 #004.cbz', { series: 'No. 6', number: '4' }],
    ['Episode.0 v01.cbz', { volume: 1, series: 'Episode.0' }],
    ['#1 Crush v03.cbz', { volume: 3, series: '#1 Crush' }],
    ['Apartment No 9 - Vol. 2.cbz', { volume: 2, series: 'Apartment No 9' }],
    ['Season 3 Tales v02.cbz', { volume: 2, series: 'Season 3 Tales' }],
    ['Umineko - Episode 3 - Banquet #02.cbz', { series: 'Umineko - Episode 3 - Banquet', number: '2' }],
    [
      'Michel Vaillant #5 Nr. 13 aan de start.cbz',
      { series: 'Michel Vaillant', title: 'Nr. 13 aan de start', number: '5' },
    ],
    ['Tintin - T22 Vol 714 pour Sydney.cbz', { volume: 22, series: 'Tintin', title: 'Vol 714 pour Sydney' }],
    ['Batman No. 8 (1941).cbz', { year: 1941, series: 'Batman', number: '8' }],
    ['Planet No 3 - 043.cbz', { series: 'Planet No 3', number: '43' }],
    ['La Chambre n°5 v02.cbz', { volume: 2, series: 'La Chambre n°5' }],
    ['Season 3 Blues 051.cbz', { series: 'Season 3 Blues', number: '51' }],
    ['Episode.8 - c024 (v07).cbz', { chapter: 24, volume: 7, series: 'Episode.8' }],
    ['Girl No. 9 and the Sea 118.cbz', { series: 'Girl No. 9 and the Sea', number: '118' }],
    ['Issue 12 (v02).cbz', { volume: 2, number: '12' }],
  ],
  'reads scan tags outside of brackets': [
    [
      'Marvel Two-In-One 090 (1982) c2c.cbr',
      { tags: ['c2c'], year: 1982, series: 'Marvel Two-In-One', number: '90' },
    ],
    ['Monster Island v1 002 c2c.cbz', { tags: ['c2c'], volume: 1, series: 'Monster Island', number: '2' }],
    [
      'Batman 048 52p ctc (08-1948) flattermann.cbr',
      { tags: ['52p', 'ctc'], year: 1948, month: 8, series: 'Batman', title: 'flattermann', number: '48' },
    ],
    ['Tarzan 014 C2C 36pgs.cbz', { tags: ['C2C', '36pgs'], series: 'Tarzan', number: '14' }],
    ['Phantom #12 68 pages (1962).cbz', { tags: ['68 pages'], year: 1962, series: 'Phantom', number: '12' }],
    ['A+X 002 (2013) 03 of 04 covers.cbz', { year: 2013, series: 'A+X', number: '2' }],
    ['Spawn 012 (1993) (36 pages).cbz', { tags: ['36 pages'], year: 1993, series: 'Spawn', number: '12' }],
  ],
  'reads a volume and an issue': [
    ['Hulk Vol 2 - 103.cbz', { volume: 2, series: 'Hulk', number: '103' }],
    ['Daredevil - v6 - 10 - (2019).cbz', { volume: 6, year: 2019, series: 'Daredevil', number: '10' }],
    ['X-Men-V1-#067.cbr', { volume: 1, series: 'X-Men', number: '67' }],
    ['Thor v1-067.cbz', { volume: 1, series: 'Thor', number: '67' }],
    ['Saga Vols 1 - 3.cbz', { volumeEnd: 3, volume: 1, series: 'Saga' }],
    ['Saga v01 - 03.cbz', { volumeEnd: 3, volume: 1, series: 'Saga' }],
    ['Tome 1-10.cbz', { volumeEnd: 10, volume: 1 }],
  ],
  'reads seasons': [
    ['Gosu - S2 - Chapter 12.cbz', { volume: 2, chapter: 12, series: 'Gosu' }],
    ['Gosu S2 c012.cbz', { volume: 2, chapter: 12, series: 'Gosu' }],
    ['Gosu S2 - 120.cbz', { volume: 2, series: 'Gosu', number: '120' }],
    ['gosu-tales-s2-ch-12.cbz', { volume: 2, chapter: 12, series: 'gosu-tales' }],
    ['[S2] Gosu Chapter 12.cbz', { volume: 2, chapter: 12, series: 'Gosu' }],
    ['Gosu (S2) Episode 12.cbz', { volume: 2, chapter: 12, series: 'Gosu' }],
    ['Title Season 2 - 012.cbz', { volume: 2, series: 'Title', number: '12' }],
    ['Titel Staffel 2 Folge 5.cbz', { volume: 2, chapter: 5, series: 'Titel' }],
    ['Название 2-й сезон.cbz', { volume: 2, series: 'Название' }],
    ['신의 탑 시즌2 12화.cbz', { volume: 2, chapter: 12, series: '신의 탑' }],
    ['斗破苍穹 第二季 第12话.cbz', { volume: 2, chapter: 12, series: '斗破苍穹' }],
  ],
  'reads names of downloaders': [
    ['one-piece-1050.cbz', { series: 'one-piece', number: '1050' }],
    ['solo-leveling-chapter-110-5.cbz', { chapter: 110.5, series: 'solo-leveling' }],
    ['the-boxer-12-5.cbz', { series: 'the-boxer', number: '12.5' }],
    ['blade-runner-2049.cbz', { title: 'blade-runner-2049' }],
    ['windows-1252.cbz', { title: 'windows-1252' }],
  ],
  'reads number words of many languages': [
    ['Манга 2 Глава.cbz', { chapter: 2, series: 'Манга' }],
    ['Манга 1 том 25 глава.cbz', { volume: 1, chapter: 25, series: 'Манга' }],
    ['Манга Тома 1-4.cbz', { volumeEnd: 4, volume: 1, series: 'Манга' }],
    ['Наруто. Том 5. Глава 40.cbz', { volume: 5, chapter: 40, series: 'Наруто' }],
    ['Комикс выпуски 1-6.cbz', { numberEnd: 6, series: 'Комикс', number: '1' }],
    ['죽음 13회.zip', { chapter: 13, series: '죽음' }],
    ['Клинок т. 5.cbz', { volume: 5, series: 'Клинок' }],
    [
      'Клинок Спецвыпуск 2.cbz',
      { isSpecial: true, format: 'Special', series: 'Клинок Спецвыпуск', number: '2' },
    ],
    ['วันพีซ ภาค 2 ตอนที่ 4.cbz', { volume: 2, chapter: 4, series: 'วันพีซ' }],
    ['Tex nn. 1-5.cbz', { numberEnd: 5, series: 'Tex', number: '1' }],
    ['Éclats T11 à T13.cbz', { volumeEnd: 13, volume: 11, series: 'Éclats' }],
    ['Lucky Luke - Tome 1 & 2.cbz', { volumeEnd: 2, volume: 1, series: 'Lucky Luke' }],
    ['Mortadelo - Tomo 3 de 12.cbz', { volume: 3, count: 12, series: 'Mortadelo' }],
    [
      'Schwarzwald Spezial 3.cbz',
      { isSpecial: true, format: 'Special', series: 'Schwarzwald Spezial', number: '3' },
    ],
    ['三国志 上下巻.cbz', { title: '三国志 上下巻' }],
    ['วันพีซ เล่มที่ 5 ตอนที่ 40.cbz', { volume: 5, chapter: 40, series: 'วันพีซ' }],
    ['วันพีซเล่ม5.cbz', { volume: 5, series: 'วันพีซ' }],
    ['Dylan Dog n. 412 - Il gioco.cbz', { series: 'Dylan Dog', title: 'Il gioco', number: '412' }],
    ['Tex n.700.cbz', { series: 'Tex', number: '700' }],
    ['Dampyr albo 12.cbz', { series: 'Dampyr', number: '12' }],
    ['Zagor volumi 1-3.cbz', { volumeEnd: 3, volume: 1, series: 'Zagor' }],
    ['Largo Winch - Tomes 01 à 03.cbz', { volumeEnd: 3, volume: 1, series: 'Largo Winch' }],
    ['Blacksad tomes 1 et 2.cbz', { volumeEnd: 2, volume: 1, series: 'Blacksad' }],
    ['XIII - Tome 1 à 5.cbz', { volumeEnd: 5, volume: 1, series: 'XIII' }],
    [
      'Thorgal HS - Aux origines des mondes.cbr',
      { isSpecial: true, format: 'Special', title: 'Thorgal HS - Aux origines des mondes' },
    ],
    [
      "Les Tuniques Bleues - T65 - L'envoyé spécial.cbr",
      { volume: 65, series: 'Les Tuniques Bleues', title: "L'envoyé spécial" },
    ],
    ['Die Schlümpfe 3. Band.cbz', { volume: 3, series: 'Die Schlümpfe' }],
    ['Sandman Bände 1-3.cbz', { volumeEnd: 3, volume: 1, series: 'Sandman' }],
    ['Superlópez núm. 12.cbz', { series: 'Superlópez', number: '12' }],
    ['Mafalda Tomos 1 a 3.cbz', { volumeEnd: 3, volume: 1, series: 'Mafalda' }],
    ['寄生獣 上巻.cbz', { volume: 1, series: '寄生獣' }],
    ['寄生獣（下）.cbz', { volume: 3, series: '寄生獣' }],
    ['寄生獣 上.cbz', { volume: 1, series: '寄生獣' }],
    ['전설 하권.cbz', { volume: 3, series: '전설' }],
  ],
  'reads numbers with letters and counts of titles': [
    [
      'Seriesname #S01 This is the title (1950).cbr',
      { year: 1950, series: 'Seriesname', title: 'This is the title', number: { text: 'S01', value: 1 } },
    ],
    [
      'Foobar-Man Annual #121 - The Wrath, Part 1 of 2.cbz',
      {
        isSpecial: true,
        format: 'Annual',
        series: 'Foobar-Man Annual',
        title: 'The Wrath, Part 1 of 2',
        number: '121',
      },
    ],
    [
      'To Love Ru v11 Uncensored (Ch.089-097+Omake).cbz',
      { volume: 11, chapterEnd: 97, chapter: 89, series: 'To Love Ru', title: 'Uncensored' },
    ],
    ['Manga - Vol.TBE Ch.0058 - Title.cbz', { chapter: 58, series: 'Manga', title: 'Title' }],
  ],
  'reads dates in any form': [
    [
      'Doctor Strange Volume 2 Issue 4 (03-2022).cbz',
      { volume: 2, year: 2022, month: 3, series: 'Doctor Strange', number: '4' },
    ],
    [
      "L'Uomo Ragno 219 (Corno 1978-09-18).cbr",
      { year: 1978, month: 9, day: 18, publisher: 'Corno', series: "L'Uomo Ragno", number: '219' },
    ],
    ['Batman 012 (February, 1998).cbz', { year: 1998, month: 2, series: 'Batman', number: '12' }],
    ['Batman 012 (3rd May 1998).cbz', { year: 1998, month: 5, day: 3, series: 'Batman', number: '12' }],
    ['Korra (FCBD 2021).cbr', { tags: ['FCBD'], year: 2021, title: 'Korra' }],
    ['Tales, 2006-12-00 (#03).cbz', { year: 2006, month: 12, series: 'Tales', number: '3' }],
    ['Batman 012 (May-June 1950).cbz', { year: 1950, month: 5, series: 'Batman', number: '12' }],
    ['Batman 012 (Summer 1950).cbz', { year: 1950, series: 'Batman', number: '12' }],
    ['Batman 012 (1950-05).cbz', { year: 1950, month: 5, series: 'Batman', number: '12' }],
    ['Batman 012 (19750913).cbz', { year: 1975, month: 9, day: 13, series: 'Batman', number: '12' }],
    ['Batman 012 (1987.05).cbz', { year: 1987, month: 5, series: 'Batman', number: '12' }],
    ['Batman 012 (Sep-1987).cbz', { year: 1987, month: 9, series: 'Batman', number: '12' }],
    ['Batman 012 (Winter 1943-44).cbz', { year: 1943, yearEnd: 1944, series: 'Batman', number: '12' }],
    ['Micky Maus Heft 23-1985.cbr', { year: 1985, series: 'Micky Maus', number: '23' }],
    ['The Economist (May 3rd 2025).pdf', { year: 2025, month: 5, day: 3, title: 'The Economist' }],
    ['The Economist - 3rd May 2025.pdf', { year: 2025, month: 5, day: 3, series: 'The Economist' }],
    ['PC Welt 03-2024.pdf', { year: 2024, month: 3, series: 'PC Welt' }],
    ['Der Spiegel 23-2024.pdf', { year: 2024, series: 'Der Spiegel', number: '23' }],
    ['Wired - June-July 2023.pdf', { year: 2023, month: 6, series: 'Wired' }],
    ['Quo - 14 de mayo de 2019.pdf', { year: 2019, month: 5, day: 14, series: 'Quo' }],
    ['Мурзилка май 2019.pdf', { year: 2019, month: 5, series: 'Мурзилка' }],
  ],
  'reads exact fractions': [
    ['Title v04.5.cbz', { volume: 4.5, series: 'Title' }],
    ['Title Ch. 10½.cbz', { chapter: 10.5, series: 'Title' }],
    ['Title Vol. 1½.cbz', { volume: 1.5, series: 'Title' }],
    ['Title 10a.cbz', { series: 'Title', number: { text: '10a', value: 10 } }],
    ['Title #4.5.cbz', { series: 'Title', number: '4.5' }],
  ],
  'drops the place in a reading order': [
    ['001 - Amazing Spider-Man #252.cbz', { series: 'Amazing Spider-Man', number: '252' }],
    ['[012] Civil War #3.cbz', { series: 'Civil War', number: '3' }],
    ['05. Secret Wars 002.cbz', { series: 'Secret Wars', number: '2' }],
    ['421 - 01 - Koude Oorlog.cbz', { series: '421', title: 'Koude Oorlog', number: '1' }],
    ['86 - Eighty-Six v02.cbz', { volume: 2, series: '86 - Eighty-Six' }],
    ['001 Civil War #1.cbz', { series: 'Civil War', number: '1' }],
    ['05 - Chapter 12.cbz', { chapter: 12 }],
  ],
  'keeps editions before the number in the series': [
    [
      'Berserk (Deluxe Edition) v01.cbz',
      { edition: 'Deluxe Edition', volume: 1, series: 'Berserk (Deluxe Edition)' },
    ],
  ],
  'keeps dots of titles': [
    ['D.Gray-man.v10.cbz', { volume: 10, series: 'D.Gray-man' }],
    ['Dr.STONE.v03.cbz', { volume: 3, series: 'Dr.STONE' }],
    ['Star.Wars.012.cbz', { series: 'Star Wars', number: '12' }],
    ['G.I.Joe.v02.cbz', { volume: 2, series: 'G.I.Joe' }],
    ['No.6.v02.cbz', { volume: 2, series: 'No.6' }],
  ],
};

for (const [sentence, rows] of Object.entries(tables)) {
  describe(sentence, () => {
    test.each(rows)('%s', (name, stated) => {
      expect(toParsedFields(parseFileName(name))).toEqual(stated);
    });
  });
}
