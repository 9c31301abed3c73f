/**
 * Recognizes the language of a short message by its function words, and names words that say nothing about its subject.
 *
 * Only the languages of the platform's larger sites are known; a text in another language has none, and is compared with
 * every text.
 */

export const languages = ['en', 'de', 'fr', 'it', 'es', 'nl', 'pl'] as const
export type Language = (typeof languages)[number]

/** Folded as in the search index: lower case, without accents. */
const functionWords: Readonly<Record<Language, string>> = {
  en: `the a an and or but is are was were be been it its this that these those i you he she we they me my your our their of to in on at for
    with from by as if do does did have has had will would can could should may not no yes so just any some there here what when where
    which who how why im ive id youre dont didnt hasnt isnt am let know get got`,
  de: `der die das den dem des ein eine einen einem einer und oder aber ist sind war waren sein es dies dieser diese dieses ich du er sie wir
    ihr mich mir mein meine ihnen ihre ihren unser zu im in am auf an fur mit von vom bei als wenn ob habe haben hat hatte wird wurde
    werden kann konnen konnte konnten soll nicht kein keine ja nein so nur noch schon auch da hier was wann wo welche wer wie warum
    bitte denn mal gerne zum zur uber bis aus nach um`,
  fr: `le la les un une des de du d l et ou mais est sont etait etre il elle ce cet cette ces c je j tu vous nous ils me m mon ma mes votre vos
    notre leur a au aux en dans sur pour avec par que qu qui quoi quand comment pourquoi si ne n pas plus oui non ai as avez avons ont
    avoir peut pouvez puis pourrait serait sera se s y deja encore bien tout`,
  it: `il lo la i gli le un uno una di del della dei delle da dal in nel nella su sul per con tra e o ma se che chi cosa come quando dove
    perche sono e era essere io tu lui lei noi voi mi mio mia suo sua vostro questo questa quello non si no ho hai ha abbiamo avete hanno
    puo potete potrebbe sara ancora gia anche piu al alla ai ci vi`,
  es: `el la los las un una unos de del al a en por para con sin sobre y o pero si que quien como cuando donde porque es son era ser esta
    estan este esto ese eso yo tu usted ustedes me mi mis su sus no lo le se he ha han hay tengo tiene puede podria pueden sera aun
    todavia ya tambien muy mas`,
  nl: `de het een en of maar is zijn was waren dit dat deze die ik jij je u hij zij ze wij we mij me mijn uw jouw ons onze van naar in op aan
    voor met door bij als dan er hier daar wat wanneer waar welke wie hoe waarom niet geen ja nee nog al ook wel heb heeft hebben had kan
    kunnen kunt zou zal wordt worden te om uit`,
  pl: `i a w z na do od o u za po przy ze ze czy jest sa byl byla bylo byc to ten ta te tego tej ja ty pan pani my wy mi mnie moj moja sie
    nie tak jak kiedy gdzie co kto ile dlaczego mam ma moge moze prosze dla jeszcze juz lub albo ale jesli`,
}

/** Greetings and courtesy in any language. */
const courtesy = `hello hi hey dear good morning evening day thanks thank thx please kind regards best cheers sorry seller sir madam hallo guten tag
  morgen abend liebe lieber sehr geehrte geehrter danke dank vielen besten viele freundliche grusse gruss mfg lg bonjour salut bonsoir
  merci cordialement bonne journee avance ciao buongiorno salve buonasera grazie saluti cordiali gentile hola buenos dias buenas tardes
  gracias saludos atentamente cordial beste dag bedankt vriendelijke groet groeten alvast dzien dobry witam czesc dziekuje pozdrawiam
  pozdrowienia prego scusi perdon pardon excuse`

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const functionWordSets = languages.map((language) => [language, toSet(functionWords[language])] as const)
const courtesySet = toSet(courtesy)
const allFunctionWords = toSet(languages.map((language) => functionWords[language]).join(' '))

/** Whether the word is a function word of a known language or courtesy. */
export const isFiller = (word: string): boolean => allFunctionWords.has(word) || courtesySet.has(word)

/** The language with most function words in these words; null for a tie or none. */
export const findLanguage = (words: readonly string[]): Language | null => {
  let best: { readonly language: Language | null; readonly count: number } = { language: null, count: 0 }
  for (const [language, set] of functionWordSets) {
    const count = words.reduce((sum, word) => sum + (set.has(word) ? 1 : 0), 0)
    if (count > best.count) best = { language, count }
    else if (count === best.count && count > 0) best = { language: null, count }
  }
  return best.language
}
