/** A destination on the board: where it leads, who keeps its token, what leads to it. */
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { DestinationView, Subscriptions } from '../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { DeleteDestination } from './delete-destination.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import styles from './notifications.module.css'
import { Refused } from './refused.tsx'
import { statusTone } from './words.ts'

const tokenWords: Readonly<Record<DestinationView['token'], string>> = {
  ours: 'kept by Stallhand',
  different: 'another one than Stallhand keeps',
  unknown: 'not told by the platform',
}

export const DestinationEntry = ({
  destination,
  board,
}: {
  readonly destination: DestinationView
  readonly board: Subscriptions
}) => {
  const read = useApiMutation('notifications', 'getDestination')
  const [open, setOpen] = useState<'change' | 'delete' | null>(null)
  const { destinationId, status, endpoint } = destination
  const name = destination.name ?? destinationId
  const leading = board.subscriptions.entries.filter((each) => each.destinationId === destinationId)
  const close = (): void => setOpen(null)
  return (
    <li aria-label={name} className={styles.entry}>
      <div className={styles.entryHead}>
        <strong>{name}</strong>
        <Badge tone={statusTone(status)}>{status ?? 'Status not known'}</Badge>
        <span className={styles.type}>{endpoint}</span>
        <span className={styles.acts}>
          <Menu
            label={`More for ${name}`}
            trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="s" />}
            acts={[
              { id: 'change', label: 'Change', onPress: () => setOpen('change') },
              { id: 'read', label: 'Read again', onPress: () => read.mutate({ destinationId }) },
              'separator',
              { id: 'delete', label: 'Delete', tone: 'danger', onPress: () => setOpen('delete') },
            ]}
          />
        </span>
      </div>
      <p className={styles.entryLine}>
        Verification token: {tokenWords[destination.token]}.{' '}
        {leading.length === 0
          ? 'No subscription leads here.'
          : `Subscribed: ${leading.map((each) => each.topicId ?? each.subscriptionId).join(', ')}.`}
      </p>
      <Refused error={read.error} />
      {open === 'change' && <DestinationDialog destination={destination} ownAddress={null} onClose={close} />}
      {open === 'delete' && (
        <DeleteDestination
          destination={destination}
          inUseBy={leading.filter((each) => each.status !== 'DISABLED')}
          onClose={close}
        />
      )}
    </li>
  )
}
