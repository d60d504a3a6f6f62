// The setup: creates the first administrator and a library, then opens the home page, which fills during the scan.
import { importPrograms } from '@lectern/contract/values';
import { Button, Center, Stack, Stepper, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { setupStatus } from '../../api/queries.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { LibraryForm } from '../libraries/index.tsx';
import { AccountForm, LanguageChoice } from '../sign-in/index.tsx';

export function WelcomePage() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(setupStatus);
  const [step, setStep] = useState(0);
  const queries = useQueryClient();
  const navigate = useNavigate();
  if (data && !data.setupRequired && step === 0) return <Navigate to="/" />;
  const begin = () => {
    setStep(1);
    queries.clear();
  };
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={640} gap="lg">
        <div>
          <Title order={1}>{t('setup.welcome')}</Title>
          <Text c="dimmed">{t('setup.twoSteps')}</Text>
        </div>
        <Stepper active={step} allowNextStepsSelect={false} size="sm">
          <Stepper.Step label={t('setup.you')} description={t('setup.administrator')} disabled={step > 0}>
            <AccountForm
              create={(body) => call('POST /api/v1/auth/browser/initialize', { body })}
              onDone={begin}
              action={t('setup.next')}
              needsSetupCode={data?.setupCodeRequired === true}
            />
          </Stepper.Step>
          <Stepper.Step label={t('setup.yourBooks')} description={t('setup.firstLibrary')}>
            <LibraryForm asksOnline onDone={() => navigate({ to: '/' })} />
            <Button variant="subtle" mt="sm" onClick={() => navigate({ to: '/' })}>
              {t('setup.later')}
            </Button>
            <Text mt="sm">
              <AnchorLink to="/administration/import">
                {t('setup.import', { programs: format.list(importPrograms) })}
              </AnchorLink>
            </Text>
          </Stepper.Step>
        </Stepper>
        <LanguageChoice />
      </Stack>
    </Center>
  );
}
