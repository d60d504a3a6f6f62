// A list of facts without empty values.
import type { ReactNode } from 'react';
import classes from './shown.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

const isKnown = ({ value }: Fact) => value !== null && value !== undefined && value !== '' && value !== false;

export function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(isKnown);
  if (known.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {known.map(({ label, value }) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </dl>
  );
}
