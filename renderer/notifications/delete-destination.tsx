/** The question before a destination goes; one in use is explained, and freed first when told to (NOT-08). */
import { useState } from 'react'
import type { DestinationView, SubscriptionView } from '../../shared/notifications/subscriptions-contract.ts'
import { Failure } from '../../shared/result.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/locale-format.ts'
import styles from './notifications.module.css'
import { Refused } from './refused.tsx'

export type DeleteDestinationProps = {
  readonly destination: DestinationView
  /** Those that lead to it and are not disabled. */
  readonly inUseBy: readonly SubscriptionView[]
  readonly onClose: () => void
}

export const DeleteDestination = ({ destination, inUseBy, onClose }: DeleteDestinationProps) => {
  const connection = useConnection()
  const disable = useApiMutation('notifications', 'disableSubscription')
  const remove = useApiMutation('notifications', 'deleteDestination')
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const name = destination.name ?? destination.destinationId
  const many = formatCount(inUseBy.length, 'subscription')

  const act = async (): Promise<void> => {
    setPending(true)
    setError(null)
    try {
      for (const { subscriptionId } of inUseBy) await disable.mutateAsync({ subscriptionId })
      await remove.mutateAsync({ destinationId: destination.destinationId })
      onClose()
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
      setError(caught)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      isDismissable={false}
      onClose={onClose}
      title={`Delete the destination ${name}?`}
      size="s"
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            Keep
          </Button>
          <Button variant="danger" kind={connection?.kind} isPending={isPending} onPress={() => void act()}>
            {inUseBy.length === 0 ? 'Delete destination' : `Disable ${many}, then delete`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {inUseBy.length > 0 && (
          <Banner tone="caution" title={`${many} ${inUseBy.length === 1 ? 'leads' : 'lead'} here`}>
            The platform does not delete a destination in use. Disable first:{' '}
            {inUseBy.map(({ topicId, subscriptionId }) => topicId ?? subscriptionId).join(', ')}.
          </Banner>
        )}
        <Refused error={error} />
        <p className={styles.soft}>
          Nothing is delivered to {destination.endpoint ?? 'its address'} any more. It cannot be brought back, only
          added anew.
        </p>
      </div>
    </Dialog>
  )
}
