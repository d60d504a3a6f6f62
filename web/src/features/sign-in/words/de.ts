// Wörter der Anmeldung.
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const de: Translated<typeof en> = {
  nameOrEmail: 'Benutzername oder E-Mail',
  password: 'Passwort',
  signIn: 'Anmelden',
  signInWith: 'Mit {name} anmelden',
  or: 'oder',
  wrong: 'Name oder Passwort stimmt nicht.',
  tooMany:
    'Zu viele Versuche. Versuche es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  busy: 'Der Server hat gerade zu viel zu tun. Versuche es gleich noch einmal.',
  providerSilent: 'Der Anbieter antwortet gerade nicht. Versuche es gleich noch einmal.',
  over: 'Du wurdest abgemeldet: Deine Sitzung ist vorbei, oder dein Passwort wurde geändert. Melde dich an, und es geht dort weiter, wo du warst.',
  denied: 'Du bist nicht angemeldet: Du hast abgebrochen, oder der Anbieter hat dich nicht angemeldet.',
  refused:
    'Der Anbieter kennt dich, aber du darfst diese Bibliothek nicht benutzen. Frage, wer sich um diesen Server kümmert.',
  unverified: 'Was der Anbieter über dich sagt, konnte nicht geprüft werden. Bitte beginne noch einmal.',
  notFinished:
    'Diese Anmeldung wurde in diesem Browser nicht beendet oder hat zu lange gedauert. Bitte beginne noch einmal.',
  emailTaken: 'Es gibt ein Konto mit deiner E-Mail-Adresse. Melde dich mit dessen Passwort an.',
  passwordNeeded: 'Um als {name} weiterzumachen, gib das Passwort ein.',
  onThisDevice: 'Auf diesem Gerät',
  continueAs: 'Weiter als {name}',
  forget: '{name} auf diesem Gerät vergessen',
  someoneElse: 'Jemand anderes',
  newHere: 'Neu hier?',
  createAccount: 'Konto anlegen',
  haveAccount: 'Ich habe ein Konto',
  setupCode: 'Einrichtungscode',
  setupCodeHint: 'Er steht im Terminal und im Protokoll des Servers.',
  setupCodeWrong: 'Das ist nicht der Einrichtungscode, den der Server anzeigt.',
  userName: 'Benutzername',
  email: 'E-Mail',
  passwordHint: 'Mindestens 8 Zeichen',
  taken: 'Es gibt schon ein Konto mit diesem Namen oder dieser E-Mail-Adresse.',
  language: 'Sprache',
  signOutWaits:
    '{names}: hier abgemeldet, aber der Server war nicht zu erreichen. Er erfährt es, sobald es geht; lass diese Seite offen oder komm auf sie zurück.',
};
