/** The line at the foot of the window: the current state, each item linked to its details. */
import { useEffect } from 'react'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { nextTryText } from '../api/use-connection.ts'
import { runCommand, useCommand } from '../commands/registry.ts'
import { navigate, type ScreenName } from '../location.ts'
import { ToastRegion } from '../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { StatusBar, StatusSlot } from '../ui/layout/status-bar.tsx'

const goTo =
  (screen: ScreenName, ...path: readonly string[]) =>
  (): void =>
    navigate({ screen, path })

/** A separate component, because its countdown renders every second. */
const OnlineSlot = () => {
  const online = useApiQuery('connection', 'status', {}).data?.online
  const retry = useReportedMutation('connection', 'tryNow')
  const nowMs = useNow('second')
  // The next request may be minutes away, so a network change reported by the system triggers a check at once.
  useEffect(() => {
    const check = (): void => retry.mutate({})
    for (const name of ['offline', 'online'] as const) window.addEventListener(name, check)
    return () => {
      for (const name of ['offline', 'online'] as const) window.removeEventListener(name, check)
    }
  }, [retry.mutate])
  useCommand('app.tryNow', () => retry.mutate({}), { isEnabled: online?.state === 'offline' })
  if (online === undefined) return null
  if (online.state === 'online') return <StatusSlot tone="good">Online</StatusSlot>
  if (online.state === 'unknown') return <StatusSlot tone="neutral">Not checked yet</StatusSlot>
  return (
    <StatusSlot hint="Try now" onPress={() => retry.mutate({})} tone="caution">
      {`Offline, ${nextTryText(online, nowMs)}`}
    </StatusSlot>
  )
}

export const StatusLine = () => {
  const status = useApiQuery('connection', 'status', {}).data
  const outbox = useApiQuery('outbound', 'counts', {}).data
  const budget = useApiQuery('inventory', 'budget', {}).data
  const receivers = useApiQuery('connection', 'receivers', {}).data?.receivers ?? []
  const open = useReportedMutation('connection', 'open')
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
              {`Outbox ${formatNumber(outbox.open)}${outbox.needsUser > 0 ? `, ${formatCount(outbox.needsUser, 'needs you', 'need you')}` : ''}`}
            </StatusSlot>
          )}
          {/* Limits per listing have no sum (PLT-14). */}
          {budget !== undefined && budget.per === 'seller' && (
            <StatusSlot
              hint={`${budget.used} of ${budget.cap} item changes used in the last 24 hours`}
              onPress={goTo('items')}
              tone={budget.left === 0 ? 'caution' : undefined}
            >
              {`${formatCount(budget.left, 'change')} left today`}
            </StatusSlot>
          )}
          {receivers.map(({ id, name, isShown, tone, label, why, unseen }) => (
            <StatusSlot
              hint={why ?? (isShown ? 'Open notifications' : `Switch to ${name}`)}
              key={id}
              onPress={() => {
                navigate({ screen: 'notifications', path: [] })
                if (!isShown) open.mutate({ id })
              }}
              tone={tone}
            >
              {`${isShown ? 'Instant alerts' : name} ${label}${unseen === 0 || isShown ? '' : `, ${formatNumber(unseen)} new`}`}
            </StatusSlot>
          ))}
        </>
      }
      news={<ToastRegion />}
    >
      {status !== undefined && (
        <StatusSlot hint="Switch connection" onPress={() => void runCommand('app.switchConnection')}>
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
