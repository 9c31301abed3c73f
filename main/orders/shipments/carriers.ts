/**
 * Carriers: their codes on the platform, their names as people write them, and the forms of their tracking numbers.
 *
 * Codes: https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/shippingcarriercodetype.html
 */
import type { Carrier } from '../../../shared/orders/shipment.ts'

/** `names`: other spellings, lower case without blanks and signs. The code and the label are always recognized. */
const carrier = (code: string, label: string, ...names: readonly string[]) => ({ code, label, names })

const known = [
  carrier('USPS', 'USPS', 'uspostalservice', 'unitedstatespostalservice'),
  carrier('UPS', 'UPS', 'unitedparcelservice'),
  carrier('FedEx', 'FedEx', 'federalexpress', 'fedexground', 'fedexexpress', 'fedexhomedelivery'),
  carrier('DHL', 'DHL', 'dhlpaket', 'dhlparcel', 'dhlde'),
  carrier('DHLEXPRESS', 'DHL Express'),
  carrier('DHLGlobalMail', 'DHL Global Mail', 'dhlecommerce'),
  carrier('DeutschePost', 'Deutsche Post', 'dp', 'deutschepostag'),
  carrier('Hermes', 'Hermes / Evri', 'evri', 'myhermes', 'hermesparcelnet'),
  carrier('DPD', 'DPD', 'dpdgroup', 'dpduk', 'dpdlocal'),
  carrier('GLS', 'GLS', 'glsgermany', 'glsitaly'),
  carrier('RoyalMail', 'Royal Mail', 'royalmailgroup'),
  carrier('Parcelforce', 'Parcelforce', 'parcelforceworldwide'),
  carrier('Yodel', 'Yodel', 'yodeldirect'),
  carrier('UKMail', 'UK Mail'),
  carrier('CollectPlus', 'Collect+', 'collectplus'),
  carrier('AnPost', 'An Post'),
  carrier('AustraliaPost', 'Australia Post', 'auspost', 'eparcel'),
  carrier('StarTrack', 'StarTrack'),
  carrier('FASTWAYCOURIERS', 'Fastway Couriers', 'aramexaustralia'),
  carrier('ARAMEX', 'Aramex'),
  carrier('CanPar', 'Canpar'),
  carrier('LAPOSTE', 'La Poste'),
  carrier('Colissimo', 'Colissimo', 'coliposte'),
  carrier('Chronopost', 'Chronopost'),
  carrier('MondialRelay', 'Mondial Relay'),
  carrier('PosteItaliane', 'Poste Italiane', 'poste'),
  carrier('Bartolini', 'BRT', 'brtbartolini'),
  carrier('SDA', 'SDA'),
  carrier('Correos', 'Correos'),
  carrier('Nacex', 'Nacex'),
  carrier('MRW', 'MRW'),
  carrier('PostNL', 'PostNL'),
  carrier('BPost', 'bpost'),
  carrier('SwissPost', 'Swiss Post', 'dieschweizerischepost', 'schweizerischepost'),
  carrier('OsterreichischePostAG', 'Österreichische Post', 'osterreichischepost', 'oesterreichischepost', 'postat'),
  carrier('PocztaPolska', 'Poczta Polska'),
  carrier('ChinaPost', 'China Post'),
  carrier('HongKongPost', 'Hongkong Post'),
  carrier('JapanPost', 'Japan Post'),
  carrier('SINGAPOREPOST', 'Singapore Post', 'singpost'),
  carrier('ONTRACK', 'OnTrac', 'ontrac'),
  carrier('YANWEN', 'Yanwen'),
  carrier('Other', 'Another carrier'),
] as const

export const carriers: readonly Carrier[] = known.map(({ code, label }) => ({ code, label }))

const toKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]/gu, '')

const byKey: ReadonlyMap<string, Carrier> = new Map(
  known.flatMap(({ code, label, names }) =>
    [code, label, ...names].map((name) => [toKey(name), { code, label }] as const),
  ),
)

/** The carrier with this code; another code of the platform keeps its own name. */
export const carrierOfCode = (code: string): Carrier =>
  carriers.find((each) => each.code === code) ?? { code, label: code }

/** Finds a carrier by its name as written, in any case and with any blanks. */
export const findCarrierByName = (name: string): Carrier | undefined => {
  const key = toKey(name)
  return key === '' ? undefined : byKey.get(key)
}

/** A tracking number as carriers and the platform take it: letters and digits only, in capitals. */
export const normalizeTracking = (typed: string): string => typed.replace(/[\s\u200b\u00ad\-–—.]/g, '').toUpperCase()

const digitsOf = (text: string): readonly number[] => [...text].map(Number)

/** https://www.upu.int/en/postal-solutions/programmes-services/standards (S10: 13 characters with a check digit) */
const hasS10CheckDigit = (serial: string): boolean => {
  const digits = digitsOf(serial)
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0)
  const check = 11 - (sum % 11)
  return (check === 10 ? 0 : check === 11 ? 5 : check) === digits[8]
}

/** The post of each country that S10 numbers of its form come from. */
const posts: Readonly<Record<string, string>> = {
  US: 'USPS',
  GB: 'RoyalMail',
  DE: 'DeutschePost',
  AT: 'OsterreichischePostAG',
  AU: 'AustraliaPost',
  BE: 'BPost',
  CH: 'SwissPost',
  CN: 'ChinaPost',
  ES: 'Correos',
  FR: 'LAPOSTE',
  HK: 'HongKongPost',
  IE: 'AnPost',
  IT: 'PosteItaliane',
  JP: 'JapanPost',
  NL: 'PostNL',
  PL: 'PocztaPolska',
  SG: 'SINGAPOREPOST',
}

/** https://www.ups.com/us/en/support/tracking-support/tracking-number-help.page (1Z and 16 letters or digits) */
const hasUpsCheckDigit = (number: string): boolean => {
  const values = [...number.slice(2, 17)].map((sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10,
  )
  const sum = values.reduce((total, value, index) => total + (index % 2 === 0 ? value : 2 * value), 0)
  return (10 - (sum % 10)) % 10 === Number(number[17])
}

/** The check digit of USPS and DHL Paket numbers: https://www.gs1.org/services/how-calculate-check-digit-manually */
const hasGs1CheckDigit = (number: string): boolean => {
  const digits = digitsOf(number)
  const check = digits.at(-1)
  const sum = digits
    .slice(0, -1)
    .reverse()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}

/**
 * The carrier's code, if the form of a normalized number belongs to one carrier alone; undefined for a form that several use.
 *
 * USPS: https://faq.usps.com/s/article/Where-is-my-package. Ten- and twelve-digit numbers, for example, are of too many carriers.
 */
export const guessCarrier = (number: string): string | undefined => {
  const s10 = /^[A-Z]{2}(\d{9})([A-Z]{2})$/.exec(number)
  if (s10 !== null) return hasS10CheckDigit(s10[1] ?? '') ? posts[s10[2] ?? ''] : undefined
  if (/^1Z[0-9A-Z]{15}\d$/.test(number)) return hasUpsCheckDigit(number) ? 'UPS' : undefined
  if (/^9[2-5]\d{20}$/.test(number)) return hasGs1CheckDigit(number) ? 'USPS' : undefined
  if (/^0034\d{16}$/.test(number)) return hasGs1CheckDigit(number) ? 'DHL' : undefined
  return undefined
}
