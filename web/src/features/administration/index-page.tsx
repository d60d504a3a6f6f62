// The start page of the administration on wide screens: a card for each page. Phones show the navigation instead.
import { Card, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import { useSections } from './sections.tsx';

export function AdministrationIndex() {
  const t = useTranslate();
  const open = useSections();
  return (
    <>
      <Title order={1} size="h2">
        {t('administration.administration')}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        {open
          .filter(({ isDetail }) => !isDetail)
          .map(({ to, label, about, icon }) => (
            <Card
              key={label}
              withBorder
              renderRoot={(props) => <Link to={to} {...props} />}
              style={{ color: 'inherit', textDecoration: 'none' }}
            >
              {icon}
              <Text fw={600} mt="xs">
                {t(label)}
              </Text>
              <Text size="sm" c="dimmed">
                {t(about)}
              </Text>
            </Card>
          ))}
      </SimpleGrid>
    </>
  );
}
