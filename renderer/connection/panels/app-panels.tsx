/** Settings of the app itself: undo time, appearance, formats, polling, notices, version. */
import { useState } from 'react'
import {
  DEFAULT_POLL_S,
  DEFAULT_UNDO_S,
  LOCALE_KEY,
  localeChoices,
  MARK_READ_KEY,
  type NoticeKind,
  noticeKeys,
  noticeKinds,
  POLL_KEY,
  pollChoicesS,
  SOUND_KEY,
  UNDO_KEY,
  undoChoicesS,
} from '../../../shared/app/choices.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { runCommand } from '../../commands/registry.ts'
import { navigate } from '../../location.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { languageLabel } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import styles from '../settings.module.css'

const themes = [
  { id: 'system', label: 'Same as system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

export const AppearancePanel = () => {
  const [theme, setTheme] = useViewState('appearance.theme', 'system')
  return (
    <Panel title="Appearance">
      <RadioGroup layout="row" label="Theme" onChange={setTheme} options={themes} value={theme} />
    </Panel>
  )
}

export const UndoTimePanel = () => {
  const [seconds, setSeconds] = useViewState(UNDO_KEY, DEFAULT_UNDO_S)
  return (
    <Panel description="A message waits this long before it is sent, so you can undo it." title="Undo time">
      <RadioGroup
        layout="row"
        label="Undo sending for"
        onChange={(id) => setSeconds(Number(id))}
        options={undoChoicesS.map((choice) => ({
          id: String(choice),
          label: choice === 0 ? 'Off' : `${choice} seconds`,
        }))}
        value={String(seconds)}
      />
    </Panel>
  )
}

export const ReadMarkPanel = () => {
  const [isOn, setOn] = useViewState(MARK_READ_KEY, true)
  return (
    <Panel description="Archiving never changes the read mark." title="Read mark">
      <Switch isSelected={isOn} onChange={setOn}>
        Mark a conversation as read when it is open for a second
      </Switch>
    </Panel>
  )
}

const SAMPLE_AMOUNT = 1234.5

const formatSample = (locale: string | undefined, atMs: number): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(atMs)} · ${new Intl.NumberFormat(locale).format(SAMPLE_AMOUNT)}`

export const LanguagePanel = () => {
  const [locale, setLocale] = useViewState(LOCALE_KEY, 'system')
  const nowMs = useNow()
  const options = localeChoices.map((id) => ({
    id,
    label: id === 'system' ? 'Same as system' : languageLabel(id),
    description: formatSample(id === 'system' ? navigator.language : id, nowMs),
  }))
  return (
    <Panel description="Stallhand itself is in English." title="Language of dates and numbers">
      <div className={styles.short}>
        <Select
          label="Dates and numbers"
          onChange={(id) => {
            setLocale(id)
            // The window renders again from scratch; this returns to the setting.
            navigate({ screen: 'settings', path: ['section', 'language'] })
          }}
          options={options}
          value={locale}
        />
      </div>
    </Panel>
  )
}

const intervalLabel = (seconds: number): string => {
  if (seconds < 60) return `Every ${seconds} seconds`
  return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`
}

export const PollingPanel = () => {
  const { the } = usePlatformName()
  const [seconds, setSeconds] = useViewState(POLL_KEY, DEFAULT_POLL_S)
  return (
    <Panel
      description={`Sales and other notifications arrive without a check. Mapping tasks follow ${the}’s own schedule.`}
      title="Check for messages"
    >
      <RadioGroup
        layout="row"
        label="Check for new messages"
        onChange={(id) => setSeconds(Number(id))}
        options={pollChoicesS.map((choice) => ({ id: String(choice), label: intervalLabel(choice) }))}
        value={String(seconds)}
      />
    </Panel>
  )
}

const noticeLabels: Readonly<Record<NoticeKind, string>> = {
  arrivals: 'Sales and other notifications',
  mappings: 'Finished mapping tasks',
}

const NoticeSwitch = ({ kind }: { readonly kind: NoticeKind }) => {
  const [isOn, setOn] = useViewState(noticeKeys[kind], true)
  return (
    <Switch isSelected={isOn} onChange={setOn}>
      {noticeLabels[kind]}
    </Switch>
  )
}

/** Notices in the browser, which asks the user before it shows any. */
const BrowserNotices = () => {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (permission === 'granted') return <Text as="p">This browser shows notices while you do something else.</Text>
  if (permission === 'denied') {
    return (
      <Text as="p" tone="soft">
        This browser shows no notices of Stallhand. Allow them for this address in the browser’s settings.
      </Text>
    )
  }
  return (
    <Button onPress={() => void Notification.requestPermission().then(setPermission)}>
      Allow notices of this browser
    </Button>
  )
}

export const NoticesPanel = () => {
  const { data } = useApiQuery('app', 'desktop', {})
  const [hasSound, setSound] = useViewState(SOUND_KEY, false)
  if (data === undefined) return null
  return (
    <Panel
      description="Shown on every page: for sales, for questions that an instant alert reports, and for notifications from someone else."
      title="Notices"
    >
      {data.noticeText === null ? (
        <BrowserNotices />
      ) : (
        <>
          {data.areNoticesRefused === true && (
            <Banner title="This computer doesn’t show Stallhand’s notices." tone="caution">
              Allow them in the system’s settings. Until then, look at Today for what arrived.
            </Banner>
          )}
          {noticeKinds.map((kind) => (
            <NoticeSwitch key={kind} kind={kind} />
          ))}
        </>
      )}
      <Switch isSelected={hasSound} onChange={setSound}>
        Play a sound
      </Switch>
    </Panel>
  )
}

const hostLabels = { electron: 'As a desktop app', local: 'In a browser on this computer' } as const

export const AboutPanel = () => {
  const { data } = useApiQuery('app', 'status', {})
  if (data === undefined) return null
  return (
    <Panel
      actions={<Button onPress={() => void runCommand('app.reportProblem')}>Report a problem</Button>}
      title="About"
    >
      <KeyValue
        facts={[
          { label: 'Version', value: data.version },
          { label: 'Runs', value: hostLabels[data.host] },
          { label: 'Data folder', value: data.dataDir, isMono: true, copyText: data.dataDir },
        ]}
      />
    </Panel>
  )
}
