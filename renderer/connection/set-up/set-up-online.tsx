/** The last two steps of setting up a connection: signing in, and checking every service. */
import { useEffect, useRef } from 'react'
import type { ConnectionStatus } from '../../../shared/connection/contract.ts'
import type { ConnectionKind } from '../../../shared/connection/profile.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { LoadingState } from '../../ui/feedback/states.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { ServiceChecks } from '../panels/open-connection-panel.tsx'
import { SignInPanel } from '../panels/sign-in-panel.tsx'

type StepProps = { readonly status: ConnectionStatus; readonly isOpen: boolean }

const NotOpen = () => (
  <Banner tone="caution">This connection isn’t open. Open it under Settings, Shops, then continue here.</Banner>
)

export const SignInStep = ({ status, isOpen, onChangeClient }: StepProps & { readonly onChangeClient: () => void }) => {
  const { the, The } = usePlatformName()
  return isOpen ? (
    <>
      <Text as="p" size="meta" tone="soft">
        {`You sign in on ${the}’s own page; Stallhand never sees your password. ${The} then asks you to allow this application to read and send for you.`}
      </Text>
      <SignInPanel onChangeClient={onChangeClient} status={status} />
    </>
  ) : (
    <NotOpen />
  )
}

/** Checks every service as soon as the step opens, and again on request. */
export const CheckStep = ({
  status,
  isOpen,
  kind,
  onSignIn,
}: StepProps & { readonly kind: ConnectionKind; readonly onSignIn: () => void }) => {
  const check = useApiMutation('connection', 'check')
  const hasStarted = useRef(false)
  const { mutate } = check
  useEffect(() => {
    if (hasStarted.current || !isOpen) return
    hasStarted.current = true
    mutate({})
  }, [mutate, isOpen])
  if (!isOpen) return <NotOpen />
  const services = check.data?.services
  const failed = services?.filter(({ ok }) => !ok).length ?? 0
  return (
    <>
      <p aria-live="polite">
        {services === undefined
          ? !check.isError && 'Sending one harmless request to each service.'
          : failed === 0
            ? 'Every service answers. You are ready.'
            : `${failed} of ${services.length} services reported a problem. Each shows what to do; you can also continue and come back later.`}
      </p>
      {check.isPending && services === undefined && <LoadingState label="Checking services" shape="lines" />}
      {status.session.state !== 'signedIn' && (
        <Banner action={{ label: 'Go to sign-in', onPress: onSignIn }} title="Sign-in needed." tone="caution">
          Most services can’t answer until you sign in.
        </Banner>
      )}
      <MutationError of={check} />
      {services !== undefined && <ServiceChecks services={services} />}
      <Row>
        <CommandButton
          command="settings.checkConnection"
          isPending={check.isPending}
          text="Check again"
          onPress={() => mutate({})}
        />
        {kind !== 'practice' && (
          <Button onPress={() => navigate({ screen: 'settings', path: ['section', 'secrets'] })} variant="quiet">
            Credentials for legacy notifications
          </Button>
        )}
      </Row>
    </>
  )
}
