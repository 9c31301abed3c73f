/** The line at the window's foot: what is true right now, and the way to each thing it names. */
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { StatusBar, StatusSlot } from '../ui/status-bar.tsx'
import type { Tone } from '../ui/tone.ts'

const onlineWords = { unknown: 'not tried yet', online: 'online', offline: 'offline' } as const
const onlineTones: Readonly<Record<keyof typeof onlineWords, Tone>> = {
  unknown: 'neutral',
  online: 'good',
  offline: 'caution',
}

const secondsUntil = (atMs: number, nowMs: number): number => Math.max(0, Math.ceil((atMs - nowMs) / 1000))

/** "offline, next try in 12 s": its own component, so that the second's tick redraws nothing else. */
const OnlineSlot = () => {
  const status = useApiQuery('connection', 'status', {})
  const tryNow = useReportedMutation('connection', 'tryNow')
  const nowMs = useNow('second')
  if (status.data === undefined) return null
  const { state, nextTryAtMs } = status.data.online
  if (state !== 'offline') return <StatusSlot tone={onlineTones[state]}>{onlineWords[state]}</StatusSlot>
  return (
    <StatusSlot tone="caution" onPress={() => tryNow.mutate({})} hint="Try now">
      {nextTryAtMs === null ? 'offline' : `offline, next try in ${secondsUntil(nextTryAtMs, nowMs)} s`}
    </StatusSlot>
  )
}

/** Only where it stands in the way of everything: nobody is signed in. */
const SignInSlot = () => {
  const session = useApiQuery('connection', 'status', {}).data?.session
  if (session?.state !== 'signInNeeded') return null
  return (
    <StatusSlot
      hint={session.label}
      onPress={() => navigate({ screen: 'settings', path: ['section', 'sign-in'] })}
      tone="caution"
    >
      not signed in
    </StatusSlot>
  )
}

const OutboxSlot = () => {
  const counts = useApiQuery('messaging', 'counts', {}).data
  if (counts === undefined) return null
  return (
    <StatusSlot
      {...(counts.outboxNeedsUser > 0 ? { tone: 'caution' as const } : {})}
      onPress={() => navigate({ screen: 'outbox', path: [] })}
      hint="Open the outbox"
    >
      {counts.outboxNeedsUser > 0
        ? `outbox ${counts.outbox}, ${counts.outboxNeedsUser} for you`
        : `outbox ${counts.outbox}`}
    </StatusSlot>
  )
}

const ChangesSlot = () => {
  const budget = useApiQuery('inventory', 'budget', {}).data
  if (budget === undefined) return null
  return (
    <StatusSlot
      {...(budget.left === 0 ? { tone: 'caution' as const } : {})}
      onPress={() => navigate({ screen: 'items', path: [] })}
      hint="Item changes in the last 24 hours"
    >
      {`changes ${budget.used}/${budget.cap}`}
    </StatusSlot>
  )
}

const ReceiverSlot = () => {
  const receiver = useApiQuery('notifications', 'receiver', {}).data
  if (receiver === undefined) return null
  const listening = receiver.state === 'listening'
  return (
    <StatusSlot
      tone={listening ? 'good' : 'danger'}
      onPress={() => navigate({ screen: 'notifications', path: [] })}
      hint="Open the notifications"
    >
      {listening ? 'receiver listening' : 'receiver not answering'}
    </StatusSlot>
  )
}

export const StatusLine = () => {
  const connection = useApiQuery('connection', 'status', {}).data?.connection
  return (
    <StatusBar
      end={
        <>
          <OutboxSlot />
          <ChangesSlot />
          <ReceiverSlot />
        </>
      }
    >
      {connection !== undefined && (
        <StatusSlot onPress={() => navigate({ screen: 'settings', path: [] })} hint="Open the settings">
          {connection.name}
        </StatusSlot>
      )}
      <OnlineSlot />
      <SignInSlot />
    </StatusBar>
  )
}
