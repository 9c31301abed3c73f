/** The language of dates and numbers: a choice that main keeps. Whoever asks is drawn again when it is another. */
import { LOCALE_KEY, localeChoices } from '../../shared/app/choices.ts'
import { useViewState } from '../api/use-view-state.ts'
import { setLocale } from '../ui/locale-format.ts'

/** The choice, to be the key of all that is to be drawn again with it. */
export const useLocale = (): string => {
  const [stored] = useViewState(LOCALE_KEY, 'system')
  const locale = localeChoices.find((one) => one === stored) ?? 'system'
  // Before anything below is drawn: it would be drawn in the former language otherwise.
  setLocale(locale === 'system' ? undefined : locale)
  return locale
}
