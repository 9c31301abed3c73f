/**
 * The saved reply “Where is my parcel” that comes with the app. It says only what is known: a line about something unknown is
 * left out, and without a parcel there is no reply (ORD-05). Pure.
 */
import type { SavedReply, VariableValues } from '../../../shared/messaging/saved-reply.ts'
import type { ReplyValues } from '../../../shared/orders/contract.ts'

export const PARCEL_REPLY_NAME = 'Where is my parcel'
const PARCEL_REPLY_ID = '~parcel'
/** Of buyers whose language the reply doesn't come in. */
const OTHERWISE = 'en'

type Lines = {
  readonly hello: string
  readonly sent: string
  readonly partlySent: string
  readonly carrier: string
  readonly tracking: string
  readonly delivery: string
  /** With a date by which it is sent, and without. */
  readonly unsentUntil: string
  readonly unsent: string
  readonly rest: string
  readonly bye: string
}

const linesByLanguage: Readonly<Record<string, Lines>> = {
  en: {
    hello: 'Hello,',
    sent: 'your parcel is on its way.',
    partlySent: 'part of your order is on its way.',
    carrier: 'Carrier: {{carrier}}',
    tracking: 'Tracking number: {{tracking}}',
    delivery: 'Expected delivery: {{delivery}}',
    unsentUntil: 'your parcel will be sent by {{shipBy}} at the latest.',
    unsent: 'your parcel has not been sent yet.',
    rest: 'The rest will be sent by {{shipBy}} at the latest.',
    bye: 'Kind regards',
  },
  de: {
    hello: 'Hallo,',
    sent: 'Ihr Paket ist unterwegs.',
    partlySent: 'ein Teil Ihrer Bestellung ist unterwegs.',
    carrier: 'Versand mit: {{carrier}}',
    tracking: 'Sendungsnummer: {{tracking}}',
    delivery: 'Voraussichtliche Lieferung: {{delivery}}',
    unsentUntil: 'Ihr Paket wird spätestens am {{shipBy}} verschickt.',
    unsent: 'Ihr Paket ist noch nicht verschickt.',
    rest: 'Der Rest wird spätestens am {{shipBy}} verschickt.',
    bye: 'Freundliche Grüße',
  },
  fr: {
    hello: 'Bonjour,',
    sent: 'votre colis est en route.',
    partlySent: 'une partie de votre commande est en route.',
    carrier: 'Transporteur : {{carrier}}',
    tracking: 'Numéro de suivi : {{tracking}}',
    delivery: 'Livraison prévue : {{delivery}}',
    unsentUntil: 'votre colis sera expédié au plus tard le {{shipBy}}.',
    unsent: 'votre colis n’a pas encore été expédié.',
    rest: 'Le reste sera expédié au plus tard le {{shipBy}}.',
    bye: 'Cordialement',
  },
  it: {
    hello: 'Buongiorno,',
    sent: 'il suo pacco è in viaggio.',
    partlySent: 'una parte del suo ordine è in viaggio.',
    carrier: 'Corriere: {{carrier}}',
    tracking: 'Numero di tracciamento: {{tracking}}',
    delivery: 'Consegna prevista: {{delivery}}',
    unsentUntil: 'il suo pacco sarà spedito entro il {{shipBy}}.',
    unsent: 'il suo pacco non è ancora stato spedito.',
    rest: 'Il resto sarà spedito entro il {{shipBy}}.',
    bye: 'Cordiali saluti',
  },
  es: {
    hello: 'Hola:',
    sent: 'Su paquete está en camino.',
    partlySent: 'Parte de su pedido está en camino.',
    carrier: 'Transportista: {{carrier}}',
    tracking: 'Número de seguimiento: {{tracking}}',
    delivery: 'Entrega prevista: {{delivery}}',
    unsentUntil: 'Su paquete se enviará a más tardar el {{shipBy}}.',
    unsent: 'Su paquete todavía no se ha enviado.',
    rest: 'El resto se enviará a más tardar el {{shipBy}}.',
    bye: 'Un saludo',
  },
  nl: {
    hello: 'Hallo,',
    sent: 'uw pakket is onderweg.',
    partlySent: 'een deel van uw bestelling is onderweg.',
    carrier: 'Vervoerder: {{carrier}}',
    tracking: 'Trackingnummer: {{tracking}}',
    delivery: 'Verwachte levering: {{delivery}}',
    unsentUntil: 'uw pakket wordt uiterlijk op {{shipBy}} verzonden.',
    unsent: 'uw pakket is nog niet verzonden.',
    rest: 'De rest wordt uiterlijk op {{shipBy}} verzonden.',
    bye: 'Met vriendelijke groet',
  },
  ja: {
    hello: 'お問い合わせありがとうございます。',
    sent: 'お荷物は発送済みで、現在配送中です。',
    partlySent: 'ご注文の一部を発送いたしました。',
    carrier: '配送会社：{{carrier}}',
    tracking: '追跡番号：{{tracking}}',
    delivery: 'お届け予定：{{delivery}}',
    unsentUntil: 'お荷物は{{shipBy}}までに発送いたします。',
    unsent: 'お荷物はまだ発送しておりません。',
    rest: '残りの商品は{{shipBy}}までに発送いたします。',
    bye: 'よろしくお願いいたします。',
  },
  pl: {
    hello: 'Dzień dobry,',
    sent: 'paczka jest w drodze.',
    partlySent: 'część zamówienia jest w drodze.',
    carrier: 'Przewoźnik: {{carrier}}',
    tracking: 'Numer przesyłki: {{tracking}}',
    delivery: 'Przewidywana dostawa: {{delivery}}',
    unsentUntil: 'paczka zostanie wysłana najpóźniej {{shipBy}}.',
    unsent: 'paczka nie została jeszcze wysłana.',
    rest: 'Reszta zostanie wysłana najpóźniej {{shipBy}}.',
    bye: 'Pozdrawiam',
  },
}

