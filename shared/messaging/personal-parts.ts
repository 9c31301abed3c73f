/**
 * Finds the parts of a text that belong to the person it was written to, and puts gaps in their place (SEC-18): a text for one
 * buyer is offered for another. Pure. In doubt a part becomes a gap: a gap too many is filled in one word, a part too few tells a
 * stranger where somebody lives.
 *
 * SECURITY: buyers wrote parts of these texts. Each pattern reads bounded runs, so that no text takes quadratic time.
 */

/** What is known of the person. `name` also by its parts; an empty value is ignored. */
export type PersonalFact = {
  readonly kind: 'name' | 'address' | 'phone' | 'email' | 'order' | 'tracking'
  readonly value: string
}

/** The gap of each kind: `{{buyer}}`, `{{order}}` and `{{tracking}}` have the values of the order that is meant. */
const gaps = {
  name: '{{buyer}}',
  address: '{{address}}',
  phone: '{{phone}}',
  email: '{{email}}',
  order: '{{order}}',
  tracking: '{{tracking}}',
  link: '{{link}}',
  number: '{{number}}',
} as const
type GapKind = keyof typeof gaps

/** Longer texts are no messages: the rest is left out. */
const MAX_LENGTH = 10_000
/** Shorter parts of a name are words of their own. */
const MIN_NAME_PART = 3

const quote = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** No letter or digit follows or precedes. */
const alone = (pattern: string): string => `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu

/** An address of the web that holds an id: digits in a row, or a query. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]{1,500}/giu
const hasId = (url: string): boolean => /\d{4}|[?#]/.test(url.replace(/^https?:\/\//i, ''))

/** eBay's orders, three groups; other marketplaces' forms of 3-7-7. */
const ORDER = new RegExp(alone('\\d{2}-\\d{5}-\\d{5}|\\d{3}-\\d{7}-\\d{7}'), 'gu')
const NUMBER_WORDS =
  'number|numbers|no\\.?|nr\\.?|nummer|num[eé]ro|n[º°o]\\.?|n\\.|numer|id|code|c[oó]digo|codice|kod|nº'
const ORDER_WORDS =
  'orders?|bestell\\w{0,10}|auftrags?\\w{0,10}|commandes?|pedidos?|ordin[ei]|zam[oó]wieni\\w{0,3}|encomendas?|rechnung\\w{0,10}|invoice|facture|factura|fattura|faktur\\w{0,3}'
const TRACKING_WORDS =
  'track(?:ing|ed)?\\w{0,10}|sendung\\w{0,12}|paket\\w{0,10}|suivi|colis|seguimiento|env[ií]o|rastreo|rastreio|spedizion\\w{0,2}|tracciamento|przesy[lł]k\\w{0,3}|zending\\w{0,10}|parcel|consignment|shipment|barcode'
const code = '(?=[A-Z0-9-]{0,40}\\d{3})[A-Z0-9][A-Z0-9-]{3,40}'
const labelled = (words: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}])((?:${words})(?:[-\\s]{0,2}(?:${NUMBER_WORDS}))?\\s{0,2}[:#=]?\\s{0,2}(?:is|ist|est|es|[èe]|to)?\\s{0,2}[:#]?\\s{0,2})(${code})(?![\\p{L}\\p{N}])`,
    'giu',
  )
const LABELLED_ORDER = labelled(ORDER_WORDS)
const LABELLED_TRACKING = labelled(TRACKING_WORDS)

/** UPS, the Universal Postal Union, DHL. */
const TRACKING = new RegExp(
  alone('1Z[0-9A-Z]{16}|[A-Z]{2}\\s?(?:\\d\\s?){9}[A-Z]{2}|J[JV]D\\d{10,30}|(?:\\d{4}[ ]){4,6}\\d{2,4}'),
  'gu',
)
/** Any other long number: of a parcel, an item, an account. Letters may be among the digits. */
const LONG_NUMBER = new RegExp(alone('(?=[A-Z0-9]{0,30}\\d{6})[A-Z0-9]{9,35}'), 'giu')

