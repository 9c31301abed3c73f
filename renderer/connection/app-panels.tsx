/** What is about the app itself: how it looks, in which language it counts, what it tells of, and what it is. */
import { useState } from 'react'
import {
  DEFAULT_POLL_S,
  LOCALE_KEY,
  localeChoices,
  type NoticeKind,
  noticeKeys,
  noticeKinds,
  POLL_KEY,
  pollChoicesS,
} from '../../shared/app/choices.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Panel } from '../ui/panel.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { ProblemReport } from './problem-report.tsx'

const themes = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

export function AppearancePanel() {
  const [theme, setTheme] = useViewState('appearance.theme', 'system')
  return (
    <Panel title="Appearance">
      <RadioGroup isHorizontal label="Theme" onChange={setTheme} options={themes} value={theme} />
    </Panel>
  )
}

const AMOUNT = 1234.5

/** How a day and an amount are written there: the choice is made by looking. */
const exampleIn = (locale: string | undefined, atMs: number): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(atMs)} · ${new Intl.NumberFormat(locale).format(AMOUNT)}`

export function LanguagePanel() {
  const [locale, setLocale] = useViewState(LOCALE_KEY, 'system')
  const nowMs = useNow()
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const options = localeChoices.map((id) => ({
    id,
    label: id === 'system' ? 'As the system' : (names.of(id) ?? id),
    description: exampleIn(id === 'system' ? navigator.language : id, nowMs),
  }))
  return (
    <Panel description="The words of Stallhand itself are English." title="Language of dates and numbers">
      <Select
        label="Dates and numbers"
        onChange={(id) => {
          setLocale(id)
          // Everything is drawn anew; who chose comes back to the choice.
          navigate({ screen: 'settings', path: ['section', 'language'] })
        }}
        options={options}
        value={locale}
      />
    </Panel>
  )
}

const lookLabel = (seconds: number): string => {
  if (seconds < 60) return `Every ${seconds} seconds`
  return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`
}

export function PollingPanel() {
  const [seconds, setSeconds] = useViewState(POLL_KEY, DEFAULT_POLL_S)
  return (
    <Panel
      description="Sales and other notifications arrive by themselves. Messages have to be asked for; mapping tasks are asked about at the distances that the platform wishes."
      title="Looking for messages"
    >
      <RadioGroup
        isHorizontal
        label="New messages are looked for"
        onChange={(id) => setSeconds(Number(id))}
        options={pollChoicesS.map((choice) => ({ id: String(choice), label: lookLabel(choice) }))}
        value={String(seconds)}
      />
    </Panel>
  )
}

const noticeWords: Readonly<Record<NoticeKind, string>> = {
  arrivals: 'Tell me of sales and other notifications',
  mappings: 'Tell me when a mapping ends',
}

/** Shown where the desktop can show notices at all. */
export function NoticesPanel() {
  const { data } = useApiQuery('app', 'desktop', {})
  if (data === undefined || data.noticeText === null) return null
  return (
    <Panel description="What appears on the desktop while you do something else." title="Notices">
      {noticeKinds.map((kind) => (
        <NoticeSwitch key={kind} kind={kind} />
      ))}
    </Panel>
  )
}

function NoticeSwitch({ kind }: { readonly kind: NoticeKind }) {
  const [isOn, setOn] = useViewState(noticeKeys[kind], true)
  return (
    <Switch isSelected={isOn} onChange={setOn}>
      {noticeWords[kind]}
    </Switch>
  )
}

const hostWords = { electron: 'As a desktop app', local: 'In a browser on this computer' } as const

export function AboutPanel() {
  const { data } = useApiQuery('app', 'status', {})
  const [reports, setReports] = useState(false)
  if (data === undefined) return null
  return (
    <Panel acts={<Button onPress={() => setReports(true)}>Report a problem</Button>} title="About">
      <KeyValue
        facts={[
          { label: 'Version', value: data.version },
          { label: 'Runs', value: hostWords[data.host] },
          { label: 'Data folder', value: data.dataDir, isMono: true, copyText: data.dataDir },
        ]}
      />
      <ProblemReport isOpen={reports} onClose={() => setReports(false)} />
    </Panel>
  )
}
