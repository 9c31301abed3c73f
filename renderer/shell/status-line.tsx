/** The line at the foot of the window: what is true now, each item opening what it is about. */
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { navigate, type ScreenName } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { useCommand } from '../commands/registry.ts'
import { StatusBar, StatusSlot } from '../ui/status-bar.tsx'

const goTo =
  (screen: ScreenName, ...path: readonly string[]) =>
  (): void =>
    navigate({ screen, path })

/** Its own component, because its countdown renders every second. */
const OnlineSlot = () => {
  const online = useApiQuery('connection', 'status', {}).data?.online
  const retry = useReportedMutation('connection', 'tryNow')
  const nowMs = useNow('second')
  useCommand('app.tryNow', () => retry.mutate({}), { isEnabled: online?.state === 'offline' })
  if (online === undefined) return null
  if (online.state === 'online') return <StatusSlot tone="good">Online</StatusSlot>
  if (online.state === 'unknown') return <StatusSlot tone="neutral">Not checked yet</StatusSlot>
  const seconds = online.nextTryAtMs === null ? undefined : Math.max(0, Math.ceil((online.nextTryAtMs - nowMs) / 1000))
  return (
    <StatusSlot hint="Try now" onPress={() => retry.mutate({})} tone="caution">
      {seconds === undefined ? 'Offline' : `Offline, next try in ${seconds} s`}
    </StatusSlot>
  )
}

export const StatusLine = () => {
  const status = useApiQuery('connection', 'status', {}).data
  const outbox = useApiQuery('outbound', 'counts', {}).data
  const budget = useApiQuery('inventory', 'budget', {}).data
  const receiver = useApiQuery('notifications', 'receiver', {}).data
  const isListening = receiver?.state === 'listening'
  return (
    <StatusBar
      end={
        <>
          {outbox !== undefined && (
            <StatusSlot
              hint="Open the outbox"
              onPress={goTo('outbox')}
              tone={outbox.needsUser > 0 ? 'caution' : undefined}
            >
              {`Outbox ${outbox.open}${outbox.needsUser > 0 ? `, ${outbox.needsUser} need you` : ''}`}
            </StatusSlot>
          )}
          {budget !== undefined && (
            <StatusSlot
              hint="Item changes in the last 24 hours"
              onPress={goTo('items')}
              tone={budget.left === 0 ? 'caution' : undefined}
            >
              {`Changes ${budget.used}/${budget.cap}`}
            </StatusSlot>
          )}
          {receiver !== undefined && (
            <StatusSlot
              hint="Open notifications"
              onPress={goTo('notifications')}
              tone={isListening ? 'good' : 'danger'}
            >
              {isListening ? 'Receiver listening' : 'Receiver not answering'}
            </StatusSlot>
          )}
        </>
      }
    >
      {status !== undefined && (
        <StatusSlot hint="Open settings" onPress={goTo('settings')}>
          {status.connection.name}
        </StatusSlot>
      )}
      <OnlineSlot />
      {status?.session.state === 'signInNeeded' && (
        <StatusSlot hint={status.session.label} onPress={goTo('settings', 'section', 'sign-in')} tone="caution">
          Not signed in
        </StatusSlot>
      )}
    </StatusBar>
  )
}
