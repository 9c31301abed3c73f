// The way from edits to a run: plans it, and leads to the plan.
import { Send } from 'lucide-react'
import type { ItemFilter } from '../../shared/inventory/item-list.ts'
import type { RunScope } from '../../shared/inventory/run-contract.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Menu } from '../ui/menu.tsx'
import { toastFailure } from '../ui/toast.tsx'

import { isOpen } from './run-words.ts'

export interface SendButtonProps {
  /** Items with an edit, in all. */
  readonly changed: number
  readonly list: { readonly search: string; readonly filter: ItemFilter }
  /** Items of the list in sight. */
  readonly listed: number
  /** A run is there to be looked at. */
  readonly onSent: () => void
}

/** Where the list is narrowed, the choice is between all that changed and what the list shows of it. */
export function SendButton({ changed, list, listed, onSent }: SendButtonProps) {
  const client = useClient()
  const run = useApiQuery('inventory', 'run', {}).data ?? null
  const isNarrowed = list.search !== '' || (list.filter !== 'all' && list.filter !== 'changed')

  const plan = async (scope: RunScope) => {
    try {
      await client.inventory.prepareRun({ scope })
      onSent()
    } catch (error) {
      toastFailure(error)
    }
  }

  if (run !== null && isOpen(run)) return null
  if (changed === 0) return null
  const words = `Review and send ${formatNumber(changed)}`
  if (!isNarrowed) {
    return (
      <Button icon={Send} onPress={() => void plan({ kind: 'changed' })} variant="primary">
        {words}
      </Button>
    )
  }
  return (
    <Menu
      acts={[
        {
          id: 'list',
          label: 'What this list shows',
          description: `The changed ones among ${formatCount(listed, 'item')}`,
          onPress: () => void plan({ kind: 'list', ...list }),
        },
        {
          id: 'changed',
          label: 'Everything that changed',
          description: formatCount(changed, 'item'),
          onPress: () => void plan({ kind: 'changed' }),
        },
      ]}
      label="Which changes to send"
      placement="bottom end"
      trigger={
        <Button icon={Send} variant="primary">
          {words}
        </Button>
      }
    />
  )
}
