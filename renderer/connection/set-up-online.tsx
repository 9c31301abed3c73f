/** The last two steps of setting a connection up, which need the platform: signing in, and the check of every service. */
import { useEffect, useRef } from 'react'
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { useApiMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingState } from '../ui/states.tsx'
import { Checks } from './open-connection-panel.tsx'
import styles from './settings.module.css'
import { SignInPanel } from './sign-in-panel.tsx'

const NotOpen = () => (
  <Banner tone="caution">This connection is not open. Open it under Settings, Connections, then go on here.</Banner>
)

export function SignInStep({
  status,
  isOpen,
  onMendClient,
}: {
  readonly status: ConnectionStatus
  readonly isOpen: boolean
  readonly onMendClient: () => void
}) {
  if (!isOpen) return <NotOpen />
  return (
    <>
      <p className={styles.note}>
        You sign in at the platform itself; Stallhand never sees your password. The platform then asks whether this
        application may read and send for you.
      </p>
      <SignInPanel onMendClient={onMendClient} status={status} />
    </>
  )
}

/** Asks every service as soon as one is here, and again whenever one likes. */
export function CheckStep({
  status,
  isOpen,
  kind,
  onSignIn,
}: {
  readonly status: ConnectionStatus
  readonly isOpen: boolean
  readonly kind: ConnectionKind
  readonly onSignIn: () => void
}) {
  const check = useApiMutation('connection', 'check')
  const begun = useRef(false)
  const { mutate } = check
  useEffect(() => {
    if (begun.current || !isOpen) return
    begun.current = true
    mutate({})
  }, [mutate, isOpen])
  if (!isOpen) return <NotOpen />
  const services = check.data?.services
  const failed = services?.filter(({ ok }) => !ok).length ?? 0
  return (
    <>
      <p aria-live="polite" className={styles.line}>
        {services === undefined
          ? 'Every service is asked one harmless question.'
          : failed === 0
            ? 'Every service answers. You can begin.'
            : `${failed} of ${services.length} did not answer as they should. Each says what to do; you can go back, or go on and come back later.`}
      </p>
      {check.isPending && services === undefined && <LoadingState label="The services are being asked" shape="lines" />}
      {status.session.state !== 'signedIn' && (
        <Banner act={{ label: 'Go to the sign-in', onPress: onSignIn }} title="Nobody is signed in." tone="caution">
          Until somebody is, most of the services cannot answer.
        </Banner>
      )}
      {check.isError && <Banner tone="danger">{check.error.message}</Banner>}
      {services !== undefined && <Checks services={services} />}
      <div className={styles.inline}>
        <Button isPending={check.isPending} onPress={() => mutate({})}>
          Check again
        </Button>
        {kind !== 'practice' && (
          <Button onPress={() => navigate({ screen: 'settings', path: ['section', 'secrets'] })} variant="quiet">
            Credentials of the older notifications
          </Button>
        )}
      </div>
    </>
  )
}
