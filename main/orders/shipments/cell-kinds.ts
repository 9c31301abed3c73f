/** What a cell of a pasted or imported list of shipments can be, by its content and by its column's name (ORD-07). Pure. */
import type { PasteColumn } from '../../../shared/orders/shipment.ts'
import { checkNumber, findCarrierByName, normalizeTracking } from './carriers.ts'

/** `12-34567-89012`, also as `#12-34567-89012`, and the legacy number: the item's, a hyphen and the transaction's (FACT-167). */
const orderForm = /^#?\s*\d{2}-\d{5}-\d{5}$|^\d{9,14}-\d{1,16}$/

export const isOrderNumber = (cell: string): boolean => orderForm.test(cell)

const month = String.raw`\p{L}{3,10}\.?`
const dateForms = [
  /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ,].*)?$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?:[T ,].*)?$/,
  /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?$/,
  new RegExp(String.raw`^\d{1,2}\.?[ -]${month}[ -]\d{2,4}(?:[T ,].*)?$`, 'u'),
  new RegExp(String.raw`^${month} \d{1,2},? \d{4}(?:[T ,].*)?$`, 'u'),
]

export const isDate = (cell: string): boolean => dateForms.some((form) => form.test(cell))

/** Beginnings of the words for a parcel's state, lower case, in the languages of the marketplaces. */
const states = [
  ...['deliver', 'ship', 'intransit', 'transit', 'outfor', 'pending', 'label', 'created', 'printed', 'ready', 'return'],
  ...[
    'exception',
    'cancel',
    'complete',
    'fulfilled',
    'dispatch',
    'unknown',
    'open',
    'closed',
    'paid',
    'packed',
    'sent',
  ],
  ...['zugestellt', 'versendet', 'versandt', 'unterwegs', 'offen', 'storniert', 'angekündigt', 'inzustellung'],
  ...[
    'livré',
    'expédié',
    'encours',
    'enattente',
    'annulé',
    'consegnat',
    'spedit',
    'intransito',
    'annullat',
    'inattesa',
  ],
  ...['entregad', 'enviad', 'entránsito', 'pendiente', 'cancelad', 'bezorgd', 'verzonden', 'onderweg', 'dostarczon'],
  ...['wysłan', 'nadan', 'wdrodze', 'anulowan'],
]

/** The state may have a date behind it: `Delivered 28 Nov`. */
export const isState = (cell: string): boolean => {
  const letters = cell.toLowerCase().replace(/[^\p{L}]/gu, '')
  return states.some((state) => letters.startsWith(state))
}

/** How spreadsheets shorten a long number. */
export const isShortened = (cell: string): boolean => /^\d+(?:[.,]\d+)?e\+?\d+$/i.test(cell)

const MIN_NUMBER = 4
const MAX_NUMBER = 50

/** Words that no tracking number has, not even where it is written in groups: a long one, a short one in it (`2 Day`), a date. */
const hasWord = (cell: string): boolean =>
  /(?:^|\s)\p{L}{4,}(?:\s|$)|\s\p{L}{3}(?:\s|$)/u.test(cell) ||
  cell.split(/\s+/).some((word) => /\D/.test(word) && isDate(word))

/** Words, prices, weights, dates, states, carriers and orders are never a tracking number. */
export const canBeTracking = (cell: string): boolean => {
  const number = normalizeTracking(cell)
  return (
    /^[0-9A-Z]*\d[0-9A-Z]*$/.test(number) &&
    number.length >= MIN_NUMBER &&
    number.length <= MAX_NUMBER &&
    !/^\d{1,6}[.,]\d{1,3}$/.test(cell) &&
    !hasWord(cell) &&
    !isShortened(cell) &&
    !isOrderNumber(cell) &&
    !isDate(cell) &&
    !isDate(number) &&
    !isState(cell) &&
    findCarrierByName(cell) === undefined
  )
}

/** From 0, which is not a tracking number, to 1, whose check digit fits. */
export const trackingStrength = (cell: string): number => {
  if (!canBeTracking(cell)) return 0
  const number = normalizeTracking(cell)
  const { isRight } = checkNumber(number)
  if (isRight !== undefined) return isRight ? 1 : 0.9
  if (number.length < 8) return 0.3
  return number.length >= 10 && number.replace(/\D/g, '').length >= 8 ? 0.7 : 0.5
}

/** A person's or a buyer's name. */
export const canBeName = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) && trackingStrength(cell) < 0.7 && !isState(cell) && !isDate(cell)

/** Names of columns in shipping tools' files. The first that fits counts: a `tracking_provider` is a carrier. */
const headers: readonly (readonly [PasteColumn | null, RegExp])[] = [
  [null, /url|link|\bhttp|weight|gewicht|e-?mail|phone|telefon/i],
  ['status', /status|\bstate\b|zustand|statut|\bstato\b|estado/i],
  ['date', /date|datum|\bdata\b|fecha|\btime|zeit|shipped.?(?:at|on)\b/i],
  [
    'carrier',
    /carrier(?!.*(?:number|no\b))|courier|provider|shipper|versanddienst|paketdienst|dienstleister|versandart|zusteller|transporteur|corriere|vettore|transportista|vervoerder|przewoźnik|shipping.?(?:company|method|service)/i,
  ],
  ['quantity', /qty|quantity|menge|anzahl|quantit|cantidad|aantal|ilość|pieces|stück/i],
  ['item', /line.?item|item.?(?:id|number|no\b)|artikel.?(?:nummer|nr|position)|\bsku\b|custom.?label|listing/i],
  [
    'tracking',
    /track|sendung|suivi|spedizione|seguimiento|przesyłki|trace|barcode|paket.?n|(?:parcel|shipment|consignment).?(?:no|number|id)|colis/i,
  ],
  ['order', /order|bestell|auftrag|commande|ordine|pedido|zamówien/i],
  [
    'buyer',
    /buyer|name|recipient|customer|käufer|kunde|empfänger|acheteur|destinat|client|koper|ontvanger|odbiorca|kupuj/i,
  ],
]

/** SECURITY: a pattern that looks ahead takes time that grows with the square of a long name. */
const MAX_NAME = 100

/** Undefined for a name that says nothing; null for a column that is certainly none of the kinds. */
export const headerKind = (name: string): PasteColumn | null | undefined =>
  headers.find(([, pattern]) => pattern.test(name.slice(0, MAX_NAME)))?.[0]
