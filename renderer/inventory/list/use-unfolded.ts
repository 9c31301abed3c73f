/** The listings with variations that show their items below them (LST-15). */
import { useViewState } from '../../api/use-view-state.ts'

const MAX_KEPT = 200

export const useUnfolded = () => {
  const [kept, setKept] = useViewState('inventory.unfolded', '')
  const unfolded = kept === '' ? [] : kept.split('\n')
  return {
    unfolded,
    toggleFold: (groupKey: string): void => {
      const others = unfolded.filter((key) => key !== groupKey)
      const next = others.length < unfolded.length ? others : [...others, groupKey].slice(-MAX_KEPT)
      setKept(next.join('\n'))
    },
  }
}
