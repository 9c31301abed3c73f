/** Offers to those who watch listings: the listings are chosen, the plan is confirmed, and a run sends them (LST-26). */
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import type { CommandAction } from '../../commands/command-button.tsx'
import { WatchersDialog } from './watchers-dialog.tsx'

export const useWatcherOffers = (
  onStarted: (runId: number) => void,
): { readonly actions: readonly CommandAction[]; readonly dialog: ReactNode } => {
  const canOffer = useApiQuery('offers', 'reading', {}).data?.canOfferWatchers === true
  const { label } = usePlatform()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return {
    actions: canOffer
      ? [
          {
            command: 'items.offerToWatchers',
            description: `A lower price for those who watch a listing on ${label}`,
            onPress: () => setOpen(true),
          },
        ]
      : [],
    dialog: isOpen ? <WatchersDialog onClose={close} onStarted={onStarted} /> : null,
  }
}
