// A series with complete metadata, for tests of its pages.
import type { Series } from '@lectern/contract/libraries/series';
import { type Client, makeCbz } from '@lectern/server/testing';

const infoOf = (n: number) => `<Series>Saga</Series><Number>${n}</Number><Volume>1</Volume>
  <Year>2012</Year><Month>3</Month><Day>14</Day>
  <Publisher>Image</Publisher><Genre>Fantasy, Space opera</Genre><Tags>family</Tags><LanguageISO>en</LanguageISO>
  <Writer>Brian K. Vaughan</Writer><Penciller>Fiona Staples</Penciller><CoverArtist>Fiona Staples</CoverArtist>
  <AgeRating>Mature 17+</AgeRating><Web>https://imagecomics.example/saga</Web>`;

/** Files of four books with five pages each: `Saga/Saga 001.cbz`. */
export async function makeSaga(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= 4; n++)
    files[`Saga/Saga 00${n}.cbz`] = await makeCbz({ mark: `s${n}`, pages: 5, comicInfo: infoOf(n) });
  return files;
}

/** Sets the metadata of the series that its files do not contain. */
export const describeSaga = (admin: Client, { id }: Series) =>
  admin.patch(`/api/v1/series/${id}/metadata`, {
    summary: 'Two soldiers from opposite sides of a never-ending war fall in love.\n\nA second paragraph.',
    alternateTitles: [{ label: 'Japanese', title: 'サーガ' }],
    status: 'ongoing',
    year: 2012,
    totalVolumeCount: 12,
  });