/** At least seven digits, with the marks that only telephone numbers have, or a word for it before. */
const PHONE =
  /(?<![\p{L}\p{N}.,])(?:\+\d{1,3}|00\d{2}|\(\d{2,5}\)|0\d{1,4})(?:[ ./()-]{0,2}\d){6,14}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.,-])\d{3}[ .-]\d{3}[ .-]\d{4}(?![\p{L}\p{N}-])|(?<![\p{L}\p{N}.,-])\d{3}(?:[ -]\d{2,3}){2,4}(?![\p{L}\p{N}-])/gu

const HOUSE = '\\d{1,5}\\s?[a-zA-Z]?(?:\\s?[-/]\\s?\\d{1,4}\\s?[a-zA-Z]?)?'
const CAPITAL = "\\p{Lu}[\\p{L}.'’-]{0,30}"
/** Small words within a name. */
const PARTICLE =
  "de|del|della|delle|dei|degli|di|da|do|dos|das|du|des|la|le|les|los|las|el|l'|van|von|der|den|zu|y|e|et|św\\."
const NAME = `(?:(?:${PARTICLE})[ \\t]?){0,2}${CAPITAL}(?:[ \\t](?:(?:${PARTICLE})[ \\t]?){0,2}${CAPITAL}){0,4}`
const streetPatterns: readonly string[] = [
  // Musterstraße 12, Kerkstraat 5b, Hauptstr. 7
  `(?:${CAPITAL}[ \\t-]){0,3}(?i:[\\p{L}.-]{0,30}(?:stra(?:ß|ss)e|str\\.?|weg|gasse|platz|allee|ring|damm|ufer|straat|laan|plein|gracht|markt|gade|vej|gatan|v[aä]gen))[ \\t]{1,2}${HOUSE}`,
  // An der Alten Post 3, only before a place: “In Größe 42” is none.
  `(?:Am|An|Auf|Im|In|Unter|Zum|Zur)[ \\t](?:de[mnr][ \\t])?${CAPITAL}(?:[ \\t]${CAPITAL})?[ \\t]${HOUSE}(?=[,\\s]{1,4}(?:[A-Z]{1,2}-)?\\d{4,5}[ \\t]\\p{Lu})`,
  // 12 Main Street, 221B Baker St.
  `${HOUSE}[ \\t](?:${CAPITAL}[ \\t]){1,4}(?i:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|way|close|terrace|square|sq|highway|hwy|parkway|pkwy|circle|crescent|gardens)(?![\\p{L}\\p{N}])\\.?(?:,?[ \\t](?i:apt|unit|suite|ste|flat|#)\\.?[ \\t]?[\\p{L}\\p{N}]{1,6})?`,
  // 5 rue de la Paix, Rue de la Paix 5, Calle Mayor 3, Via Roma 10, ul. Długa 5/3, Rua Augusta 8
  `${HOUSE},?[ \\t](?i:bis[ \\t]|ter[ \\t])?(?i:rue|avenue|av\\.|boulevard|bd|chemin|place|impasse|all[ée]e|route|quai|cours)[ \\t]${NAME}`,
  `(?i:rue|avenue|avenida|avda?\\.?|calle|c/|plaza|paseo|camino|carrer|via|viale|piazza|corso|largo|vicolo|strada|ul\\.|ulica|al\\.|aleja|os\\.|pl\\.|rua|travessa|praça)[ \\t]${NAME},?[ \\t](?:n[º°.]?[ \\t]?)?${HOUSE}`,
  // P.O. boxes and parcel lockers
  '(?i:p\\.?[ \\t]?o\\.?[ \\t]?box|postfach|packstation|apartado|casella postale|bo[iî]te postale|bp)[ \\t]{1,2}\\d{1,8}',
]
const STREET = new RegExp(`(?<![\\p{L}\\p{N}])(?:${streetPatterns.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
const CITY = `${CAPITAL}(?:[ \\t-]${CAPITAL}){0,3}`
const PLACE = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?:[A-Z]{1,2}-)?\\d{5}[ \\t]${CITY}|\\d{2}-\\d{3}[ \\t]${CITY}|\\d{4}-\\d{3}(?:[ \\t]${CITY})?|\\d{4}[ \\t]?[A-Z]{2}(?:[ \\t]${CITY})?|(?:${CITY},?[ \\t])?[A-Z]{2}[ \\t]\\d{5}(?:-\\d{4})?|(?:${CITY},?[ \\t])?[A-Z]{1,2}\\d[A-Z\\d]?[ \\t]\\d[A-Z]{2}|[A-Z]\\d[A-Z][ \\t]\\d[A-Z]\\d)(?![\\p{L}\\p{N}])`,
  'gu',
)
/** A place with a short postcode, which only an address tells from other numbers. */
const SHORT_PLACE = new RegExp(`(?<=\\{\\{address\\}\\}[,\\s]{1,4})(?:[A-Z]{1,2}-)?\\d{4,5}[ \\t]${CITY}`, 'gu')

