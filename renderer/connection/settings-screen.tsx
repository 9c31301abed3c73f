/** Settings on one searchable page, and the pages on which a connection is added or edited. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate, useAppLocation } from '../api/location.ts'
import { useCommand } from '../commands/registry.ts'
import { Stack } from '../ui/layout.tsx'
import { Pane } from '../ui/pane.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { SendLockProvider } from '../ui/send-lock.tsx'
import { NoResults } from '../ui/states.tsx'
import { presets } from './form/connection-fields.ts'
import { ConnectionFormPage } from './form/connection-form.tsx'
import {
  AboutPanel,
  AppearancePanel,
  LanguagePanel,
  NoticesPanel,
  PollingPanel,
  ReadMarkPanel,
  UndoTimePanel,
} from './panels/app-panels.tsx'
import { CallsPanel } from './panels/calls-panel.tsx'
import { ConnectionListPanel, useIsFromFile } from './panels/connection-list-panel.tsx'
import { DesktopPanel, UpdatesPanel } from './panels/desktop-panel.tsx'
import { OpenConnectionPanel } from './panels/open-connection-panel.tsx'
import { SecretLocationsPanel, SecretsPanel } from './panels/secrets-panel.tsx'
import { SignInPanel } from './panels/sign-in-panel.tsx'
import { StoragePanel } from './panels/storage-panel.tsx'
import { SetUpPage } from './set-up/set-up-page.tsx'
import { useReturnToStep } from './set-up/use-set-up-step.ts'
import { matchesSetting, type SettingId } from './setting-sections.ts'
import styles from './settings.module.css'
import { useSettingSections } from './use-setting-sections.ts'

export const SettingsScreen = () => {
  const [first, second, third] = useAppLocation().path
  const isReturning = useReturnToStep()
  if (isReturning) return null
  if (first === undefined || (first === 'section' && second !== undefined)) {
    return (
      <Stack className={styles.screen} gap={0}>
        <Overview key={second} section={second} />
      </Stack>
    )
  }
  return (
    // Adding and opening a connection sends nothing.
    <Stack className={styles.screen} gap={0}>
      <SendLockProvider reason={undefined}>
        {first === 'new' && presets.some(({ id }) => id === second) ? (
          <SetUpPage id={`new:${second}`} key={second} step={third} />
        ) : first === 'new' && second !== 'all' ? (
          <SetUpPage id="new" step={second} />
        ) : first === 'set-up' && second !== undefined ? (
          <SetUpPage id={second} key={second} step={third} />
        ) : (
          <ConnectionFormPage at={second} id={first} key={first} />
        )}
      </SendLockProvider>
    </Stack>
  )
}

type StatusProps = { readonly status: ConnectionStatus }

const SignInSection = ({ status }: StatusProps) => {
  const { id } = status.connection
  const isFromFile = useIsFromFile(id)
  const changeClient = (): void =>
    navigate({ screen: 'settings', path: isFromFile ? ['section', 'secrets'] : ['set-up', id, 'application'] })
  return <SignInPanel onChangeClient={changeClient} status={status} />
}

/** Sections that need the open connection. */
const connectionSections: Readonly<Partial<Record<SettingId, (status: ConnectionStatus) => ReactNode>>> = {
  'open-connection': (status) => <OpenConnectionPanel status={status} />,
  calls: (status) => <CallsPanel key={status.connection.id} />,
  'sign-in': (status) => <SignInSection status={status} />,
  secrets: (status) =>
    status.connection.kind !== 'practice' && <SecretsPanel key={status.connection.id} status={status} />,
  'where-secrets': (status) => <SecretLocationsPanel status={status} />,
}

const appSections: Readonly<Partial<Record<SettingId, () => ReactNode>>> = {
  connections: () => <ConnectionListPanel />,
  sending: () => <UndoTimePanel />,
  appearance: () => <AppearancePanel />,
  language: () => <LanguagePanel />,
  'read-mark': () => <ReadMarkPanel />,
  polling: () => <PollingPanel />,
  notices: () => <NoticesPanel />,
  desktop: () => <DesktopPanel />,
  updates: () => <UpdatesPanel />,
  about: () => <AboutPanel />,
}

const renderSection = (id: SettingId, status: ConnectionStatus | undefined): ReactNode =>
  id === 'storage' ? (
    <StoragePanel key={status?.connection.id} />
  ) : (
    (appSections[id]?.() ?? (status === undefined ? null : connectionSections[id]?.(status)))
  )

function Overview({ section }: { readonly section: string | undefined }) {
  const status = useApiQuery('connection', 'status', {})
  const [search, setSearch] = useState('')
  const page = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const sections = useSettingSections().filter((one) => matchesSetting(one, search.trim()))

  useCommand('settings.search', () => field.current?.focus())

  const isLoaded = status.data !== undefined
  useEffect(() => {
    if (section === undefined || !isLoaded) return
    const target = page.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [section, isLoaded])

  return (
    <Pane
      title="Settings"
      toolbar={<SearchField inputRef={field} keys="/" label="Search settings" onChange={setSearch} value={search} />}
    >
      <div className={styles.page} ref={page}>
        <QueryView query={status} label="Connection" skeleton={{ shape: 'facts' }}>
          {() => null}
        </QueryView>
        {sections.map(({ id }) => (
          <div className={styles.section} data-section={id} key={id} tabIndex={-1}>
            {renderSection(id, status.data)}
          </div>
        ))}
        {sections.length === 0 && (
          <NoResults
            heading={`No results for “${search.trim()}”`}
            onClear={() => setSearch('')}
            text="Try another word for the setting."
          />
        )}
      </div>
    </Pane>
  )
}