/** The languages that the reply comes in, as ISO 639-1 codes. */
export const parcelReplyLanguages: readonly string[] = Object.keys(linesByLanguage)

/** Whether it is the reply about the parcel: the one of the app, or the seller's own in its place. */
export const isParcelReply = ({ id, name }: Pick<SavedReply, 'id' | 'name'>): boolean =>
  id === PARCEL_REPLY_ID || name === PARCEL_REPLY_NAME

const isKnown = (value: string | null | undefined): boolean => value != null && value.trim() !== ''

export type Parcel = ReplyValues['parcel']
type ParcelValues = Pick<VariableValues, 'carrier' | 'tracking' | 'shipBy' | 'delivery'>

/** The text in this language, English for others, with its variables. Null without a parcel: there is nothing to say. */
export const parcelReplyText = (language: string, parcel: Parcel, values: ParcelValues): string | null => {
  if (parcel === null) return null
  const lines = linesByLanguage[language] ?? (linesByLanguage[OTHERWISE] as Lines)
  const ifKnown = (name: keyof ParcelValues, line: string): readonly string[] => (isKnown(values[name]) ? [line] : [])
  const expected = ifKnown('delivery', lines.delivery)
  const numbers = [...ifKnown('carrier', lines.carrier), ...ifKnown('tracking', lines.tracking)]
  const bodies = {
    notSent: [isKnown(values.shipBy) ? lines.unsentUntil : lines.unsent, ...expected],
    partlySent: [lines.partlySent, ...numbers, ...ifKnown('shipBy', lines.rest), ...expected],
    sent: [lines.sent, ...numbers, ...expected],
  }
  return [lines.hello, '', ...bodies[parcel], '', lines.bye].join('\n')
}

/** The text with every line, to be changed by the seller. */
export const parcelReplyTemplate = (language: string): string =>
  parcelReplyText(language, 'sent', { carrier: 'x', tracking: 'x', delivery: 'x' }) ?? ''

/**
 * The seller's replies and the one that comes with the app, unless the seller saved one of that name in this language or for
 * any language. Its name says so if it isn't in the buyer's language.
 */
export const withParcelReply = (
  replies: readonly SavedReply[],
  language: string,
  parcel: Parcel,
  values: ParcelValues,
): readonly SavedReply[] => {
  const isReplaced = ({ name, language: of }: SavedReply): boolean =>
    name === PARCEL_REPLY_NAME && (of === null || of === language)
  const text = parcelReplyText(language, parcel, values)
  if (text === null || replies.some(isReplaced)) return replies
  const own = Object.hasOwn(linesByLanguage, language)
    ? { name: PARCEL_REPLY_NAME, language }
    : { name: `${PARCEL_REPLY_NAME} (in English)`, language: OTHERWISE }
  return [...replies, { id: PARCEL_REPLY_ID, text, ...own }]
}
