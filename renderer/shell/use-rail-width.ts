/** Whether the rail shows labels: where the window has room for them, or as the seller chose. */
import { useViewState } from '../api/use-view-state.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'

export const useRailWidth = (): { readonly isWide: boolean; readonly toggle: () => void } => {
  const [choice, setChoice] = useViewState('shell.rail', 'auto')
  const hasRoom = useMediaQuery('(min-width: 1200px)')
  const isWide = choice === 'auto' ? hasRoom : choice === 'wide'
  return { isWide, toggle: () => setChoice(isWide ? 'narrow' : 'wide') }
}
