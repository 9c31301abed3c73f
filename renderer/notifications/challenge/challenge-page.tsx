/** The challenge check: sends the receiver a challenge, shows what is hashed, and diagnoses wrong answers. */
import { type ReactNode, useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { ChallengePart } from '../../../shared/notifications/challenge-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { fieldError } from '../field-error.ts'
import { SubPage } from '../subscriptions/sub-page.tsx'
import styles from './challenge-page.module.css'

const partLabels: Readonly<Record<ChallengePart['part'], string>> = {
  challengeCode: 'Challenge code',
  verificationToken: 'Verification token',
  endpoint: 'Endpoint',
}

/** Shown until a real code is entered. */
const exampleCode = 'a8628072-3d33-45ee-9004-bee86830a22d'

/** SECURITY (AUT-04): Stallhand's token never reaches the window. */
const TokenPanel = () => {
  const { the } = usePlatformName()
  const set = useApiMutation('notifications', 'setVerificationToken')
  const [typed, setTyped] = useState('')
  const error = fieldError(set.error, 'input.token')
  return (
    <Panel description="Stallhand created one and never shows it." title="Verification token">
      <Stack gap={3}>
        <TextField
          description={`For example one you entered in a form of ${the}.`}
          error={error}
          label="Your token"
          onChange={(text) => {
            setTyped(text)
            set.reset()
          }}
          type="password"
          value={typed}
        />
        <Row>
          <Button
            disabledReason={typed.trim() === '' ? 'Enter a token' : undefined}
            isPending={set.isPending}
            onPress={() =>
              // What was typed since isn't saved yet.
              set.mutate({ token: typed }, { onSuccess: () => setTyped((now) => (now === typed ? '' : now)) })
            }
          >
            Use this token
          </Button>
        </Row>
        {set.isSuccess && <Banner tone="good">{`Token saved. Set up instant alerts again to tell ${the}.`}</Banner>}
        {error === undefined && <MutationError of={set} />}
      </Stack>
    </Panel>
  )
}

type SentChallenge = Awaited<ReturnType<StallhandClient['notifications']['sendChallenge']>>

const Answer = ({ sent }: { readonly sent: SentChallenge }) => (
  <Stack gap={3} role="status">
    {sent.messages.map((message) => (
      <Banner key={message} tone={sent.isRight ? 'good' : 'danger'}>
        {message}
      </Banner>
    ))}
    <Text as="p" tone="soft">
      <Text mono>{sent.address}</Text>
      {sent.status !== null && `, status ${sent.status}, ${sent.contentType ?? 'no content type'}`},{' '}
      {formatNumber(Math.round(sent.tookMs))} ms
    </Text>
    {!sent.isRight && sent.text !== '' && <pre className={styles.raw}>{sent.text}</pre>}
  </Stack>
)

const SendPanel = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const { the } = usePlatformName()
  const loopback = useApiMutation('notifications', 'sendChallenge')
  const registered = useApiMutation('notifications', 'sendChallenge')
  return (
    <Panel
      description={`As ${the} does when instant alerts are set up. The answer must be right, in JSON, with status 200.`}
      title="Challenge this computer"
    >
      <Stack gap={3}>
        <Row wrap>
          <CommandButton
            command="notifications.challengeHere"
            isPending={loopback.isPending}
            onPress={() => loopback.mutate({ route: 'loopback' })}
          />
          <CommandButton
            command="notifications.challengeAddress"
            disabledReason={ownAddress === null ? 'Instant alerts have no address yet' : undefined}
            isPending={registered.isPending}
            onPress={() => registered.mutate({ route: 'registered' })}
          />
        </Row>
        <MutationError of={[loopback, registered]} />
        {loopback.data !== undefined && <Answer sent={loopback.data} />}
        {registered.data !== undefined && <Answer sent={registered.data} />}
      </Stack>
    </Panel>
  )
}

