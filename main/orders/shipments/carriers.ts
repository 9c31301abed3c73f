/**
 * Carriers: their codes on the platform, their names as people write them, and the forms of their tracking numbers.
 *
 * Codes: https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/shippingcarriercodetype.html
 */
import type { Carrier } from '../../../shared/orders/shipment.ts'

/** `names`: other spellings, lower case without blanks and signs. The code and the label are always recognized. */
const carrier = (code: string, label: string, ...names: readonly string[]) => ({ code, label, names })

/**
 * The platform takes any name of a carrier: those without a code of its own (Canada Post, Purolator, InPost, PostNord) go by
 * their name in one word.
 */
const known = [
  carrier('USPS', 'USPS', 'uspostalservice', 'unitedstatespostalservice', 'uspsgroundadvantage', 'uspsprioritymail'),
  carrier('UPS', 'UPS', 'unitedparcelservice'),
  carrier('UPSMailInnovations', 'UPS Mail Innovations', 'upsmi'),
  carrier('FedEx', 'FedEx', 'federalexpress', 'fedexground', 'fedexexpress', 'fedexhomedelivery', 'fedexsmartpost'),
  carrier('DHL', 'DHL', 'dhlpaket', 'dhlparcel', 'dhlde'),
  carrier('DHLEXPRESS', 'DHL Express'),
  carrier('DHLGlobalMail', 'DHL Global Mail', 'dhlecommerce', 'dhlg'),
  carrier('DeutschePost', 'Deutsche Post', 'dp', 'deutschepostag'),
  carrier('Hermes', 'Hermes / Evri', 'evri', 'myhermes', 'hermesparcelnet'),
  carrier('DPD', 'DPD', 'dpdgroup', 'dpduk', 'dpdlocal'),
  carrier('Exapaq', 'DPD France', 'exapaq'),
  carrier('GLS', 'GLS', 'glsgermany', 'glsitaly'),
  carrier('TNT', 'TNT', 'tntexpress', 'tntpost'),
  carrier('iLoxx', 'iloxx'),
  carrier('DBSchenker', 'DB Schenker'),
  carrier('RoyalMail', 'Royal Mail', 'royalmailgroup'),
  carrier('Parcelforce', 'Parcelforce', 'parcelforceworldwide'),
  carrier('Yodel', 'Yodel', 'yodeldirect', 'homedeliverynetwork'),
  carrier('Interlink', 'Interlink Express', 'interlink'),
  carrier('APC', 'APC', 'apcovernight', 'apcpostallogistics'),
  carrier('UKMail', 'UK Mail'),
  carrier('CityLink', 'City Link'),
  carrier('CollectPlus', 'Collect+', 'collectplus'),
  carrier('AnPost', 'An Post'),
  carrier('Fastway', 'Fastway'),
  carrier('AustraliaPost', 'Australia Post', 'auspost', 'eparcel'),
  carrier('StarTrack', 'StarTrack'),
  carrier('Toll', 'Toll', 'tollpriority', 'tollipec'),
  carrier('FASTWAYCOURIERS', 'Fastway Couriers', 'aramexaustralia'),
  carrier('ALLIEDEXPRESS', 'Allied Express'),
  carrier('HUNTEREXPRESS', 'Hunter Express'),
  carrier('ARAMEX', 'Aramex'),
  carrier('CanadaPost', 'Canada Post', 'postescanada'),
  carrier('Purolator', 'Purolator'),
  carrier('CanPar', 'Canpar', 'canparexpress', 'canparcourier'),
  carrier('LAPOSTE', 'La Poste'),
  carrier('Colissimo', 'Colissimo', 'coliposte'),
  carrier('Chronopost', 'Chronopost'),
  carrier('MondialRelay', 'Mondial Relay'),
  carrier('KIALA', 'UPS Access Point', 'kiala'),
  carrier('PosteItaliane', 'Poste Italiane', 'poste'),
  carrier('Bartolini', 'BRT', 'brtbartolini'),
  carrier('SDA', 'SDA', 'sdaexpresscourier'),
  carrier('Correos', 'Correos'),
  carrier('Chronoexpres', 'Correos Express', 'chronoexpres'),
  carrier('Seur', 'SEUR'),
  carrier('Nacex', 'Nacex'),
  carrier('MRW', 'MRW'),
  carrier('PostNL', 'PostNL'),
  carrier('BPost', 'bpost', 'belgianpost'),
  carrier('SwissPost', 'Swiss Post', 'dieschweizerischepost', 'schweizerischepost', 'schweizerpost'),
  carrier('OsterreichischePostAG', 'Österreichische Post', 'osterreichischepost', 'oesterreichischepost', 'postat'),
  carrier('PocztaPolska', 'Poczta Polska'),
  carrier('Pocztex', 'Pocztex'),
  carrier('Siodemka', 'Siódemka', 'siodemka'),
  carrier('InPost', 'InPost', 'paczkomatyinpost'),
  carrier('PostNord', 'PostNord', 'postnordnorway', 'postnordsverige', 'postnorddenmark'),
  carrier('ChinaPost', 'China Post'),
  carrier('HongKongPost', 'Hongkong Post'),
  carrier('JapanPost', 'Japan Post'),
  carrier('KoreaPost', 'Korea Post'),
  carrier('SINGAPOREPOST', 'Singapore Post', 'singpost'),
  carrier('MALAYSIAPOST', 'Pos Malaysia', 'malaysiapost', 'poslaju'),
  carrier('Philpost', 'PHLPost', 'philpost'),
  carrier('THAILANDPOST', 'Thailand Post'),
  carrier('ONTRACK', 'OnTrac', 'ontrac'),
  carrier('YANWEN', 'Yanwen'),
  carrier('FourPX', '4PX', 'fourpxexpress'),
  carrier('Winit', 'Winit'),
  carrier('Landmark', 'Landmark Global'),
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

/** The carrier with this code, in any spelling of it; another code or a seller's own word keeps its name. */
export const carrierOfCode = (code: string): Carrier => ({ code, label: byKey.get(toKey(code))?.label ?? code })

const MAX_CARRIER_WORDS = 6

/** Shorter words begin too many other words: `DP World` is not Deutsche Post. */
const MIN_SERVICE_PREFIX = 3

/**
 * Finds a carrier by its name as written, in any case and with any blanks. A service may follow the name: `Royal Mail 24
 * Tracked` is Royal Mail.
 */
export const findCarrierByName = (name: string): Carrier | undefined => {
  const words = name
    .trim()
    .split(/[\s_,/()®™-]+/u, MAX_CARRIER_WORDS)
    .filter((word) => word !== '')
  const whole = byKey.get(toKey(name))
  if (whole !== undefined) return whole
  for (let count = words.length - 1; count > 0; count -= 1) {
    const key = toKey(words.slice(0, count).join(''))
    const found = key.length < MIN_SERVICE_PREFIX ? undefined : byKey.get(key)
    if (found !== undefined && found.code !== 'Other') return found
  }
  return undefined
}

/** What a scanner reads before a USPS number: 420 and the ZIP code. https://postalpro.usps.com/shipping/impb */
const zipPrefix = /^420\d{5}(?:\d{4})?(?=9[1-5]\d{20}$)/

/** A tracking number as carriers and the platform take it: letters and digits only, in capitals, without a scanner's prefix. */
export const normalizeTracking = (typed: string): string =>
  typed
    .replace(/[\s\u200b\u00ad\-–—.]/g, '')
    .toUpperCase()
    .replace(zipPrefix, '')

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
  CA: 'CanadaPost',
  DK: 'PostNord',
  SE: 'PostNord',
  MY: 'MALAYSIAPOST',
  PH: 'Philpost',
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

type NumberCheck = {
  /** The code of the one carrier that has numbers of this form; undefined for a form that several use. */
  readonly carrier: string | undefined
  /** Whether the check digit fits; undefined for a form without one. */
  readonly isRight: boolean | undefined
}

/**
 * Checks the form and the check digit of a normalized number.
 *
 * USPS: https://faq.usps.com/s/article/Where-is-my-package. Ten- and twelve-digit numbers, for example, are of too many carriers.
 */
export const checkNumber = (number: string): NumberCheck => {
  const s10 = /^[A-Z]{2}(\d{9})([A-Z]{2})$/.exec(number)
  if (s10 !== null) return { carrier: posts[s10[2] ?? ''], isRight: hasS10CheckDigit(s10[1] ?? '') }
  if (/^1Z[0-9A-Z]{15}\d$/.test(number)) return { carrier: 'UPS', isRight: hasUpsCheckDigit(number) }
  if (/^9[2-5]\d{20}$/.test(number)) return { carrier: 'USPS', isRight: hasGs1CheckDigit(number) }
  if (/^0034\d{16}$/.test(number)) return { carrier: 'DHL', isRight: hasGs1CheckDigit(number) }
  return { carrier: undefined, isRight: undefined }
}

/** The carrier's code, if the form of a normalized number belongs to one carrier alone and its check digit fits. */
export const guessCarrier = (number: string): string | undefined => {
  const { carrier: code, isRight } = checkNumber(number)
  return isRight === true ? code : undefined
}
