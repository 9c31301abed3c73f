/** The e-mail address for the platform's alerts. */
import { useState } from 'react'
import type { Subscriptions } from '../../../shared/notifications/subscriptions-contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { fieldError } from '../field-error.ts'
import styles from './subscriptions.module.css'

export const Alerts = ({ config }: { readonly config: Subscriptions['config'] }) => {
  const { The } = usePlatformName()
  const update = useApiMutation('notifications', 'updateConfig')
  const [typed, setTyped] = useState<string | null>(null)
  const alertEmail = typed ?? config.alertEmail ?? ''
  const error = fieldError(update.error, 'input.alertEmail')
  const unchanged = alertEmail.trim() === (config.alertEmail ?? '')
  return (
    <div className={styles.oneField}>
      <TextField
        label="Email for alerts"
        type="email"
        value={alertEmail}
        onChange={setTyped}
        error={error}
        description={`${The} writes here when deliveries fail. It is required before the first destination.`}
      />
      <Button
        sends
        isPending={update.isPending}
        disabledReason={unchanged ? 'Nothing changed' : undefined}
        onPress={() =>
          update.mutate(
            { alertEmail: alertEmail.trim() },
            // What was typed since isn't saved yet.
            { onSuccess: () => setTyped((now) => (now === typed ? null : now)) },
          )
        }
      >
        Save email
      </Button>
      {error === undefined && <MutationError of={update} />}
    </div>
  )
}
