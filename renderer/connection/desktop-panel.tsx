/** What the desktop around the window does for this seller; shown where there is a desktop. */
import { useState } from 'react'
import type { DesktopChoices, UpdateState } from '../../shared/app/contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './settings.module.css'

const switches = [
  {
    name: 'noticeText',
    label: 'Show words of messages in notices',
    description: 'Otherwise a notice says only what happened: others may see this screen.',
  },
  {
    name: 'tray',
    label: 'Stay in the tray',
    description: 'Shows what is unread and not sent yet, and goes on working when the window is closed.',
  },
  { name: 'openAtLogin', label: 'Open when this computer starts', description: undefined },
] as const

export function DesktopPanel() {
  const { data } = useApiQuery('app', 'desktop', {})
  const choose = useApiMutation('app', 'chooseDesktop')
  const offered = data === undefined ? [] : switches.filter(({ name }) => data[name] !== null)
  if (data === undefined || offered.length === 0) return null
  return (
    <Panel title="Desktop">
      {choose.isError && (
        <Banner title="This was not changed." tone="danger">
          {choose.error.message}
        </Banner>
      )}
      {offered.map(({ name, label, description }) => (
        <Switch
          description={description}
          isSelected={data[name] === true}
          key={name}
          onChange={(on) => choose.mutate({ [name]: on })}
        >
          {label}
        </Switch>
      ))}
    </Panel>
  )
}

/** Newer versions: where they come from, and what is known. Shown where an installed app can take one. */
export function UpdatesPanel() {
  const { data } = useApiQuery('app', 'desktop', {})
  if (data?.updates == null) return null
  return <Updates key={data.updates.feed ?? ''} updates={data.updates} />
}

function Updates({ updates: { feed, state } }: { readonly updates: NonNullable<DesktopChoices['updates']> }) {
  const [typed, setTyped] = useState(feed ?? '')
  const setFeed = useApiMutation('app', 'setUpdateFeed')
  const check = useReportedMutation('app', 'checkForUpdate')
  const install = useApiMutation('app', 'installUpdate')
  const isChanged = typed.trim() !== (feed ?? '')
  const keep = (): void => {
    if (isChanged) setFeed.mutate({ feed: typed.trim() === '' ? null : typed.trim() })
  }
  const isBusy = state.phase === 'checking' || state.phase === 'downloading'
  return (
    <Panel
      acts={
        feed !== null &&
        (state.phase === 'ready' ? (
          <Button isPending={install.isPending} onPress={() => install.mutate({})} variant="primary">
            Restart with version {state.version}
          </Button>
        ) : (
          <Button isPending={isBusy || check.isPending} onPress={() => check.mutate({})}>
            Look now
          </Button>
        ))
      }
      description="Newer versions of Stallhand. Nothing is looked for until an address is set."
      title="Updates"
    >
      {state.problem !== null && (
        <Banner title="No newer version was had." tone="caution">
          {state.problem}
        </Banner>
      )}
      {install.isError && <Banner tone="caution">{install.error.message}</Banner>}
      {feed !== null && (
        <p aria-live="polite" className={styles.line}>
          <UpdateLine state={state} />
        </p>
      )}
      <TextField
        description="An HTTPS address that lists versions, from whoever gave you Stallhand. Empty: versions are not looked for."
        error={setFeed.isError && isChanged ? setFeed.error.message : undefined}
        isMono
        label="Address of newer versions"
        onChange={setTyped}
        onSubmit={keep}
        type="url"
        value={typed}
      />
      <div className={styles.inline}>
        <Button
          disabledReason="Change the address first."
          isDisabled={!isChanged}
          isPending={setFeed.isPending}
          onPress={keep}
        >
          {typed.trim() === '' && feed !== null ? 'Stop looking for versions' : 'Use this address'}
        </Button>
      </div>
    </Panel>
  )
}

function UpdateLine({ state }: { readonly state: UpdateState }) {
  const now = useNow()
  switch (state.phase) {
    case 'off':
    case 'idle':
    case 'failed':
      return 'Stallhand looks a few moments after each start, and every six hours.'
    case 'checking':
      return 'Looking for a newer version.'
    case 'downloading':
      return `Version ${state.version} is being downloaded${state.percent === null ? '' : `, ${state.percent} %`}.`
    case 'ready':
      return `Version ${state.version} is here and checked. It starts with the next start, or now.`
    case 'upToDate':
      return (
        <>
          This is the newest version.{' '}
          {state.checkedAtMs !== null && (
            <>
              Looked <RelativeTime at={state.checkedAtMs} now={now} />.
            </>
          )}
        </>
      )
  }
}
