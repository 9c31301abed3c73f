/** The challenge doctor: what is hashed, whether this receiver answers, and what is wrong with an answer that was not taken. */
import { useState } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { ChallengePart } from '../../shared/notifications/challenge-contract.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './challenge.module.css'
import { issueOf, Refused } from './refused.tsx'
import { SubPage } from './sub-page.tsx'

const partWords: Readonly<Record<ChallengePart['part'], string>> = {
  challengeCode: 'Challenge code',
  verificationToken: 'Verification token',
  endpoint: 'Endpoint',
}

/** As the platform's own kit has it: an example to look at before a real code is at hand. */
const exampleCode = 'a8628072-3d33-45ee-9004-bee86830a22d'

const comparedWords = {
  same: { tone: 'good', words: 'This is the token that Stallhand keeps.' },
  spaceDiffers: { tone: 'danger', words: 'This is the token that Stallhand keeps, with white space around or in it.' },
  caseDiffers: { tone: 'danger', words: 'This is the token that Stallhand keeps, in other capitals.' },
  different: { tone: 'danger', words: 'This is another token than the one that Stallhand keeps' },
} as const

/** SECURITY (AUT-04): the kept token never comes here. One that the seller has goes to main, to be compared or taken. */
const Token = ({ fingerprint }: { readonly fingerprint: string | undefined }) => {
  const compare = useApiMutation('notifications', 'compareToken')
  const take = useApiMutation('notifications', 'setVerificationToken')
  const [typed, setTyped] = useState('')
  const isEmpty = typed.trim() === ''
  const error = issueOf(take.error, 'input.token') ?? issueOf(compare.error, 'input.token')
  const result = compare.data
  const act = (work: () => void) => (): void => {
    compare.reset()
    take.reset()
    work()
  }
  return (
    <Panel
      description={
        <>
          It stays with Stallhand and is never shown.{' '}
          {fingerprint !== undefined && (
            <>
              Its fingerprint is <span className={styles.mono}>{fingerprint}</span>.
            </>
          )}
        </>
      }
      title="The verification token"
    >
      <div className={styles.form}>
        <TextField
          description="One that you gave the platform in a form of its own, for instance."
          error={error}
          label="A token of yours"
          onChange={(text) => {
            setTyped(text)
            compare.reset()
            take.reset()
          }}
          type="password"
          value={typed}
        />
        <div className={styles.row}>
          <Button
            disabledReason={isEmpty ? 'Enter a token' : undefined}
            isDisabled={isEmpty}
            isPending={compare.isPending}
            onPress={act(() => compare.mutate({ token: typed }))}
          >
            Compare
          </Button>
          <Button
            disabledReason={isEmpty ? 'Enter a token' : undefined}
            isDisabled={isEmpty}
            isPending={take.isPending}
            onPress={act(() => take.mutate({ token: typed }, { onSuccess: () => setTyped('') }))}
          >
            Use this one from now on
          </Button>
        </div>
        {result !== undefined && (
          <Banner tone={comparedWords[result.verdict].tone}>
            {comparedWords[result.verdict].words}
            {result.verdict === 'different' &&
              `, which has ${formatCount(result.length, 'character')}; this has ${formatNumber(typed.length)}.`}
          </Banner>
        )}
        {take.isSuccess && (
          <Banner tone="good">
            The challenge is answered with it from now on. Register again, so that the platform knows it too.
          </Banner>
        )}
        {error === undefined && <Refused error={take.error ?? compare.error} />}
      </div>
    </Panel>
  )
}

const Parts = ({ parts }: { readonly parts: readonly ChallengePart[] }) => (
  <ol aria-label="What is hashed, in order" className={styles.parts}>
    {parts.map(({ part, shown, bytes, hex }) => (
      <li className={styles.part} key={part}>
        <span className={styles.name}>{partWords[part]}</span>
        <span className={styles.count}>{formatCount(bytes, 'byte')}</span>
        <code className={styles.text}>{shown}</code>
        <code className={styles.hex}>{hex}</code>
      </li>
    ))}
  </ol>
)

type Asked = Awaited<ReturnType<StallhandClient['notifications']['sendChallenge']>>

const Answer = ({ asked }: { readonly asked: Asked }) => (
  <div className={styles.answer} role="status">
    {asked.messages.map((words) => (
      <Banner key={words} tone={asked.isRight ? 'good' : 'danger'}>
        {words}
      </Banner>
    ))}
    <p className={styles.soft}>
      <span className={styles.mono}>{asked.address}</span>
      {asked.status !== null && `, HTTP ${asked.status}, ${asked.contentType ?? 'no content type'}`},{' '}
      {formatNumber(Math.round(asked.tookMs))} ms.
    </p>
    {!asked.isRight && asked.text !== '' && <pre className={styles.raw}>{asked.text}</pre>}
  </div>
)

