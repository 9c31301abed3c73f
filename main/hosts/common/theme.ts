/** The theme the user chose, where it is not the system's: for what is drawn before the window can ask. */
import type { Settings } from '../../ports.ts'

export type Theme = 'light' | 'dark'

/** Where the desk keeps what the window remembers (main/desk/handlers.ts), and the window's name for its theme. */
const VIEW_KEY = 'view'
const THEME_KEY = 'appearance.theme'

export const chosenTheme = (settings: Settings): Theme | undefined => {
  const view = settings.get(VIEW_KEY)
  const theme =
    typeof view === 'object' && view !== null ? Object.entries(view).find(([key]) => key === THEME_KEY)?.[1] : undefined
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
