/** Light, dark, or as the system says: a choice that main keeps and every window follows. */
import { useEffect } from 'react'
import { LOCALE_KEY, localeChoices } from '../../shared/app/choices.ts'
import { useViewState } from '../api/use-view-state.ts'
import { setLocale } from '../ui/locale-format.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'

/** Whether the rail shows labels: where the window has room for them, or as the seller chose. */
export const useRailWidth = (): { readonly isWide: boolean; readonly toggle: () => void } => {
  const [choice, setChoice] = useViewState('shell.rail', 'auto')
  const hasRoom = useMediaQuery('(min-width: 1200px)')
  const isWide = choice === 'auto' ? hasRoom : choice === 'wide'
  return { isWide, toggle: () => setChoice(isWide ? 'narrow' : 'wide') }
}

/** The choice, to be the key of all that is to be drawn again with it. */
export const useLocale = (): string => {
  const [stored] = useViewState(LOCALE_KEY, 'system')
  const locale = localeChoices.find((one) => one === stored) ?? 'system'
  // Before anything below is drawn: it would be drawn in the former language otherwise.
  setLocale(locale === 'system' ? undefined : locale)
  return locale
}

export const useTheme = (): void => {
  const [theme] = useViewState('appearance.theme', 'system')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    else delete dataset.theme
  }, [theme])
}
