/** Banners about the app above the screen: main doesn't answer, code is missing, or a notice from main. */

import { useEffect, useState } from 'react'
import { useApiQuery, useClient, useIsMainReachable, useReportedMutation } from '../api/hooks.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { useStore } from '../ui/hooks/store.ts'
import { loader } from './loaded.ts'

const CHECK_EVERY_MS = 2_000

/** Explains why main is unreachable, as far as a failed call shows it. */
const Unreachable = () => {
  const client = useClient()
  const [why, setWhy] = useState('Stallhand doesn’t answer. Everything you saved is still there.')
  useEffect(() => {
    const check = (): void =>
      void client.app.status({}).catch((error: unknown) => {
        if (error instanceof Error) setWhy(error.message)
      })
    check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client])
  return <Banner tone="danger">{why}</Banner>
}

const MissingCode = () =>
  useStore(loader.isMissing) && (
    <Banner action={{ label: 'Reload window', onPress: () => window.location.reload() }} tone="caution">
      Part of this window couldn’t be loaded. This happens after an update. Everything you wrote is saved.
    </Banner>
  )

export const Notices = () => {
  const isReachable = useIsMainReachable()
  const notices = useApiQuery('app', 'status', {}).data?.notices ?? []
  const dismiss = useReportedMutation('app', 'dismissNotice')
  const restore = useReportedMutation('app', 'restoreBackup')
  const restoreAction = { label: 'Restore the backup', isPending: restore.isPending, onPress: () => restore.mutate({}) }
  return (
    <>
      {isReachable ? <MissingCode /> : <Unreachable />}
      {notices.map(({ id, tone, text, action }) => (
        <Banner
          action={action === 'restoreBackup' ? restoreAction : undefined}
          key={id}
          onDismiss={() => dismiss.mutate({ id })}
          tone={tone}
        >
          {text}
        </Banner>
      ))}
    </>
  )
}
