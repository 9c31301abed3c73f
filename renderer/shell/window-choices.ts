/**
 * The window's choices: rail width, locale and theme. Main stores them; another window follows the next time it is
 * visible.
 */
import { useEffect } from 'react'
import { LOCALE_KEY, localeChoices } from '../../shared/app/choices.ts'
import { findDayZone } from '../../shared/connection/platform-days.ts'
import { setPlatformZone } from '../api/platform-zone.ts'
import { useConnection } from '../api/use-connection.ts'
import { useViewState } from '../api/use-view-state.ts'
import { setLocale } from '../ui/format/locale-format.ts'
import { useMediaQuery } from '../ui/hooks/use-media-query.ts'

/** Whether the rail shows labels: the seller's choice, else whether the window is wide enough. */
export const useRailWidth = (): { readonly isWide: boolean; readonly toggle: () => void } => {
  const [choice, setChoice] = useViewState('shell.rail', 'auto')
  const hasRoom = useMediaQuery('(min-width: 1200px)')
  const isWide = choice === 'auto' ? hasRoom : choice === 'wide'
  return { isWide, toggle: () => setChoice(isWide ? 'narrow' : 'wide') }
}

/** Returns the chosen locale. Use it as the key of components that must re-render when it changes. */
export const useLocale = (): string => {
  const [stored] = useViewState(LOCALE_KEY, 'system')
  const locale = localeChoices.find((one) => one === stored) ?? 'system'
  // Set before the children render, or they would use the previous locale.
  setLocale(locale === 'system' ? undefined : locale)
  return locale
}

/** Shows the platform's days in the zone of the open connection's marketplace. */
export const usePlatformDays = (): void => {
  const connection = useConnection()
  // Set before the screens render, as the locale is.
  setPlatformZone(connection === undefined ? undefined : findDayZone(connection))
}

/** Light, dark, or the system's theme. */
export const useTheme = (): void => {
  const [theme] = useViewState('appearance.theme', 'system')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    else delete dataset.theme
  }, [theme])
}
