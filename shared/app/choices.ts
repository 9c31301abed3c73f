/** What a seller can choose about how the app works, under the keys of the window's own state. */

export const UNDO_KEY = 'messaging.undoSeconds'
/** How long a message can be taken back before it goes. */
export const undoChoicesS = [0, 5, 10, 20, 60] as const
export const DEFAULT_UNDO_S = 10

export const LOOK_KEY = 'messaging.lookSeconds'
/** How long it is from one look for new messages to the next. Never more often than the platform should be asked. */
export const lookChoicesS = [30, 60, 120, 300] as const
export const DEFAULT_LOOK_S = 30

/** What the desktop's notices tell of. */
export const noticeKinds = ['arrivals', 'mappings'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** Each is told of unless the seller says otherwise. */
export const noticeKeys = { arrivals: 'notices.arrivals', mappings: 'notices.mappings' } as const satisfies Readonly<
  Record<NoticeKind, string>
>

export const LOCALE_KEY = 'appearance.locale'
/** As the system has it, or by the tag of a language with its country. */
export const localeChoices = [
  'system',
  'en-GB',
  'en-US',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'sv-SE',
  'pt-BR',
  'ja-JP',
] as const
