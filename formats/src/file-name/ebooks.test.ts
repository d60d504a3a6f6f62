import { describe, expect, test } from 'vitest';
import { parseFileName } from './parse-name.ts';
import { type ParsedFields, toParsedFields } from './parsed-fields.ts';

const tables: Record<string, [name: string, said: ParsedFields][]> = {
  'reads the side that looks like a person as the author': [
    ['Andy Weir - The Martian.epub', { title: 'The Martian', authors: ['Andy Weir'] }],
    ['The Martian - Andy Weir.epub', { title: 'The Martian', authors: ['Andy Weir'] }],
    ['Jane Austen - Northanger Abbey.epub', { title: 'Northanger Abbey', authors: ['Jane Austen'] }],
    ['Don Quixote - Miguel de Cervantes.epub', { title: 'Don Quixote', authors: ['Miguel de Cervantes'] }],
    ['Asimov, Isaac - Foundation.epub', { title: 'Foundation', authors: ['Isaac Asimov'] }],
    [
      'Terry Pratchett & Neil Gaiman - Good Omens.epub',
      { title: 'Good Omens', authors: ['Terry Pratchett', 'Neil Gaiman'] },
    ],
    [
      'Good Omens by Terry Pratchett and Neil Gaiman.epub',
      { title: 'Good Omens', authors: ['Terry Pratchett', 'Neil Gaiman'] },
    ],
    [
      'The Hobbit (J. R. R. Tolkien) (Z-Library).epub',
      { title: 'The Hobbit', authors: ['J. R. R. Tolkien'], tags: ['Z-Library'] },
    ],
    ['Sapiens - A Brief History of Humankind.epub', { title: 'Sapiens - A Brief History of Humankind' }],
    ['Step by Step Guide.epub', { title: 'Step by Step Guide' }],
    ['Step by Step Cooking.epub', { title: 'Step by Step Cooking' }],
    ['Stand by Me.epub', { title: 'Stand by Me' }],
    ['Jane Austen - Northanger Abbey.cbz', { title: 'Jane Austen - Northanger Abbey' }],
  ],
  'prefers a known given name to other words in capitals': [
    ['Snow Crash - Neal Stephenson.epub', { title: 'Snow Crash', authors: ['Neal Stephenson'] }],
    ['Neal Stephenson - Snow Crash.epub', { title: 'Snow Crash', authors: ['Neal Stephenson'] }],
    ['Norwegian Wood - Haruki Murakami.epub', { title: 'Norwegian Wood', authors: ['Haruki Murakami'] }],
    ['Red Rising - Pierce Brown.epub', { title: 'Red Rising', authors: ['Pierce Brown'] }],
    ['Catch 22 - Joseph Heller.epub', { title: 'Catch 22', authors: ['Joseph Heller'] }],
    ['Foundation 1 - Isaac Asimov.epub', { series: 'Foundation', number: '1', authors: ['Isaac Asimov'] }],
    [
      'Leviathan Wakes - The Expanse Book 1 - James S. A. Corey.epub',
      { series: 'The Expanse', number: '1', title: 'Leviathan Wakes', authors: ['James S. A. Corey'] },
    ],
    [
      'Le Guin, Ursula K. - Earthsea 01 - A Wizard of Earthsea.epub',
      { series: 'Earthsea', number: '1', title: 'A Wizard of Earthsea', authors: ['Ursula K. Le Guin'] },
    ],
    [
      'The Lathe of Heaven - Ursula K. Le Guin.epub',
      { title: 'The Lathe of Heaven', authors: ['Ursula K. Le Guin'] },
    ],
    [
      'Terry Pratchett, Neil Gaiman - Good Omens.epub',
      { title: 'Good Omens', authors: ['Terry Pratchett', 'Neil Gaiman'] },
    ],
    ['Лев Толстой - Война и мир. Том 1.fb2', { series: 'Война и мир', volume: 1, authors: ['Лев Толстой'] }],
    [
      'Стругацкий Аркадий - Пикник на обочине.fb2',
      { title: 'Пикник на обочине', authors: ['Стругацкий Аркадий'] },
    ],
  ],
  'reads names that download sites give to files': [
    [
      'Dune Messiah (Dune 2) (Frank Herbert) (Z-Library).epub',
      { series: 'Dune', number: '2', title: 'Dune Messiah', authors: ['Frank Herbert'], tags: ['Z-Library'] },
    ],
    [
      'The Name of the Wind - Patrick Rothfuss - libgen.li.epub',
      { title: 'The Name of the Wind', authors: ['Patrick Rothfuss'] },
    ],
    [
      'Neal Asher - Polity 05 - Hilldiggers v1.0.epub',
      { series: 'Polity', number: '5', title: 'Hilldiggers', authors: ['Neal Asher'] },
    ],
    [
      'Mistborn_ The Final Empire (Mistborn Saga Book 1).azw3',
      { series: 'Mistborn Saga', number: '1', title: 'Mistborn: The Final Empire' },
    ],
    [
      'The Hobbit -- Tolkien, J. R. R_ -- Middle Earth, 1, 1937 -- Allen & Unwin -- 0123456789abcdef0123456789abcdef -- Anna’s Archive.epub',
      { title: 'The Hobbit', authors: ['J. R. R. Tolkien'], year: 1937, publisher: 'Allen & Unwin' },
    ],
    [
      "Good Omens_ A Novel -- Terry Pratchett; Neil Gaiman -- 1990 -- Gollancz -- 9780575048003 -- Anna's Archive.epub",
      {
        title: 'Good Omens: A Novel',
        authors: ['Terry Pratchett', 'Neil Gaiman'],
        year: 1990,
        publisher: 'Gollancz',
        isbn: '9780575048003',
      },
    ],
    ["Yard -- 0123456789abcdef0123456789abcdef -- Anna's Archive.epub", { title: 'Yard' }],
  ],
  'reads a series with author and title': [
    ['01 The Innocence of Father Brown.epub', { number: '1', title: 'The Innocence of Father Brown' }],
    ['1. The Innocence.epub', { number: '1', title: 'The Innocence' }],
    ['5 - The Fifth.epub', { number: '5', title: 'The Fifth' }],
    [
      'Isaac Asimov - Foundation 03 - Second Foundation (2010, Spectra).epub',
      {
        series: 'Foundation',
        number: '3',
        title: 'Second Foundation',
        authors: ['Isaac Asimov'],
        year: 2010,
        publisher: 'Spectra',
      },
    ],
    [
      'Isaac Asimov - [Foundation 03] - Second Foundation.epub',
      { series: 'Foundation', number: '3', title: 'Second Foundation', authors: ['Isaac Asimov'] },
    ],
    [
      'Rowling, J. K. - [Harry Potter 01] - The Philosopher’s Stone (Bloomsbury, 1997) [retail].epub',
      {
        series: 'Harry Potter',
        number: '1',
        title: 'The Philosopher’s Stone',
        authors: ['J. K. Rowling'],
        year: 1997,
        publisher: 'Bloomsbury',
        tags: ['retail'],
      },
    ],
    [
      'The Gunslinger (The Dark Tower, #1).epub',
      { series: 'The Dark Tower', number: '1', title: 'The Gunslinger' },
    ],
    [
      'The Golden Compass (His Dark Materials 1).epub',
      { series: 'His Dark Materials', number: '1', title: 'The Golden Compass' },
    ],
    [
      'Foundation 02 - Foundation and Empire - Isaac Asimov.epub',
      { series: 'Foundation', number: '2', title: 'Foundation and Empire', authors: ['Isaac Asimov'] },
    ],
    [
      'Harry Potter 01 - Chamber Secrets.epub',
      { series: 'Harry Potter', number: '1', title: 'Chamber Secrets' },
    ],
    ['Book One.epub', { number: '1' }],
  ],
  'reads names of light novels': [
    ['Overlord, Vol. 1 (light novel).epub', { series: 'Overlord', volume: 1, bookType: 'novel' }],
    [
      "So I'm a Spider, So What?, Vol. 3 (light novel).epub",
      { series: "So I'm a Spider, So What?", volume: 3, bookType: 'novel' },
    ],
    ['86--EIGHTY-SIX, Vol. 2.epub', { series: '86--EIGHTY-SIX', volume: 2 }],
    [
      'Classroom of the Elite - Volume 04.5 [Seven Seas][Kobo].epub',
      { series: 'Classroom of the Elite', volume: 4.5, groups: ['Seven Seas'], tags: ['Kobo'] },
    ],
  ],
  'keeps numbers of titles': [
    ['1984.epub', { title: '1984' }],
    ['Fahrenheit 451.epub', { title: 'Fahrenheit 451' }],
    ['Catch-22.epub', { title: 'Catch-22' }],
    ['20,000 Leagues Under the Sea.epub', { title: '20,000 Leagues Under the Sea' }],
    ['10000 spine items.epub', { title: '10000 spine items' }],
    ['veraPDF test suite 6-2-3-3-t01-fail-e.pdf', { title: 'veraPDF test suite 6-2-3-3-t01-fail-e' }],
    ['doc_1_3_pages.pdf', { title: 'doc 1 3 pages' }],
    ['002-trivial-libre-office-writer.pdf', { number: '2', title: 'trivial-libre-office-writer' }],
  ],
  'reads editions, languages, ISBN and copies': [
    [
      'Effective Java 3rd Edition (2018).pdf',
      { title: 'Effective Java', edition: '3rd Edition', year: 2018 },
    ],
    [
      'The Pragmatic Programmer, 20th Anniversary Edition.epub',
      { title: 'The Pragmatic Programmer', edition: '20th Anniversary Edition' },
    ],
    ['live-manual.pt_BR.epub', { title: 'live-manual', language: 'pt-BR' }],
    ['live-manual.fr.epub', { title: 'live-manual', language: 'fr' }],
    ['Quick Start Guide (fra).epub', { title: 'Quick Start Guide', language: 'fr' }],
    ['9780306406157.epub', { isbn: '9780306406157' }],
    ['Clean Code ISBN 0-13-235088-2.pdf', { title: 'Clean Code', isbn: '9780132350884' }],
    ['Some Book (978-0-306-40615-7).pdf', { title: 'Some Book', isbn: '9780306406157' }],
    ['9780306406158.epub', { title: '9780306406158' }],
    ['Leaves of Grass (1).epub', { title: 'Leaves of Grass' }],
  ],
  'keeps unknown notes in brackets in the title': [
    ['Page Blanche (bitmaps in spine).epub', { title: 'Page Blanche (bitmaps in spine)' }],
    ['Haruko (HTML + JPEG, fixed layout, RTL).epub', { title: 'Haruko (HTML + JPEG, fixed layout, RTL)' }],
    ['草枕.epub', { title: '草枕' }],
    ['الحمية.epub', { title: 'الحمية' }],
    ['TitleWithVolume.epub', { title: 'TitleWithVolume' }],
    ['test_special_chars !@#$%^&()_+-={}[].epub', { title: 'test special chars !@#$%^' }],
    [
      'The Golden Harpoon; Or, Lost Among the Floes A Story of the Whaling Grounds.epub',
      { title: 'The Golden Harpoon; Or, Lost Among the Floes A Story of the Whaling Grounds' },
    ],
  ],
};

for (const [sentence, rows] of Object.entries(tables)) {
  describe(sentence, () => {
    test.each(rows)('%s', (name, stated) => {
      expect(toParsedFields(parseFileName(name))).toEqual(stated);
    });
  });
}
