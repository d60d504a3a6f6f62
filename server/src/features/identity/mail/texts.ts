// The messages that are sent by e-mail, in each language of the web client. Plain text.

interface Text {
  subject: string;
  text: string;
}

interface Texts {
  test(): Text;
  invitation(values: { inviter: string; link: string; expiresAt: string }): Text;
  reset(values: { username: string; link: string; expiresAt: string }): Text;
}

/** A paragraph per line. */
const toText = (...paragraphs: string[]): string => `${paragraphs.join('\n\n')}\n`;

const en: Texts = {
  test: () => ({
    subject: 'Test message from Lectern',
    text: toText('Lectern can send e-mail through this mail server.'),
  }),
  invitation: ({ inviter, link, expiresAt }) => ({
    subject: 'Invitation to a Lectern library',
    text: toText(
      `${inviter} invites you to a library of comics and books. Open this link to create your account:`,
      link,
      `The link works once, until ${expiresAt} (UTC). If you do not know ${inviter}, ignore this message.`,
    ),
  }),
  reset: ({ username, link, expiresAt }) => ({
    subject: 'Set a new Lectern password',
    text: toText(
      `Open this link to set a new password for ${username}:`,
      link,
      `The link works once, until ${expiresAt} (UTC). If you did not request it, ignore this message: your password stays the same.`,
    ),
  }),
};

const de: Texts = {
  test: () => ({
    subject: 'Testnachricht von Lectern',
    text: toText('Lectern kann über diesen Mailserver E-Mails senden.'),
  }),
  invitation: ({ inviter, link, expiresAt }) => ({
    subject: 'Einladung zu einer Lectern-Bibliothek',
    text: toText(
      `${inviter} lädt dich zu einer Bibliothek mit Comics und Büchern ein. Öffne diesen Link, um dein Konto zu erstellen:`,
      link,
      `Der Link funktioniert einmal, bis ${expiresAt} (UTC). Wenn du ${inviter} nicht kennst, ignoriere diese Nachricht.`,
    ),
  }),
  reset: ({ username, link, expiresAt }) => ({
    subject: 'Neues Lectern-Passwort festlegen',
    text: toText(
      `Öffne diesen Link, um ein neues Passwort für ${username} festzulegen:`,
      link,
      `Der Link funktioniert einmal, bis ${expiresAt} (UTC). Wenn du ihn nicht angefordert hast, ignoriere diese Nachricht: Dein Passwort bleibt unverändert.`,
    ),
  }),
};

const fr: Texts = {
  test: () => ({
    subject: 'Message de test de Lectern',
    text: toText('Lectern peut envoyer des e-mails par ce serveur de messagerie.'),
  }),
  invitation: ({ inviter, link, expiresAt }) => ({
    subject: 'Invitation à une bibliothèque Lectern',
    text: toText(
      `${inviter} vous invite dans une bibliothèque de bandes dessinées et de livres. Ouvrez ce lien pour créer votre compte :`,
      link,
      `Le lien fonctionne une seule fois, jusqu’au ${expiresAt} (UTC). Si vous ne connaissez pas ${inviter}, ignorez ce message.`,
    ),
  }),
  reset: ({ username, link, expiresAt }) => ({
    subject: 'Définir un nouveau mot de passe Lectern',
    text: toText(
      `Ouvrez ce lien pour définir un nouveau mot de passe pour ${username} :`,
      link,
      `Le lien fonctionne une seule fois, jusqu’au ${expiresAt} (UTC). Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe reste inchangé.`,
    ),
  }),
};

const ja: Texts = {
  test: () => ({
    subject: 'Lecternからのテストメッセージ',
    text: toText('Lecternはこのメールサーバーを使ってメールを送信できます。'),
  }),
  invitation: ({ inviter, link, expiresAt }) => ({
    subject: 'Lecternライブラリへの招待',
    text: toText(
      `${inviter}さんから、コミックと本のライブラリへの招待が届きました。次のリンクを開いてアカウントを作成してください。`,
      link,
      `リンクは${expiresAt}（UTC）まで1回だけ使えます。${inviter}さんに心当たりがない場合は、このメッセージを無視してください。`,
    ),
  }),
  reset: ({ username, link, expiresAt }) => ({
    subject: 'Lecternの新しいパスワードの設定',
    text: toText(
      `次のリンクを開いて、${username}の新しいパスワードを設定してください。`,
      link,
      `リンクは${expiresAt}（UTC）まで1回だけ使えます。心当たりがない場合は、このメッセージを無視してください。パスワードは変更されません。`,
    ),
  }),
};

const languages: Readonly<Record<string, Texts>> = { en, de, fr, ja };

/** Formats a time in UTC, because the time zone of the recipient is unknown. */
export const formatTime = (language: string | null, timeMs: number): string =>
  new Intl.DateTimeFormat(language ?? 'en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(timeMs);

/** Returns the messages in this language, or in English. */
export const toTexts = (language: string | null): Texts => languages[language ?? 'en'] ?? en;
