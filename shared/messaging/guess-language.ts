/** The language of a message: saved replies in it come first, and dates are written in it. Pure. */

/** Frequent short words by language. Two of them identify a message's language well enough for sorting. */
const frequentWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and is are you your for this with have can please hello hi thanks it',
    de: 'der die das und ist ich sie nicht haben kann bitte hallo danke für mit noch',
    fr: 'le la les est vous je pas bonjour pour avec une merci dans',
    es: 'el los las es que por para con hola una gracias está',
    it: 'il che per con non sono ciao una grazie della è',
    nl: 'het een van ik niet dat hallo voor heeft dank nog',
    pl: 'nie jest się czy dla dzień dobry proszę na',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

/** Languages that their script shows. Japanese comes before Chinese, whose signs it uses too. */
const scripts: readonly { readonly language: string; readonly letters: RegExp }[] = [
  { language: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { language: 'zh', letters: /\p{Script=Han}/gu },
  { language: 'ko', letters: /\p{Script=Hangul}/gu },
]

/** A word of another language, such as the name of a thing, has fewer letters. */
const MIN_LETTERS = 3

/** The languages that are recognized, as ISO 639-1 codes. A saved reply can have one of them. */
export const replyLanguages: readonly string[] = [
  ...Object.keys(frequentWords),
  ...scripts.map(({ language }) => language),
]

/** The language of a buyer's text; null if unclear. */
export const guessLanguage = (text: string): string | null => {
  const script = scripts.find(({ letters }) => (text.match(letters)?.length ?? 0) >= MIN_LETTERS)
  if (script !== undefined) return script.language
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [first, second] = Object.entries(frequentWords)
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)
  return first !== undefined && first.count >= 2 && first.count > (second?.count ?? 0) ? first.language : null
}