const GREETINGS =
  'hello|hi|hey|dear|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|servus|moin|gr[üu][ßs]+ ?(?:gott|dich)?|bonjour|bonsoir|salut|ch[èe]re?|hola|buen(?:os|as) (?:d[ií]as|tardes|noches)|estimad[oa]|querid[oa]|ciao|salve|buon(?:giorno|asera)|gentile|car[oa]|egregi[oa]|ol[áa]|prezad[oa]|bom dia|boa tarde|dzie[ńn] dobry|witam|cze[śs][ćc]|drog[ia]|szanown[aiy]|beste|geachte|hoi|goede(?:morgen|middag|navond|dag)'
const TITLES =
  'mr|mrs|ms|miss|mx|dr|prof|sir|madam|herrn?|frau|familie|monsieur|madame|mademoiselle|m|mme|mlle|se[ñn]or|se[ñn]ora|sr|sra|srta|don|do[ñn]a|signor|signora|signore|sig\\.ra|sig|dott\\.ssa|dott|pan|pani|senhor|senhora|de heer|heer|mevrouw|mevr|dhr'
const NAME_WORD = "\\p{Lu}[\\p{L}'’-]{0,30}"
const GREETING = new RegExp(
  `(^|[\\n.!?][ \\t]{0,3})((?i:${GREETINGS})[ \\t,]{1,2}(?:(?i:${TITLES})\\.?(?=[ \\t])[ \\t]){0,2})((?:(?:${PARTICLE})[ \\t]){0,2}${NAME_WORD}(?:[ \\t](?:(?:${PARTICLE})[ \\t]){0,2}${NAME_WORD}){0,3}|\\p{Ll}[\\p{L}'’-]{1,30})(?=[ \\t]{0,2}(?:[,!.:;\\n–—-]|$))`,
  'gu',
)
/** Mr. Smith, Frau Müller: in the middle of a sentence too. */
const TITLED = new RegExp(
  `(?<![\\p{L}])((?:Mr|Mrs|Ms|Herrn?|Frau|Familie|Monsieur|Madame|Mme|Mlle|Se[ñn]ora?|Sra?|Signora?|Sig\\.ra|Sig|Pani?|Mevrouw|Dhr)\\.?[ \\t](?:(?:Dr|Prof)\\.?[ \\t]){0,2})(?!(?:Dr|Prof)(?![\\p{L}]))(${NAME_WORD}(?:[ \\t]${NAME_WORD}){0,2})`,
  'gu',
)
/** What follows a greeting without being a name. */
const notNames = new RegExp(
  `^(?:there|all|everyone|again|customer|buyer|friend|sir|madam|team|kundin|kunde|k[äa]uferin|k[äa]ufer|damen und herren|zusammen|nochmals|client|cliente|comprador|acheteur|acquirente|kunden|thanks?|thank you|danke|merci|gracias|grazie|yes|no|ja|nein|oui|non|s[ií]|à vous|a tod[oa]s|pa[ńn]stwo|klient|koper|klant|to you|${TITLES})\\b`,
  'iu',
)

