// Shows its children if a provider can be searched, and otherwise offers to turn providers on.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProviderOffer } from './provider-offer.tsx';
import { canSearch, metadataProviders, type Noun } from './queries.ts';

export function ProviderRequired({ noun, children }: { noun: Noun; children?: ReactNode }) {
  const { data, isError } = useQuery(metadataProviders);
  // Users who can change only books may not list providers, but may search them.
  if (isError) return children;
  if (!data) return null;
  return canSearch(data, noun) ? children : <ProviderOffer noun={noun} isOnline={data.isOnline} />;
}
