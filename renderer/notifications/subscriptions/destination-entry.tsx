/** A destination: its address, its token, and the subscriptions that use it. */
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { DestinationView, Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { DeleteDestination } from './delete-destination.tsx'
import { DestinationDialog } from './destination-dialog.tsx'
import styles from './subscriptions.module.css'
import { WaitingChanges } from './waiting-changes.tsx'

const tokenLabels = ({ the }: PlatformName): Readonly<Record<DestinationView['token'], string>> => ({
  ours: 'Stallhand’s',
  different: 'not Stallhand’s',
  unknown: `not revealed by ${the}`,
})

type DestinationEntryProps = {
  readonly destination: DestinationView
  readonly data: Subscriptions
}

export const DestinationEntry = ({ destination, data }: DestinationEntryProps) => {
  const platformName = usePlatformName()
  const read = useApiMutation('notifications', 'getDestination')
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { destinationId, status, endpoint, token } = destination
  const name = destination.name ?? destinationId
  const users = data.subscriptions.entries.filter((each) => each.destinationId === destinationId)
  const close = (): void => setOpen(null)
  return (
    <li aria-label={name} className={styles.entry}>
      <Row wrap>
        <strong>{name}</strong>
        <StatusBadge status={status} />
        <Text mono size="meta" tone="faint">
          {endpoint}
        </Text>
        <span className={styles.actions}>
          <Menu
            actions={[
              { id: 'edit', label: 'Edit', onPress: () => setOpen('edit') },
              { id: 'refresh', label: 'Refresh', onPress: () => read.mutate({ destinationId }) },
              'separator',
              { id: 'delete', label: 'Delete', tone: 'danger', onPress: () => setOpen('delete') },
            ]}
            label={`More for ${name}`}
            trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} size="s" />}
          />
        </span>
      </Row>
      <Text as="p" tone="soft">
        Verification token: {tokenLabels(platformName)[token]}.{' '}
        {users.length === 0
          ? 'No subscription uses it.'
          : `Used by ${users.map((each) => each.topicId ?? each.subscriptionId).join(', ')}.`}
      </Text>
      <WaitingChanges subject={`destination:${destination.destinationId}`} />
      <MutationError of={read} />
      {open === 'edit' && <DestinationDialog destination={destination} onClose={close} ownAddress={null} />}
      {open === 'delete' && (
        <DeleteDestination
          destination={destination}
          onClose={close}
          usedBy={users.filter((each) => each.status !== 'DISABLED')}
        />
      )}
    </li>
  )
}
