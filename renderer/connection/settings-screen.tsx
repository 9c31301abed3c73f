/** Settings on one searchable page, and the pages on which a connection is added or edited. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { OfConnection } from '../api/of-connection.tsx'
import { useCommand } from '../commands/registry.ts'
import { locationHref, navigate, useAppLocation } from '../location.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { NoResults } from '../ui/feedback/states.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
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
import { AssistantsPanel } from './panels/assistants-panel.tsx'
import { CallsPanel } from './panels/calls-panel.tsx'
import { ConnectionListPanel, useIsFromFile } from './panels/connection-list-panel.tsx'
import { DesktopPanel, UpdatesPanel } from './panels/desktop-panel.tsx'
import { OpenConnectionPanel } from './panels/open-connection-panel.tsx'
import { SecretsPanel } from './panels/secrets-panel.tsx'
import { SignInPanel } from './panels/sign-in-panel.tsx'
import { StoragePanel } from './panels/storage-panel.tsx'
import { SetUpPage } from './set-up/set-up-page.tsx'
import { matchesWords, type SettingId } from './setting-sections.ts'
import styles from './settings.module.css'
import { useSettingSections } from './use-setting-sections.ts'

type ConnectionPageProps = {
  readonly path: readonly [first: string, second: string | undefined, third: string | undefined]
}

/** `new/{preset}/{step}`, `new/{step}`, `set-up/{id}/{step}` or `{id}/{field}`. */
const ConnectionPage = ({ path: [first, second, third] }: ConnectionPageProps) => {
  if (first === 'new' && presets.some(({ id }) => id === second)) {
    return <SetUpPage id={`new:${second}`} step={third} />
  }
  if (first === 'new') return <SetUpPage id="new" step={second} />
  if (first === 'set-up' && second !== undefined) return <SetUpPage id={second} step={third} />
  return <ConnectionFormPage at={second} id={first} key={first} />
}

export const SettingsScreen = () => {
  const [first, second, third] = useAppLocation().path
  if (first === undefined || (first === 'section' && second !== undefined)) {
    return (
      <Stack className={styles.screen} gap={0}>
        <Overview section={second} />
      </Stack>
    )
  }
  return (
    <Stack className={styles.screen} gap={0}>
      <ConnectionPage path={[first, second, third]} />
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
  calls: () => <CallsPanel />,
  assistants: () => <AssistantsPanel />,
  'sign-in': (status) => <SignInSection status={status} />,
  secrets: (status) => status.connection.kind !== 'practice' && <SecretsPanel status={status} />,
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
  appSections[id]?.() ?? (
    <OfConnection id={status?.connection.id}>
      {id === 'storage' ? <StoragePanel /> : status !== undefined && connectionSections[id]?.(status)}
    </OfConnection>
  )

/** The control in a section whose name contains all words; undefined if only the section itself matches. */
const findControl = (section: HTMLElement, words: string): HTMLElement | undefined =>
  [...section.querySelectorAll<HTMLElement>('input:not([type=file]), button')].find((control) => {
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [control]
    return matchesWords(labels.map(({ textContent }) => textContent).join(' '), words)
  })

const groups = ['shop', 'app'] as const

const Overview = ({ section }: { readonly section: string | undefined }) => {
  const status = useApiQuery('connection', 'status', {})
  const sections = useSettingSections()
  const [search, setSearch] = useState('')
  /** The sections that the search finds; undefined while it is empty. */
  const [found, setFound] = useState<ReadonlySet<string> | undefined>(undefined)
  const [sought, setSought] = useState<{ readonly id: string; readonly words: string } | undefined>(undefined)
  const page = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isAdvancedOpen, setAdvancedOpen] = useState(false)
  const shown = sections.filter(({ id }) => found?.has(id) ?? true)

  useCommand('settings.search', () => field.current?.focus())

  const findSection = (id: string): HTMLElement | null | undefined =>
    page.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(id)}"]`)
  const type = (text: string): void => {
    setSearch(text)
    const words = text.trim()
    // Also searches the text that a section shows now.
    const isFound = ({ id, title, keywords }: (typeof sections)[number]): boolean =>
      matchesWords(`${title} ${keywords} ${findSection(id)?.textContent ?? ''}`, words)
    setFound(words === '' ? undefined : new Set(sections.filter(isFound).map(({ id }) => id)))
  }
  const goTo = useEffectEvent((id: string, words: string): void => {
    const target = findSection(id)
    if (target == null) return
    target.scrollIntoView()
    const control = words === '' ? undefined : findControl(target, words)
    control?.scrollIntoView({ block: 'nearest' })
    ;(control ?? target).focus({ preventScroll: true })
  })
  useEffect(() => {
    if (sought !== undefined) goTo(sought.id, sought.words)
  }, [sought])
  const leaveSearchFor = (id: string, words: string): void => {
    type('')
    if (sections.some((one) => one.id === id && one.group === 'advanced')) setAdvancedOpen(true)
    setSought({ id, words })
  }
  const isLoaded = status.data !== undefined
  const arrive = useEffectEvent((id: string) => leaveSearchFor(id, ''))
  useEffect(() => {
    if (section !== undefined && isLoaded) arrive(section)
  }, [section, isLoaded])

  const toLink = ({ id, title }: (typeof sections)[number]): ReactNode => (
    <a
      href={locationHref({ screen: 'settings', path: ['section', id] })}
      key={id}
      onClick={(event) => {
        event.preventDefault()
        leaveSearchFor(id, search.trim())
      }}
    >
      {title}
    </a>
  )
  const toSection = ({ id }: (typeof sections)[number]): ReactNode => (
    <div className={styles.section} data-section={id} hidden={found?.has(id) === false} key={id} tabIndex={-1}>
      {renderSection(id, status.data)}
    </div>
  )
  return (
    <Pane
      isFilled
      title="Settings"
      inline={
        <SearchField
          inputRef={field}
          keys="/"
          label="Search settings"
          onChange={type}
          onSubmit={(text) => {
            const [first] = shown
            if (text.trim() !== '' && first !== undefined) leaveSearchFor(first.id, text.trim())
          }}
          value={search}
        />
      }
    >
      <div className={styles.overview}>
        <nav aria-label="Sections" className={styles.sections}>
          {shown.filter(({ group }) => group !== 'advanced').map(toLink)}
          {shown.some(({ group }) => group === 'advanced') && (
            <>
              <Text as="p" size="meta" strong tone="faint">
                Advanced
              </Text>
              {shown.filter(({ group }) => group === 'advanced').map(toLink)}
            </>
          )}
        </nav>
        <div className={styles.page} ref={page}>
          <QueryView query={status} label="The connection" skeleton={{ shape: 'facts' }}>
            {() => null}
          </QueryView>
          {groups.map((group) => (
            <div className={styles.column} key={group}>
              {sections.filter((one) => one.group === group).map(toSection)}
            </div>
          ))}
          <details
            className={styles.advanced}
            hidden={!shown.some(({ group }) => group === 'advanced')}
            onToggle={({ currentTarget }) => {
              // A search opens it for as long as it lasts.
              if (found === undefined) setAdvancedOpen(currentTarget.open)
            }}
            open={isAdvancedOpen || found !== undefined}
          >
            <summary>Advanced</summary>
            {sections.filter(({ group }) => group === 'advanced').map(toSection)}
          </details>
          {shown.length === 0 && (
            <NoResults
              heading={`No results for “${search.trim()}”`}
              onClear={() => type('')}
              text="Try another word for the setting."
            />
          )}
        </div>
      </div>
    </Pane>
  )
}
