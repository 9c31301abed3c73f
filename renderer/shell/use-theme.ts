/** Light, dark, or as the system says: a choice that main keeps and every window follows. */
import { useEffect } from 'react'
import { useViewState } from '../api/use-view-state.ts'

export const useTheme = (): void => {
  const [theme] = useViewState('appearance.theme', 'system')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    else delete dataset.theme
  }, [theme])
}