const replaceNames = (text: string): string =>
  text
    .replace(GREETING, (whole, before: string, greeting: string, name: string) =>
      notNames.test(name) || name.includes('{{') ? whole : `${before}${greeting}${gaps.name}`,
    )
    .replace(TITLED, (_, title: string) => `${title}${gaps.name}`)

/** A name as written, in capitals or with capital letters, but not as a plain word: “will” is no Will. */
const namePattern = (name: string): string => {
  const lower = name.toLowerCase()
  const title = lower.replace(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())
  return [...new Set([name, title, name.toUpperCase()])].map(quote).join('|')
}

const replaceFacts = (text: string, facts: readonly PersonalFact[]): string => {
  const longestFirst = facts
    .map((fact) => ({ ...fact, value: fact.value.trim() }))
    .filter(({ value }) => value.length >= MIN_NAME_PART)
    .toSorted((a, b) => b.value.length - a.value.length)
  let result = text
  for (const { kind, value } of longestFirst) {
    // A name may be a word in small letters: “will” is no Will.
    if (kind === 'name' && /^[\p{L} ]+$/u.test(value)) {
      result = result.replace(new RegExp(alone(namePattern(value)), 'gu'), gaps.name)
      continue
    }
    const spaced = quote(value).replace(/(?:\\?\s)+/g, '\\s{1,3}')
    result = result.replace(new RegExp(alone(spaced), 'giu'), gaps[kind])
    // A number may be written with other spaces.
    const digits = value.replace(/\D/g, '')
    if (kind !== 'name' && kind !== 'address' && digits.length >= 7 && digits.length >= value.length / 2) {
      result = result.replace(new RegExp(alone(`\\+?${[...digits].join('[ ./()-]{0,2}')}`), 'gu'), gaps[kind])
    }
  }
  const parts = facts.flatMap(({ kind, value }) => (kind === 'name' ? value.split(/[\s,]+/) : []))
  for (const part of new Set(parts.filter(({ length }) => length >= MIN_NAME_PART))) {
    result = result.replace(new RegExp(alone(namePattern(part)), 'gu'), gaps.name)
  }
  return result
}

const replaceAll = (text: string, pattern: RegExp, kind: GapKind): string =>
  text.replace(pattern, (found) => (found.includes('{{') ? found : gaps[kind]))

/** One gap for what belongs together: first and last name, street and place. */
const joinGaps = (text: string): string =>
  text
    .replace(/\{\{buyer\}\}(?:[ \t]{1,2}\{\{buyer\}\})+/g, gaps.name)
    .replace(/\{\{address\}\}(?:[,;\s]{1,4}\{\{address\}\})+/g, gaps.address)

/** The text with gaps in place of what is personal. `facts`: what is known of the person it was written to. */
export const leaveGaps = (text: string, facts: readonly PersonalFact[]): string => {
  let result = text.slice(0, MAX_LENGTH)
  result = replaceAll(result, EMAIL, 'email')
  result = result.replace(LINK, (url) => (hasId(url) ? gaps.link : url))
  result = replaceFacts(result, facts)
  result = replaceNames(result)
  result = replaceAll(result, ORDER, 'order')
  result = result.replace(LABELLED_ORDER, (_, label: string) => `${label}${gaps.order}`)
  result = result.replace(LABELLED_TRACKING, (_, label: string) => `${label}${gaps.tracking}`)
  result = replaceAll(result, STREET, 'address')
  result = replaceAll(result, PLACE, 'address')
  result = replaceAll(result, SHORT_PLACE, 'address')
  result = replaceAll(result, TRACKING, 'tracking')
  result = replaceAll(result, PHONE, 'phone')
  result = replaceAll(result, LONG_NUMBER, 'number')
  return joinGaps(result)
}
