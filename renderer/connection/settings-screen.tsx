/** Settings in one place, to be searched: the connections, the open one, what is kept, and how the window looks. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate, useAppLocation } from '../api/location.ts'
import { Pane } from '../ui/pane.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SendLockProvider } from '../ui/send-lock.tsx'
import { ErrorState, LoadingState, NoResults } from '../ui/states.tsx'
import { AboutPanel, AppearancePanel, LanguagePanel, NoticesPanel, PollingPanel } from './app-panels.tsx'
import { ConnectionFormPage } from './connection-form.tsx'
import { ConnectionListPanel } from './connection-list-panel.tsx'
import { DesktopPanel, UpdatesPanel } from './desktop-panel.tsx'
import { OpenConnectionPanel } from './open-connection-panel.tsx'
import { SecretsPanel } from './secrets-panel.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { SetUpPage } from './set-up-page.tsx'
import { matchesSetting, type SettingId } from './setting-sections.ts'
import styles from './settings.module.css'
import { SignInPanel } from './sign-in-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { useIsFromFile } from './use-is-from-file.ts'
import { useStepBack } from './use-set-up-place.ts'
import { useSettingSections } from './use-setting-sections.ts'
import { WhereSecretsPanel } from './where-secrets-panel.tsx'

export const SettingsScreen = () => {
  const [first, second, third] = useAppLocation().path
  const leadsBack = useStepBack()
  const isOverview = first === undefined || (first === 'section' && second !== undefined)
  if (leadsBack) return null
  return (
    <div className={styles.screen}>
      {isOverview ? (
        <Overview key={second} section={second} />
      ) : (
        // Adding and opening a connection sends nothing.
        <SendLockProvider reason={undefined}>
          {first === 'new' && second !== 'all' ? (
            <SetUpPage id="new" step={second} />
          ) : first === 'set-up' && second !== undefined ? (
            <SetUpPage id={second} key={second} step={third} />
          ) : (
            <ConnectionFormPage at={second} id={first} key={first} />
          )}
        </SendLockProvider>
      )}
    </div>
  )
}

/** What a section shows; null where this host or connection has none of it. */
const bodyOf = (id: SettingId, status: ConnectionStatus | undefined): ReactNode => {
  switch (id) {
    case 'connections':
      return <ConnectionListPanel />
    case 'open-connection':
      return status === undefined ? null : <OpenConnectionPanel status={status} />
    case 'sign-in':
      return status === undefined ? null : <OpenSignIn status={status} />
    case 'secrets':
      return status === undefined || status.connection.kind === 'practice' ? null : (
        <SecretsPanel key={status.connection.id} status={status} />
      )
    case 'where-secrets':
      return status === undefined ? null : <WhereSecretsPanel status={status} />
    case 'storage':
      return <StoragePanel key={status?.connection.id} />
    case 'sending':
      return <SendingPanel />
    case 'appearance':
      return <AppearancePanel />
    case 'language':
      return <LanguagePanel />
    case 'polling':
      return <PollingPanel />
    case 'notices':
      return <NoticesPanel />
    case 'desktop':
      return <DesktopPanel />
    case 'updates':
      return <UpdatesPanel />
    case 'about':
      return <AboutPanel />
  }
}

function OpenSignIn({ status }: { readonly status: ConnectionStatus }) {
  const { id } = status.connection
  const isFromFile = useIsFromFile(id)
  return (
    <SignInPanel
      onMendClient={() =>
        navigate({ screen: 'settings', path: isFromFile ? ['section', 'secrets'] : ['set-up', id, 'application'] })
      }
      status={status}
    />
  )
}

function Overview({ section }: { readonly section: string | undefined }) {
  const status = useApiQuery('connection', 'status', {})
  const [search, setSearch] = useState('')
  const page = useRef<HTMLDivElement>(null)
  const { data } = status
  const sections = useSettingSections()
  const found = sections.filter((one) => matchesSetting(one, search.trim()))

  // Whoever was sent to one setting finds it at the top, with the focus on it.
  const isHere = data !== undefined
  useEffect(() => {
    if (section === undefined || !isHere) return
    const target = page.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [section, isHere])

  return (
    <Pane title="Settings" toolbar={<SearchField label="Search the settings" onChange={setSearch} value={search} />}>
      <div className={styles.page} ref={page}>
        {data === undefined &&
          (status.isError ? (
            <ErrorState
              isRetrying={status.isFetching}
              onRetry={() => void status.refetch()}
              what="The connection cannot be shown"
              whatToDo="Try again. If it stays so, start Stallhand again; nothing is lost."
              why={status.error.message}
            />
          ) : (
            <LoadingState label="The connection" shape="facts" />
          ))}
        {found.map(({ id }) => (
          <div className={styles.section} data-section={id} key={id} tabIndex={-1}>
            {bodyOf(id, data)}
          </div>
        ))}
        {found.length === 0 && (
          <NoResults
            heading="No setting has these words"
            onClear={() => setSearch('')}
            text={`Nothing here is called “${search.trim()}”.`}
          />
        )}
      </div>
    </Pane>
  )
}
