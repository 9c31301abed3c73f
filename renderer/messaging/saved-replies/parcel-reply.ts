/**
 * The saved reply “Where is my parcel” that comes with the app. It says only what is known: a line about something unknown is
 * left out. If nothing is known about the parcel, `{{tracking}}` stays in the text and blocks the send by name (ORD-05). Pure.
 */
import type { SavedReply, VariableValues } from '../../../shared/messaging/saved-reply.ts'

export const PARCEL_REPLY_NAME = 'Where is my parcel'

type Lines = {
  readonly hello: string
  readonly sent: string
  readonly carrier: string
  readonly tracking: string
  readonly delivery: string
  readonly unsent: string
  readonly bye: string
}

const linesByLanguage: Readonly<Record<string, Lines>> = {
  en: {
    hello: 'Hello,',
    sent: 'your parcel is on its way.',
    carrier: 'Carrier: {{carrier}}',
    tracking: 'Tracking number: {{tracking}}',
    delivery: 'Expected delivery: {{delivery}}',
    unsent: 'your parcel will be sent by {{shipBy}} at the latest.',
    bye: 'Kind regards',
  },
  de: {
    hello: 'Hallo,',
    sent: 'Ihr Paket ist unterwegs.',
    carrier: 'Versand mit: {{carrier}}',
    tracking: 'Sendungsnummer: {{tracking}}',
    delivery: 'Voraussichtliche Lieferung: {{delivery}}',
    unsent: 'Ihr Paket wird spätestens am {{shipBy}} verschickt.',
    bye: 'Freundliche Grüße',
  },
  fr: {
    hello: 'Bonjour,',
    sent: 'votre colis est en route.',
    carrier: 'Transporteur : {{carrier}}',
    tracking: 'Numéro de suivi : {{tracking}}',
    delivery: 'Livraison prévue : {{delivery}}',
    unsent: 'votre colis sera expédié au plus tard le {{shipBy}}.',
    bye: 'Cordialement',
  },
  it: {
    hello: 'Buongiorno,',
    sent: 'il suo pacco è in viaggio.',
    carrier: 'Corriere: {{carrier}}',
    tracking: 'Numero di tracciamento: {{tracking}}',
    delivery: 'Consegna prevista: {{delivery}}',
    unsent: 'il suo pacco sarà spedito entro il {{shipBy}}.',
    bye: 'Cordiali saluti',
  },
  es: {
    hello: 'Hola:',
    sent: 'Su paquete está en camino.',
    carrier: 'Transportista: {{carrier}}',
    tracking: 'Número de seguimiento: {{tracking}}',
    delivery: 'Entrega prevista: {{delivery}}',
    unsent: 'Su paquete se enviará a más tardar el {{shipBy}}.',
    bye: 'Un saludo',
  },
  nl: {
    hello: 'Hallo,',
    sent: 'uw pakket is onderweg.',
    carrier: 'Vervoerder: {{carrier}}',
    tracking: 'Trackingnummer: {{tracking}}',
    delivery: 'Verwachte levering: {{delivery}}',
    unsent: 'uw pakket wordt uiterlijk op {{shipBy}} verzonden.',
    bye: 'Met vriendelijke groet',
  },
  pl: {
    hello: 'Dzień dobry,',
    sent: 'paczka jest w drodze.',
    carrier: 'Przewoźnik: {{carrier}}',
    tracking: 'Numer przesyłki: {{tracking}}',
    delivery: 'Przewidywana dostawa: {{delivery}}',
    unsent: 'paczka zostanie wysłana najpóźniej {{shipBy}}.',
    bye: 'Pozdrawiam',
  },
}

/** The languages that the reply comes in, as ISO 639-1 codes. */
export const parcelReplyLanguages: readonly string[] = Object.keys(linesByLanguage)

const isKnown = (value: string | null | undefined): boolean => value != null && value.trim() !== ''

/** The text in this language, English for others, with its variables. */
export const parcelReplyText = (
  language: string,
  { carrier, tracking, shipBy, delivery }: Pick<VariableValues, 'carrier' | 'tracking' | 'shipBy' | 'delivery'>,
): string => {
  const lines = linesByLanguage[language] ?? (linesByLanguage.en as Lines)
  const isUnsent = !isKnown(tracking) && isKnown(shipBy)
  const expected = isKnown(delivery) ? [lines.delivery] : []
  const body = isUnsent
    ? [lines.unsent, ...expected]
    : [lines.sent, ...(isKnown(carrier) ? [lines.carrier] : []), lines.tracking, ...expected]
  return [lines.hello, '', ...body, '', lines.bye].join('\n')
}

/** The text with every line, to be changed by the seller. */
export const parcelReplyTemplate = (language: string): string =>
  parcelReplyText(language, { carrier: 'x', tracking: 'x', shipBy: null, delivery: 'x' })

/**
 * The seller's replies and the one that comes with the app, unless the seller saved one of that name in this language or for
 * any language.
 */
export const withParcelReply = (
  replies: readonly SavedReply[],
  language: string,
  values: VariableValues,
): readonly SavedReply[] => {
  const isReplaced = ({ name, language: of }: SavedReply): boolean =>
    name === PARCEL_REPLY_NAME && (of === null || of === language)
  if (replies.some(isReplaced)) return replies
  const text = parcelReplyText(language, values)
  return [...replies, { id: '~parcel', name: PARCEL_REPLY_NAME, text, language }]
}
