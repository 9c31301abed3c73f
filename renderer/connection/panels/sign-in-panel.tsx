/** Shows who is signed in, and signs in through the browser or with a pasted code. */
import { useState } from 'react'
import type { ConnectionStatus } from '../../../shared/connection/contract.ts'
import { useAction, useApiMutation, useClient, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { type Fact, KeyValue } from '../../ui/display/key-value.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import styles from '../settings.module.css'
import { BrowserError, LeaveOutForm, LeftOut } from './sign-in-without.tsx'

type StatusProps = { readonly status: ConnectionStatus }

type SignInPanelProps = StatusProps & {
  /** Opens the page with client ID and client secret. */
  readonly onChangeClient: () => void
}

export const SignInPanel = ({ status, onChangeClient }: SignInPanelProps) => {
  const { session, signIn, connection } = status
  const isPractice = connection.kind === 'practice'
  const isWaiting = signIn.phase === 'waiting' || signIn.phase === 'exchanging'
  // The pressed button is replaced; the focus moves to its replacement.
  const [takesFocus, setTakesFocus] = useState(false)
  const hasFailed = signIn.phase === 'failed' && signIn.problem !== null
  return (
    <Panel
      actions={
        isPractice
          ? session.state === 'signInNeeded' && <PracticeSignIn />
          : !isWaiting && <SignInActions onStart={() => setTakesFocus(true)} status={status} takesFocus={takesFocus} />
      }
      description={
        isPractice
          ? 'The practice seller needs no browser and no password to sign in.'
          : `Sign-in opens ${status.signInHost} in your browser.`
      }
      title="Sign-in"
    >
      {hasFailed && (
        <Banner
          action={signIn.isClientRefused ? { label: 'Change client ID or secret', onPress: onChangeClient } : undefined}
          title="Not signed in."
          tone="danger"
        >
          {signIn.problem ?? ''}
        </Banner>
      )}
      {hasFailed && signIn.isScopeRefused && <LeaveOutForm status={status} />}
      {!hasFailed && !isWaiting && session.state === 'signInNeeded' && (
        <Banner title="Sign-in needed." tone="caution">
          {session.label} Your messages and changes are kept here and sent after you sign in.
        </Banner>
      )}
      {isWaiting && <SignInProgress status={status} takesFocus={takesFocus} />}
      {session.state === 'signedIn' && <SessionFacts status={status} />}
    </Panel>
  )
}

/** Signs the practice seller in again after a practised change of the password (FACT-9). */
const PracticeSignIn = () => {
  const client = useClient()
  const signIn = useAction(async () => {
    await client.practice.clearFaults({ fault: 'passwordChanged' })
    await client.connection.check({})
  })
  return (
    <>
      <MutationError of={signIn} />
      <CommandButton
        command="settings.signIn"
        isPending={signIn.isPending}
        label="Sign in with the new password"
        onPress={() => signIn.mutate()}
        variant="primary"
      />
    </>
  )
}

const SessionFacts = ({ status }: StatusProps) => {
  const { label, signInEndsAtMs } = status.session
  const facts: Fact[] = [{ label: 'Signed in as', value: label }]
  if (status.permissions.some(({ isOff }) => isOff)) facts.push({ label: 'Off', value: <LeftOut status={status} /> })
  if (signInEndsAtMs !== null) {
    facts.push({
      label: 'Sign-in',
      value: (
        <>
          Valid until <RelativeTime at={signInEndsAtMs} />
        </>
      ),
    })
  }
  return <KeyValue facts={facts} />
}

const SignInActions = ({
  status,
  takesFocus,
  onStart,
}: StatusProps & { readonly takesFocus: boolean; readonly onStart: () => void }) => {
  const { the } = usePlatformName()
  const begin = useApiMutation('connection', 'beginSignIn')
  const signOut = useReportedMutation('connection', 'signOut')
  const [isConfirming, setConfirming] = useState(false)
  const isSignedIn = status.session.state === 'signedIn'
  const hasClient = status.keptSecrets.some(({ name, isKept }) => name === 'clientSecret' && isKept)
  const { name } = status.connection
  return (
    <>
      {begin.isError && (
        <Text role="alert" tone="danger">
          <ProblemText problem={begin.error.detail} />
        </Text>
      )}
      {isSignedIn && <CommandButton command="settings.signOut" onPress={() => setConfirming(true)} variant="quiet" />}
      <CommandButton
        autoFocus={takesFocus}
        command="settings.signIn"
        disabledReason={hasClient ? undefined : 'Save the client secret below first.'}
        isPending={begin.isPending}
        label={isSignedIn ? 'Sign in again' : `Sign in with ${the}`}
        onPress={() => {
          onStart()
          begin.mutate({})
        }}
        variant={isSignedIn ? 'plain' : 'primary'}
      />
      <ConfirmDialog
        confirmLabel="Sign out"
        consequence={
          <>
            This deletes the refresh token, access tokens and user token of <strong>{name}</strong>. Signing in again
            creates new ones. The client secret, your messages and items stay.
          </>
        }
        isOpen={isConfirming}
        mutation={signOut}
        onClose={() => setConfirming(false)}
        onConfirm={() => signOut.mutate({}, { onSettled: () => setConfirming(false) })}
        title={`Sign out of ${name}?`}
      />
    </>
  )
}

const SignInProgress = ({ status, takesFocus }: StatusProps & { readonly takesFocus: boolean }) => {
  const { signIn, signInHost } = status
  const now = useNow('second')
  const finish = useApiMutation('connection', 'finishSignIn')
  const cancel = useReportedMutation('connection', 'cancelSignIn')
  const [pasted, setPasted] = useState('')
  const isExchanging = signIn.phase === 'exchanging'
  const minutes = signIn.endsAtMs === null ? 0 : Math.max(1, Math.round((signIn.endsAtMs - now) / 60_000))
  const submit = (): void => {
    if (pasted.trim() !== '') finish.mutate({ pasted })
  }
  return (
    <section aria-label="Sign-in in progress" className={styles.signIn}>
      <p aria-live="polite">
        {isExchanging
          ? 'Code received. Requesting the tokens.'
          : signIn.way === 'paste'
            ? `Sign in at ${signInHost} and allow access within ${minutes} min. Then paste the address that the browser shows.`
            : `Waiting for the browser, up to ${minutes} min. Sign in at ${signInHost} and allow access; Stallhand continues automatically.`}
      </p>
      {!isExchanging && (
        <>
          {signIn.address !== null && (
            <Row>
              <span>No browser window?</span>
              <CopyButton label="Copy the address" size="s" text={signIn.address} />
            </Row>
          )}
          <TextField
            autoFocus={takesFocus}
            description="The whole address after signing in, or the code in it. A code works once, for about five minutes."
            error={finish.error?.detail}
            isMono
            label="Address or code"
            onChange={setPasted}
            onSubmit={submit}
            value={pasted}
          />
          <Row>
            <Button
              disabledReason={pasted.trim() === '' ? 'Paste the address or the code first.' : undefined}
              isPending={finish.isPending}
              onPress={submit}
              variant="primary"
            >
              Finish sign-in
            </Button>
            <Button onPress={() => cancel.mutate({})} variant="quiet">
              Cancel
            </Button>
          </Row>
          {signIn.way === 'paste' && status.permissions.length > 0 && <BrowserError status={status} />}
        </>
      )}
    </section>
  )
}
