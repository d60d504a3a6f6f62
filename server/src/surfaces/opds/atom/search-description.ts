// The search description (OpenSearch 1.1). The first template returns series and books, the second only books.
import { type Bases, mediaTypes } from '../addresses.ts';
import { element, textElement, toDocument } from './xml.ts';

export const toSearchDescription = ({ atom }: Bases): string =>
  toDocument(
    element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
      textElement('ShortName', 'Lectern'),
      textElement('Description', 'Search series and books by title, people, genre, ISBN and more'),
      textElement('InputEncoding', 'UTF-8'),
      textElement('OutputEncoding', 'UTF-8'),
      element('Url', { type: mediaTypes.navigation, template: `${atom}/search?q={searchTerms}` }),
      element('Url', { type: mediaTypes.acquisition, template: `${atom}/search/books?q={searchTerms}` }),
    ]),
  );
