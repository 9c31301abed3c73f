/** The theme to use before the window has loaded. */
import type { Settings } from '../../ports.ts'

export type Theme = 'light' | 'dark'

/** The window state's key in the settings (main/app/handlers.ts), and the theme's key within it. */
const VIEW_KEY = 'view'
const THEME_KEY = 'appearance.theme'

export const loadTheme = (settings: Settings): Theme | undefined => {
  const view = settings.get(VIEW_KEY)
  const theme =
    typeof view === 'object' && view !== null ? Object.entries(view).find(([key]) => key === THEME_KEY)?.[1] : undefined
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
