// ログインのことば
import type { Translated } from '../../../i18n/text.ts';
import type { en } from './en.ts';

export const ja: Translated<typeof en> = {
  nameOrEmail: 'ユーザー名またはメールアドレス',
  password: 'パスワード',
  signIn: 'ログイン',
  signInWith: '{name} でログイン',
  or: 'または',
  wrong: '名前またはパスワードが正しくありません。',
  tooMany: '試行回数が多すぎます。{seconds, plural, other {# 秒}}後にもう一度お試しください。',
  busy: 'サーバーが混み合っています。しばらくしてからもう一度お試しください。',
  providerSilent: 'プロバイダーが応答しません。しばらくしてからもう一度お試しください。',
  over: 'セッションが終了したか、パスワードが変更されたため、ログアウトされました。ログインすると、元の場所から続けられます。',
  denied: 'ログインしていません。途中で取り消されたか、プロバイダーがログインを許可しませんでした。',
  refused:
    'プロバイダーでは確認できましたが、このライブラリを利用する権限がありません。サーバーの管理者にお問い合わせください。',
  unverified: 'プロバイダーからの情報を確認できませんでした。もう一度やり直してください。',
  notFinished:
    'このブラウザーでのログインが完了していないか、時間がかかりすぎました。もう一度やり直してください。',
  emailTaken: 'このメールアドレスのアカウントがすでにあります。そのパスワードでログインしてください。',
  passwordNeeded: '{name} として続けるには、パスワードを入力してください。',
  onThisDevice: 'この端末のアカウント',
  continueAs: '{name} として続ける',
  forget: 'この端末から {name} を削除',
  someoneElse: '別の人',
  newHere: 'はじめての方はこちら',
  createAccount: 'アカウントを作成',
  haveAccount: 'アカウントを持っています',
  setupCode: 'セットアップコード',
  setupCodeHint: 'サーバーのターミナルとログに表示されています。',
  setupCodeWrong: 'サーバーに表示されているセットアップコードと一致しません。',
  userName: 'ユーザー名',
  email: 'メールアドレス',
  passwordHint: '8 文字以上',
  taken: 'この名前またはメールアドレスのアカウントはすでにあります。',
  language: '言語',
  signOutWaits:
    '{names}：この端末ではサインアウトしましたが、サーバーに接続できませんでした。接続でき次第サーバーに伝えます。このページを開いたままにするか、後で開き直してください。',
};