type DiagnosisProps = {
  readonly code: string
  readonly endpoint: string | null
  readonly given: string
}

const Diagnosis = ({ code, endpoint, given }: DiagnosisProps): ReactNode => {
  const { the } = usePlatformName()
  const input = { challengeCode: code, endpoint, given }
  const query = useApiQuery('notifications', 'diagnoseChallenge', input, { keepPrevious: true })
  return (
    <QueryView label="Diagnosis" query={query} skeleton={{ shape: 'lines' }}>
      {(diagnosis) => {
        if (diagnosis.verdict === 'right') {
          return (
            <Banner title="This answer is right." tone="good">
              {`If ${the} refuses it, check for status 200 and the content type application/json.`}
            </Banner>
          )
        }
        if (diagnosis.verdict === 'unknown') {
          return (
            <Banner title="No cause found." tone="caution">
              {diagnosis.message}
            </Banner>
          )
        }
        return (
          <Stack gap={3}>
            {diagnosis.mistakes.map((mistake) => (
              <Banner key={mistake} tone="danger">
                {mistake}
              </Banner>
            ))}
          </Stack>
        )
      }}
    </QueryView>
  )
}

export const ChallengePage = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const { the } = usePlatformName()
  const [typedCode, setTypedCode] = useState('')
  const [typedEndpoint, setTypedEndpoint] = useState<string | null>(null)
  const [given, setGiven] = useState('')
  const code = typedCode.trim() === '' ? exampleCode : typedCode.trim()
  const endpoint = typedEndpoint === null || typedEndpoint.trim() === '' ? null : typedEndpoint.trim()
  const input = { challengeCode: code, endpoint }
  const challenge = useApiQuery('notifications', 'challenge', input, { keepPrevious: true })

  return (
    <SubPage subtitle="Without the right answer no notifications arrive" title="Challenge check">
      <SendPanel ownAddress={ownAddress} />
      <Panel description="The answer is the SHA-256 of these bytes, with nothing between" title="What is hashed">
        <Stack gap={3}>
          <div className={styles.pair}>
            <TextField
              description={`From ${the}’s GET request. An example is used until you enter one.`}
              isMono
              label="Challenge code"
              onChange={setTypedCode}
              placeholder={exampleCode}
              value={typedCode}
            />
            <TextField
              description="Exactly as registered."
              isMono
              label="Endpoint"
              onChange={setTypedEndpoint}
              placeholder={ownAddress ?? undefined}
              value={typedEndpoint ?? ownAddress ?? ''}
            />
          </div>
          <QueryView label="The challenge" query={challenge} skeleton={{ shape: 'lines' }}>
            {({ parts, response }) => (
              <>
                <ol aria-label="What is hashed, in order" className={styles.parts}>
                  {parts.map(({ part, shown, bytes }) => (
                    <li key={part}>
                      <strong>{partLabels[part]}</strong>
                      <Text size="meta" tabular tone="faint">
                        {formatCount(bytes, 'byte')}
                      </Text>
                      <code>{shown}</code>
                    </li>
                  ))}
                </ol>
                <Row gap={3}>
                  <strong>challengeResponse</strong>
                  <Text mono>{response}</Text>
                  <CopyButton isIconOnly label="Copy answer" text={JSON.stringify({ challengeResponse: response })} />
                </Row>
              </>
            )}
          </QueryView>
        </Stack>
      </Panel>
      <TokenPanel />
      <Panel description="For another program, or a proxy that answers the challenge itself" title="Diagnose an answer">
        <Stack gap={3}>
          <TextArea
            description="The value, its JSON or the whole answer to the challenge code above."
            isMono
            label="Refused answer"
            maxRows={8}
            minRows={2}
            onChange={setGiven}
            value={given}
          />
          {given.trim() !== '' && <Diagnosis code={code} endpoint={endpoint} given={given} />}
        </Stack>
      </Panel>
    </SubPage>
  )
}
