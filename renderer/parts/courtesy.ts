/** Recognizes messages that contain only thanks, in the marketplaces' languages. */

const MAX_CODE_POINTS = 80

/** Whole words, lower case, without accents or apostrophes. At least one must occur. */
const thanks = new Set(
  `thanks thank thx ty tx cheers danke schon dankeschon vielen merci gracias grazie obrigado obrigada bedankt dank dankjewel tack
   dzieki dziekuje perfect great super awesome lovely brilliant wonderful excellent fantastic perfekt klasse prima toll top
   parfait genial perfetto perfecto ok okay`.split(/\s+/),
)

/** Words allowed beside them. */
const fillers = new Set(
  `you so much very a lot lots many again for the your quick fast reply answer help info information all good that is was its
   im i got it received arrived today everything fine will do see bye best regards kind greetings hi hello hey and
   ihnen dir sehr fur die den das schnelle antwort hilfe alles gut ist angekommen bis dann viele liebe grusse gruss lg mfg und
   beaucoup bien recu a tous vous muchas mil grazie mille molto bene tout est de la dear sir madam mate have nice day`.split(
    /\s+/,
  ),
)

const accents = /\p{M}/gu
const apostrophes = /['’]/gu
const word = /[\p{L}\p{N}]+/gu
const pictograph = /\p{Extended_Pictographic}/u

/**
 * Whether a message seems to need no reply: thanks and courtesies only, or pictographs only. A question mark, a number
 * or any other word means that it may need one. The seller decides; this is only an offer.
 */
export const isCourtesy = (text: string): boolean => {
  const trimmed = text.trim()
  if (trimmed === '' || /[?¿？]/u.test(trimmed) || [...trimmed].length > MAX_CODE_POINTS) return false
  const words = trimmed.normalize('NFD').replace(accents, '').replace(apostrophes, '').toLowerCase().match(word) ?? []
  if (words.length === 0) return pictograph.test(trimmed)
  return words.some((one) => thanks.has(one)) && words.every((one) => thanks.has(one) || fillers.has(one))
}
