import { describe, expect, test } from 'vitest';
import { parseFileName } from './parse-name.ts';
import { type ParsedFields, toParsedFields } from './parsed-fields.ts';

const special = { isSpecial: true, format: 'Special' } as const;

const tables: Record<string, [name: string, said: ParsedFields][]> = {
  'reads a padded number before the year as the number': [
    ['Batman 005 (2016).cbz', { series: 'Batman', number: '5', year: 2016 }],
    ['Science Comics 001 (1946).cbz', { series: 'Science Comics', number: '1', year: 1946 }],
    [
      'Saga 001 (2012) (Digital) (Zone-Empire).cbz',
      { series: 'Saga', number: '1', year: 2012, tags: ['Digital'], groups: ['Zone-Empire'] },
    ],
    [
      'Saga 001 (2012) (digital-Empire).cbz',
      { series: 'Saga', number: '1', year: 2012, tags: ['digital'], groups: ['Empire'] },
    ],
    [
      'Amazing Fantasy 15 (1962) (c2c) (Minutemen-Spiderman).cbr',
      { series: 'Amazing Fantasy', number: '15', year: 1962, tags: ['c2c'], groups: ['Minutemen-Spiderman'] },
    ],
    [
      'Action Comics 001 (1938) (c2c) (F).cbr',
      { series: 'Action Comics', number: '1', year: 1938, tags: ['c2c', 'F'] },
    ],
    [
      'Saga (2012) (Digital) (Zone-Empire).cbz',
      { title: 'Saga', year: 2012, tags: ['Digital'], groups: ['Zone-Empire'] },
    ],
    ['batman 005.CBZ', { series: 'batman', number: '5' }],
    ['Batman 005 2016.cbz', { series: 'Batman', number: '5', year: 2016 }],
    ['Page_Blanche_012_(2011).cbz', { series: 'Page Blanche', number: '12', year: 2011 }],
    ['Page.Blanche.012.2011.cbz', { series: 'Page Blanche', number: '12', year: 2011 }],
    ['S.H.I.E.L.D. 003.cbz', { series: 'S.H.I.E.L.D.', number: '3' }],
    ['Naruto-012.cbz', { series: 'Naruto', number: '12' }],
    ['😀 Emoji Comic 003.cbz', { series: '😀 Emoji Comic', number: '3' }],
  ],
  'reads an unpadded number at the end of the title': [
    ['Dr. Strange 12.cbz', { series: 'Dr. Strange', number: '12' }],
    ['Judge Dredd Megazine 400 (2018).cbz', { series: 'Judge Dredd Megazine', number: '400', year: 2018 }],
    ['2000AD 1234 (1999).cbz', { series: '2000AD', number: '1234', year: 1999 }],
    [
      'Lucky Luke - 12 - Les cousins Dalton.cbr',
      { series: 'Lucky Luke', number: '12', title: 'Les cousins Dalton' },
    ],
    ['Area 51 - 12 - Title.cbz', { series: 'Area 51', number: '12', title: 'Title' }],
    ['Fantastic 4 - 12.cbz', { series: 'Fantastic 4', number: '12' }],
    ['12.cbz', { number: '12' }],
    ['Naruto (12).cbz', { series: 'Naruto', number: '12' }],
    ['Naruto [12].cbz', { series: 'Naruto', number: '12' }],
  ],
  'keeps a number within the title': [
    ['100 Bullets 001.cbz', { series: '100 Bullets', number: '1' }],
    ['52 v01.cbz', { series: '52', volume: 1 }],
    ['30 Days of Night 02.cbz', { series: '30 Days of Night', number: '2' }],
    ['30 Days of Night.cbz', { title: '30 Days of Night' }],
    ["X-Men '92 001.cbz", { series: "X-Men '92", number: '1' }],
    [
      "Batman '66 Meets The Green Hornet 01.cbz",
      { series: "Batman '66 Meets The Green Hornet", number: '1' },
    ],
    ['Spider-Man 2099 012 (1993).cbz', { series: 'Spider-Man 2099', number: '12', year: 1993 }],
    ['Blade Runner 2049.cbz', { title: 'Blade Runner 2049' }],
    ['X-23 001.cbz', { series: 'X-23', number: '1' }],
    ['Mini-14.cbz', { title: 'Mini-14' }],
    ['Gnome 4K.cbz', { title: 'Gnome 4K' }],
    ['Title 3D.cbz', { title: 'Title 3D' }],
    ['20th Century Boys v01.cbz', { series: '20th Century Boys', volume: 1 }],
    [
      'Nature Photo Album 100% #1 [2560x1600] {hi-res}.cbz',
      { series: 'Nature Photo Album 100%', number: '1', tags: ['2560x1600', 'hi-res'] },
    ],
    ['20 MB of text.cbz', { title: '20 MB of text' }],
    ['windows-1252.cbz', { title: 'windows-1252' }],
    ['Terminator T2 Judgement.cbz', { title: 'Terminator T2 Judgement' }],
    ['Wonder Woman 1984.cbz', { title: 'Wonder Woman 1984', year: 1984 }],
    ['2019.cbz', { title: '2019' }],
  ],
  'reads numbers marked by signs and words': [
    ['#12.cbz', { number: '12' }],
    ['No. 7.cbz', { number: '7' }],
    ['Issue #5.cbz', { number: '5' }],
    ['Spirou N° 4012.cbz', { series: 'Spirou', number: '4012' }],
    ['Le Journal de Mickey nº 3500.cbz', { series: 'Le Journal de Mickey', number: '3500' }],
    ['Lustiges Taschenbuch Nr. 512.cbz', { series: 'Lustiges Taschenbuch', number: '512' }],
    ['Асса №5.cbz', { series: 'Асса', number: '5' }],
    ['2000AD prog 2150 (2019).cbz', { series: '2000AD', number: '2150', year: 2019 }],
    ['Batman Vol. 2 #12.cbz', { series: 'Batman', volume: 2, number: '12' }],
    ['Saga Book Two (2017).cbz', { series: 'Saga', number: '2', year: 2017 }],
    ['Dune Part 2.cbz', { series: 'Dune', number: '2' }],
    [
      "Cory Doctorow's Futuristic Tales of the Here and Now #001 - Anda's Game (2007).cbz",
      {
        series: "Cory Doctorow's Futuristic Tales of the Here and Now",
        number: '1',
        title: "Anda's Game",
        year: 2007,
      },
    ],
  ],
  'keeps the spelling of unusual numbers and returns their value': [
    ['Gen 13 #½ (1996).cbz', { series: 'Gen 13', number: { text: '½', value: 0.5 }, year: 1996 }],
    ['#½.cbz', { number: { text: '½', value: 0.5 } }],
    ['G.I. Joe 155½ (2010).cbz', { series: 'G.I. Joe', number: { text: '155½', value: 155.5 }, year: 2010 }],
    [
      'Page Blanche #01.5 (2011) (Digital).cbz',
      { series: 'Page Blanche', number: '1.5', year: 2011, tags: ['Digital'] },
    ],
    ['Deadpool -1 (1997).cbz', { series: 'Deadpool', number: '-1', year: 1997 }],
    ['Uncanny X-Men #-1.cbz', { series: 'Uncanny X-Men', number: '-1' }],
    ['Title #0.cbz', { series: 'Title', number: '0' }],
    ['Title 000.cbz', { series: 'Title', number: '0' }],
    ['Title #1A.cbz', { series: 'Title', number: { text: '1A', value: 1 } }],
    ['Title 012b.cbz', { series: 'Title', number: { text: '12b', value: 12 } }],
    [
      'All-New X-Men 008.NOW (2013).cbz',
      { series: 'All-New X-Men', number: { text: '8.NOW', value: 8 }, year: 2013 },
    ],
    ['Age of Ultron 10AU.cbz', { series: 'Age of Ultron', number: { text: '10AU', value: 10 } }],
    ['Detective Comics #1000000.cbz', { series: 'Detective Comics', number: '1000000' }],
  ],
  'reads ranges and counts': [
    ['001-003.cbz', { number: '1', numberEnd: 3 }],
    [
      'Uncanny X-Men 141-142 (1981).cbz',
      { series: 'Uncanny X-Men', number: '141', numberEnd: 142, year: 1981 },
    ],
    ['Batman 404 - 407.cbz', { series: 'Batman', number: '404', numberEnd: 407 }],
    [
      'X-Men #001-#010 (1963-1965).cbz',
      { series: 'X-Men', number: '1', numberEnd: 10, year: 1963, yearEnd: 1965 },
    ],
    ['Series Name 012 (of 12).cbz', { series: 'Series Name', number: '12', count: 12 }],
    ['Series Name 01 (1 of 4).cbz', { series: 'Series Name', number: '1', count: 4 }],
    ['Saga #1 of 4.cbz', { series: 'Saga', number: '1', count: 4 }],
    ['Title 012 of 12.cbz', { series: 'Title', number: '12', count: 12 }],
  ],
  'reads years that distinguish runs of a series': [
    [
      'Amazing Spider-Man v2018 #1.cbz',
      { series: 'Amazing Spider-Man', number: '1', year: 2018, seriesYear: 2018 },
    ],
    ['Batman (2016) #005 (2017).cbz', { series: 'Batman', number: '5', year: 2017, seriesYear: 2016 }],
    ['The Sandman (1989) #001.cbz', { series: 'The Sandman', number: '1', year: 1989, seriesYear: 1989 }],
    [
      'Ms. Marvel (2014-2015) 001.cbz',
      { series: 'Ms. Marvel', number: '1', year: 2014, yearEnd: 2015, seriesYear: 2014 },
    ],
    ['Batman 2016 005.cbz', { series: 'Batman 2016', number: '5', year: 2016 }],
    ['Free Comic Book Day 2019.cbz', { title: 'Free Comic Book Day 2019', year: 2019 }],
  ],
  'reads volumes of collections': [
    [
      'Y - The Last Man v01 - Unmanned (2003) (Digital).cbz',
      { series: 'Y - The Last Man', volume: 1, title: 'Unmanned', year: 2003, tags: ['Digital'] },
    ],
    [
      'Sandman Vol 1 - Preludes and Nocturnes [1991] {DC}.cbr',
      { series: 'Sandman', volume: 1, title: 'Preludes and Nocturnes', year: 1991, tags: ['DC'] },
    ],
    [
      'Astérix T03 - Astérix et les Goths (1963).cbz',
      { series: 'Astérix', volume: 3, title: 'Astérix et les Goths', year: 1963 },
    ],
    ['Lanfeust de Troy - T1 - L’ivoire.cbz', { series: 'Lanfeust de Troy', volume: 1, title: 'L’ivoire' }],
    ['Monster T01 à T05.cbz', { series: 'Monster', volume: 1, volumeEnd: 5 }],
    [
      'Teenage Mutant Ninja Turtles v1 001 (1984).cbz',
      { series: 'Teenage Mutant Ninja Turtles', volume: 1, number: '1', year: 1984 },
    ],
    [
      "Alice's Adventures in Wonderland v04 (solid).cbr",
      { series: "Alice's Adventures in Wonderland", volume: 4, tags: ['solid'] },
    ],
    ['Volume IV.cbz', { volume: 4 }],
  ],
  'marks special books': [
    [
      'Detective Comics Annual 003.cbz',
      { series: 'Detective Comics Annual', number: '3', isSpecial: true, format: 'Annual' },
    ],
    ['Batman Special (1984).cbz', { title: 'Batman Special', year: 1984, ...special }],
    ['Special 1.cbz', { number: { text: 'Special 1', value: 1 }, ...special }],
    ['SP01.cbz', { number: { text: 'SP1', value: 1 }, ...special }],
    ['A Special Day.cbz', { title: 'A Special Day' }],
    [
      'Batman - Year One TPB (2005).cbz',
      { title: 'Batman - Year One', year: 2005, isSpecial: true, format: 'TPB' },
    ],
    ['Superman Red Son HC.cbz', { title: 'Superman Red Son', isSpecial: true, format: 'Hardcover' }],
    [
      'Blankets (GN) (2003).cbz',
      { title: 'Blankets', year: 2003, isSpecial: true, format: 'Graphic Novel', bookType: 'graphic_novel' },
    ],
    [
      'Invincible Omnibus v01.cbz',
      { series: 'Invincible Omnibus', volume: 1, isSpecial: true, format: 'Omnibus', bookType: 'omnibus' },
    ],
    [
      'The Killing Joke (One-Shot) (1988).cbz',
      {
        title: 'The Killing Joke',
        year: 1988,
        isOneShot: true,
        isSpecial: true,
        format: 'One-Shot',
        bookType: 'oneshot',
      },
    ],
  ],
  'reads editions, languages and copies': [
    ['A Apple Pie (1886).cbz', { title: 'A Apple Pie', year: 1886 }],
    ['A Apple Pie (1886) webp edition.cbz', { title: 'A Apple Pie', year: 1886, edition: 'webp edition' }],
    [
      'Bande dessinée – été à l’île (édition spéciale) [numérique].cbz',
      { title: 'Bande dessinée – été à l’île', edition: 'édition spéciale', tags: ['numérique'] },
    ],
    [
      'Batman - The Killing Joke - Deluxe Edition.cbz',
      { title: 'Batman - The Killing Joke', edition: 'Deluxe Edition' },
    ],
    ['Akira 01 [FR].cbz', { series: 'Akira', number: '1', language: 'fr' }],
    ['Batman 005 (2016) copy.cbz', { series: 'Batman', number: '5', year: 2016 }],
    ['Batman 005 - Copy (2).cbz', { series: 'Batman', number: '5' }],
    ['Batman 005 (2016) (1).cbz', { series: 'Batman', number: '5', year: 2016 }],
    ['Hard Copy.cbz', { title: 'Hard Copy' }],
    ['Batman.cbz.cbz', { title: 'Batman' }],
  ],
  'reads dates of magazines': [
    ['The Economist 2019-05-14.cbz', { series: 'The Economist', year: 2019, month: 5, day: 14 }],
    ['Der Spiegel 14.05.2019.pdf', { series: 'Der Spiegel', year: 2019, month: 5, day: 14 }],
    ['National Geographic - May 2019.pdf', { series: 'National Geographic', year: 2019, month: 5 }],
    ['Wired 14 May 2019.pdf', { series: 'Wired', year: 2019, month: 5, day: 14 }],
    ['Magazine 20190514.pdf', { series: 'Magazine', year: 2019, month: 5, day: 14 }],
    ['Mag.2019.05.14.pdf', { series: 'Mag', year: 2019, month: 5, day: 14 }],
    ['PC Gamer 123 - May 2019.pdf', { series: 'PC Gamer', number: '123', year: 2019, month: 5 }],
    ['Batman 012 (Mar 1995).cbz', { series: 'Batman', number: '12', year: 1995, month: 3 }],
  ],
};

for (const [sentence, rows] of Object.entries(tables)) {
  describe(sentence, () => {
    test.each(rows)('%s', (name, stated) => {
      expect(toParsedFields(parseFileName(name))).toEqual(stated);
    });
  });
}
