/** Who is signed in, and how a seller signs in: through the browser, by pasting the code, or by pasting tokens. */
import { useState } from 'react'
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useApiMutation, useReportedMutation } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings.module.css'

type StatusProps = { readonly status: ConnectionStatus }

/** The last word of a scope says what it is for; the address before it is the same for all. */
const shortScope = (scope: string): string => {
  const at = scope.lastIndexOf('/oauth/api_scope')
  const rest = at < 0 ? scope : scope.slice(at + '/oauth/api_scope'.length).replace(/^\//, '')
  return rest === '' ? 'public data' : rest
}

const Scopes = ({ scopes }: { readonly scopes: readonly string[] }) =>
  scopes.length === 0 ? (
    'Known after the next call'
  ) : (
    <span className={styles.scopes}>
      {scopes.map((scope) => (
        <span className="mono" key={scope} title={scope}>
          {shortScope(scope)}
        </span>
      ))}
    </span>
  )

type SignInPanelProps = StatusProps & {
  /** Leads to where client id and client secret are written. */
  readonly onMendClient: () => void
}

export function SignInPanel({ status, onMendClient }: SignInPanelProps) {
  const { session, signIn, connection } = status
  const isPractice = connection.kind === 'practice'
  const isWaiting = signIn.phase === 'waiting' || signIn.phase === 'exchanging'
  /** What was pressed here gives way to something else, and the focus goes with it. */
  const [wasBegun, setBegun] = useState(false)
  return (
    <Panel
      acts={
        !isPractice && !isWaiting && <SignInActs onBegin={() => setBegun(true)} status={status} takesFocus={wasBegun} />
      }
      description={
        isPractice ? 'The practice seller is always signed in.' : `Sign-in opens ${status.signInHost} in your browser.`
      }
      title="Sign-in"
    >
      {signIn.phase === 'failed' && signIn.problem !== null ? (
        <Banner
          act={signIn.isClientRefused ? { label: 'Change client id or secret', onPress: onMendClient } : undefined}
          title="Not signed in."
          tone="danger"
        >
          {signIn.problem}
        </Banner>
      ) : (
        session.state === 'signInNeeded' &&
        !isWaiting && (
          <Banner title="Nobody is signed in." tone="caution">
            {session.label} What you write is kept here and goes out after the sign-in.
          </Banner>
        )
      )}
      {isWaiting && <Waiting status={status} takesFocus={wasBegun} />}
      {session.state === 'signedIn' && <SessionFacts status={status} />}
    </Panel>
  )
}

function SessionFacts({ status }: StatusProps) {
  const now = useNow()
  const { session } = status
  return (
    <KeyValue
      facts={[
        { label: 'Signed in as', value: session.label },
        { label: 'Rights', value: <Scopes scopes={session.scopes} /> },
        {
          label: 'Token',
          value:
            session.expiresAtMs === null ? (
              'None yet; it is fetched with the next call'
            ) : (
              <>
                Ends <RelativeTime at={session.expiresAtMs} now={now} />, and is renewed before that
              </>
            ),
        },
        ...(session.signInEndsAtMs === null
          ? []
          : [
              {
                label: 'Sign-in',
                value: (
                  <>
                    Good until <RelativeTime at={session.signInEndsAtMs} now={now} />
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}

function SignInActs({
  status,
  takesFocus,
  onBegin,
}: StatusProps & { readonly takesFocus: boolean; readonly onBegin: () => void }) {
  const begin = useApiMutation('connection', 'beginSignIn')
  const signOut = useReportedMutation('connection', 'signOut')
  const [asks, setAsks] = useState(false)
  const isSignedIn = status.session.state === 'signedIn'
  const hasClient = status.keptSecrets.some(({ name, isKept }) => name === 'clientSecret' && isKept)
  return (
    <>
      {begin.isError && (
        <span className={styles.problem} role="alert">
          {begin.error.message}
        </span>
      )}
      {isSignedIn && (
        <Button onPress={() => setAsks(true)} variant="quiet">
          Sign out
        </Button>
      )}
      <Button
        disabledReason="The sign-in needs the client secret from the developer pages. Keep it below first."
        isDisabled={!hasClient}
        autoFocus={takesFocus}
        isPending={begin.isPending}
        onPress={() => {
          onBegin()
          begin.mutate({})
        }}
        variant={isSignedIn ? 'plain' : 'primary'}
      >
        {isSignedIn ? 'Sign in again' : 'Sign in with the platform'}
      </Button>
      <ConfirmDialog
        confirmLabel="Sign out"
        consequence={
          <>
            This deletes the refresh token, access tokens and user token kept for{' '}
            <strong>{status.connection.name}</strong>. They cannot be brought back; signing in again makes new ones. The
            client secret, your messages and items stay.
          </>
        }
        isOpen={asks}
        isPending={signOut.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => signOut.mutate({}, { onSettled: () => setAsks(false) })}
        title={`Sign out of ${status.connection.name}?`}
      />
    </>
  )
}

function Waiting({ status, takesFocus }: StatusProps & { readonly takesFocus: boolean }) {
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
    <section aria-label="Sign-in under way" className={styles.waiting}>
      <p aria-live="polite" className={styles.line}>
        {isExchanging
          ? 'The code is here. Asking the platform for the tokens.'
          : signIn.way !== 'paste'
            ? `Waiting for the browser, ${minutes} min at most. Sign in at ${signInHost} and allow the rights; Stallhand notices by itself.`
            : `Sign in at ${signInHost} and allow the rights, ${minutes} min at most. Then paste the address that the browser shows.`}
      </p>
      {!isExchanging && (
        <>
          {signIn.address !== null && (
            <div className={styles.inline}>
              <span>Did no browser open?</span>
              <CopyButton label="Copy the address" size="s" text={signIn.address} />
            </div>
          )}
          <TextField
            autoFocus={takesFocus}
            description="The whole address after the sign-in, or the code in it. A code works once, for about five minutes."
            error={finish.isError ? finish.error.message : undefined}
            isMono
            label="Address or code"
            onChange={setPasted}
            onSubmit={submit}
            value={pasted}
          />
          <div className={styles.inline}>
            <Button
              disabledReason="Paste the address or the code first."
              isDisabled={pasted.trim() === ''}
              isPending={finish.isPending}
              onPress={submit}
              variant="primary"
            >
              Finish the sign-in
            </Button>
            <Button onPress={() => cancel.mutate({})} variant="quiet">
              Cancel
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
