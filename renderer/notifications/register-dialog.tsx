/** Registers this receiver with the platform: which events, and where alerts go; then each step in words. */
import { useState } from 'react'
import type { Registration } from '../../shared/notifications/registration.ts'
import { useApiMutation } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './notifications.module.css'
import { Steps } from './steps.tsx'
import { knownEventTypes, meaningOf } from './words.ts'

export type RegisterDialogProps = { readonly registration: Registration; readonly onClose: () => void }

export const RegisterDialog = ({ registration, onClose }: RegisterDialogProps) => {
  const connection = useConnection()
  const register = useApiMutation('notifications', 'register')
  const [events, setEvents] = useState<ReadonlySet<string>>(
    () => new Set(registration.events.length === 0 ? knownEventTypes : registration.events),
  )
  const [alertEmail, setAlertEmail] = useState('')
  // Types that were registered elsewhere stay in the list, so that registering again does not drop them unseen.
  const choices = [...new Set([...knownEventTypes, ...registration.events])]
  const told = register.data ?? (registration.state === 'never' ? undefined : registration)

  const choose = (name: string, isChosen: boolean): void => {
    const next = new Set(events)
    if (isChosen) next.add(name)
    else next.delete(name)
    setEvents(next)
  }
  const send = (): void => {
    const email = alertEmail.trim()
    register.mutate(
      { events: [...events], ...(email === '' ? {} : { alertEmail: email }) },
      {
        onSuccess: ({ state, message: words }) => {
          // Where a step failed or waits, its words stay in sight here.
          if (state !== 'complete') return
          toast({ text: words, tone: 'good' })
          onClose()
        },
      },
    )
  }
  const fieldError = register.error?.detail.kind === 'validation' ? register.error.detail.issues : []
  const emailError = fieldError.find(({ path }) => path === 'input.alertEmail')?.message

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Register this receiver"
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            kind={connection?.kind}
            isPending={register.isPending}
            isDisabled={events.size === 0}
            disabledReason="Choose at least one event"
            onPress={send}
          >
            {registration.state === 'never' ? 'Register' : 'Register again'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {register.error !== null && emailError === undefined && <Banner tone="danger">{register.error.message}</Banner>}
        <fieldset className={styles.choices}>
          <legend>Tell me when</legend>
          {choices.map((name) => (
            <Checkbox
              key={name}
              isSelected={events.has(name)}
              onChange={(isChosen) => choose(name, isChosen)}
              isDisabled={register.isPending}
            >
              {meaningOf(name) ?? name} <span className={styles.type}>{name}</span>
            </Checkbox>
          ))}
        </fieldset>
        <TextField
          label="E-mail for alerts"
          type="email"
          value={alertEmail}
          onChange={setAlertEmail}
          error={emailError}
          description={
            connection?.kind === 'practice'
              ? 'The platform writes there when deliveries fail. The practice platform does without.'
              : 'The platform writes there when deliveries fail. Needed once; leave it empty to keep what the platform has.'
          }
        />
        {told !== undefined && told.steps.length > 0 && <Steps registration={told} />}
      </div>
    </Dialog>
  )
}