const Ask = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const here = useApiMutation('notifications', 'sendChallenge')
  const registered = useApiMutation('notifications', 'sendChallenge')
  return (
    <Panel
      description="As the platform does after a registration: the answer must be right, and come as JSON with HTTP 200"
      title="Ask this receiver"
    >
      <div className={styles.form}>
        <div className={styles.row}>
          <Button isPending={here.isPending} onPress={() => here.mutate({ route: 'loopback' })}>
            Ask on this machine
          </Button>
          <Button
            disabledReason={ownAddress === null ? 'The receiver has no address yet' : undefined}
            isDisabled={ownAddress === null}
            isPending={registered.isPending}
            onPress={() => registered.mutate({ route: 'registered' })}
          >
            Ask by the registered address
          </Button>
        </div>
        <Refused error={here.error ?? registered.error} />
        {here.data !== undefined && <Answer asked={here.data} />}
        {registered.data !== undefined && <Answer asked={registered.data} />}
      </div>
    </Panel>
  )
}

const Verdict = ({
  code,
  endpoint,
  given,
}: {
  readonly code: string
  readonly endpoint: string | null
  readonly given: string
}) => {
  const { data, error } = useApiQuery(
    'notifications',
    'diagnoseChallenge',
    { challengeCode: code, endpoint, given },
    { keepPrevious: true, enabled: given.trim() !== '' },
  )
  if (given.trim() === '') return null
  if (error !== null) return <Refused error={error} />
  if (data === undefined) return null
  if (data.verdict === 'right') {
    return (
      <Banner tone="good" title="This is the right answer.">
        Where the platform does not take it, look at the HTTP status (200) and the content type (application/json).
      </Banner>
    )
  }
  if (data.verdict === 'unknown') {
    return (
      <Banner tone="caution" title="No culprit found.">
        {data.message} {data.tried > 0 && `${formatNumber(data.tried)} mix-ups were tried.`}
      </Banner>
    )
  }
  return (
    <>
      {data.mistakes.map((mistake) => (
        <Banner key={mistake} tone="danger">
          {mistake}
        </Banner>
      ))}
      {data.mistakes.length > 1 && <p className={styles.soft}>All of them together lead to this very answer.</p>}
    </>
  )
}

export const ChallengePage = ({ ownAddress }: { readonly ownAddress: string | null }) => {
  const [typedCode, setTypedCode] = useState('')
  const [typedEndpoint, setTypedEndpoint] = useState<string | null>(null)
  const [given, setGiven] = useState('')
  const code = typedCode.trim() === '' ? exampleCode : typedCode.trim()
  const endpoint = typedEndpoint === null || typedEndpoint.trim() === '' ? null : typedEndpoint.trim()
  const { data, error } = useApiQuery(
    'notifications',
    'challenge',
    { challengeCode: code, endpoint },
    { keepPrevious: true },
  )

  return (
    <SubPage
      subtitle="Without the right answer no notification arrives, though the registration succeeds"
      title="Challenge doctor"
    >
      <Ask ownAddress={ownAddress} />
      <Panel description="The SHA-256 of these bytes, one after the other with nothing between" title="What is hashed">
        <div className={styles.form}>
          <div className={styles.pair}>
            <TextField
              description="The platform sends one with its GET. Until one is entered, an example is shown."
              isMono
              label="Challenge code"
              onChange={setTypedCode}
              placeholder={exampleCode}
              value={typedCode}
            />
            <TextField
              description="Letter by letter as it was registered."
              isMono
              label="Endpoint"
              onChange={setTypedEndpoint}
              placeholder={ownAddress ?? undefined}
              value={typedEndpoint ?? ownAddress ?? ''}
            />
          </div>
          <Refused error={error} />
          {data !== undefined && (
            <>
              <Parts parts={data.parts} />
              <div className={styles.result}>
                <span className={styles.name}>challengeResponse</span>
                <code className={styles.text}>{data.response}</code>
                <CopyButton
                  isIconOnly
                  label="Copy the answer"
                  text={JSON.stringify({ challengeResponse: data.response })}
                />
              </div>
            </>
          )}
        </div>
      </Panel>
      <Token fingerprint={data?.fingerprint} />
      <Panel
        description="For a receiver of another kind, or a proxy that answers by itself: what did it do with these bytes?"
        title="Why is an answer wrong?"
      >
        <div className={styles.form}>
          <TextArea
            description="The value, its JSON, or the whole answer, to the challenge code above."
            isMono
            label="The answer that was not taken"
            maxRows={8}
            minRows={2}
            onChange={setGiven}
            value={given}
          />
          <Verdict code={code} endpoint={endpoint} given={given} />
        </div>
      </Panel>
    </SubPage>
  )
}
