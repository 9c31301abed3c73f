/** What the app has to say about its own state, above the room: a damaged database, or that it is not there itself. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApiQuery, useClient, useIsMainReachable, useReportedMutation } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { loader } from './loaded.ts'

const ASK_AGAIN_MS = 2_000

/** Says that main is gone, and why as far as a call can tell; goes by itself when it is back. */
const LineGone = () => {
  const client = useClient()
  const [why, setWhy] = useState('Stallhand itself does not answer. What was saved is still there.')
  useEffect(() => {
    const ask = (): void =>
      void client.app.status({}).catch((error: unknown) => {
        if (error instanceof Error) setWhy(error.message)
      })
    ask()
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client])
  return <Banner tone="danger">{why}</Banner>
}

/** Says that code of the window did not come though its host is there; goes by itself when it came. */
const PartMissing = () => {
  const state = useSyncExternalStore(loader.subscribe, loader.state)
  if (state === 'whole') return null
  if (state === 'tried') {
    return (
      <Banner act={{ label: 'Load the window again', onPress: () => window.location.reload() }} tone="danger">
        A part of this window cannot be loaded, which is so after Stallhand was replaced by another version. What you
        wrote is kept.
      </Banner>
    )
  }
  return (
    <Banner act={{ label: 'Try again', isPending: state === 'asking', onPress: loader.tryAgain }} tone="caution">
      A part of this window could not be loaded, so that something here may stay empty. What you wrote is kept.
    </Banner>
  )
}

export const Notices = () => {
  const isHeard = useIsMainReachable()
  const status = useApiQuery('app', 'status', {})
  const dismiss = useReportedMutation('app', 'dismissNotice')
  const restore = useReportedMutation('app', 'restoreBackup')
  const notices = (status.data?.notices ?? []).map((notice) => (
    <Banner
      key={notice.id}
      tone={notice.tone}
      onDismiss={() => dismiss.mutate({ id: notice.id })}
      {...(notice.act === 'restoreBackup'
        ? {
            act: {
              label: 'Restore the backup',
              isPending: restore.isPending,
              onPress: () => restore.mutate({}),
            },
          }
        : {})}
    >
      {notice.text}
    </Banner>
  ))
  return (
    <>
      {isHeard ? <PartMissing /> : <LineGone />}
      {notices}
    </>
  )
}
