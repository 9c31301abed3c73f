/** Desktop integration and updates; each panel is hidden if this host has none. */
import type { DesktopChoices, UpdateState } from '../../../shared/app/contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandChoices } from '../../commands/registry.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const switches = [
  {
    name: 'noticeText',
    label: 'Show message text in notices',
    description: 'If off, a notice only says what happened. Others may see this screen.',
  },
  {
    name: 'tray',
    label: 'Stay in the tray',
    description: 'Shows unread and unsent messages, and keeps working after the window is closed.',
  },
  { name: 'openAtLogin', label: 'Open when this computer starts', description: undefined },
] as const

export const DesktopPanel = () => {
  const { data } = useApiQuery('app', 'desktop', {})
  const choose = useApiMutation('app', 'chooseDesktop')
  const offered = data === undefined ? [] : switches.filter(({ name }) => data[name] !== null)
  useCommandChoices('settings.desktop', () =>
    offered.map(({ name, label }) => ({
      id: name,
      label: `${data?.[name] === true ? 'Turn off' : 'Turn on'}: ${label}`,
      run: () => choose.mutate({ [name]: data?.[name] !== true }),
    })),
  )
  if (data === undefined || offered.length === 0) return null
  return (
    <Panel title="Desktop">
      <MutationError of={choose} title="Not changed." />
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

export const UpdatesPanel = () => {
  const { data } = useApiQuery('app', 'desktop', {})
  return data?.updates == null ? null : <Updates updates={data.updates} />
}

const Updates = ({ updates: { host, state } }: { readonly updates: NonNullable<DesktopChoices['updates']> }) => {
  const check = useReportedMutation('app', 'checkForUpdate')
  const download = useApiMutation('app', 'downloadUpdate')
  const install = useApiMutation('app', 'installUpdate')
  const isBusy = state.phase === 'checking' || state.phase === 'downloading'
  const action =
    state.phase === 'ready' ? (
      <CommandButton
        command="settings.installUpdate"
        isPending={install.isPending}
        label={`Restart with version ${state.version}`}
        onPress={() => install.mutate({})}
        variant="primary"
      />
    ) : state.phase === 'available' ? (
      <CommandButton
        command="settings.downloadUpdate"
        isPending={download.isPending}
        label={`Download version ${state.version}`}
        onPress={() => download.mutate({})}
        variant="primary"
      />
    ) : (
      <CommandButton
        command="settings.checkForUpdate"
        isPending={isBusy || check.isPending}
        text="Check now"
        onPress={() => check.mutate({})}
      />
    )
  return (
    <Panel actions={action} description={`Newer versions of Stallhand, from ${host}.`} title="Updates">
      {state.problem !== null && (
        <Banner title="Update failed." tone="caution">
          {state.problem}
        </Banner>
      )}
      <MutationError of={download} />
      <MutationError of={install} />
      <p aria-live="polite">
        <UpdateText state={state} />
      </p>
    </Panel>
  )
}

const UpdateText = ({ state }: { readonly state: UpdateState }) => {
  switch (state.phase) {
    case 'idle':
    case 'failed':
      return 'Stallhand checks shortly after each start, and every six hours.'
    case 'checking':
      return 'Checking for a newer version.'
    case 'available':
      return `Version ${state.version} is available. Stallhand asks before it is downloaded.`
    case 'downloading':
      return `Downloading version ${state.version}${state.percent === null ? '' : `, ${state.percent} %`}.`
    case 'ready':
      return `Version ${state.version} is downloaded and its signature is valid. It is installed when you choose to restart.`
    case 'upToDate':
      return (
        <>
          This is the newest version.{' '}
          {state.checkedAtMs !== null && (
            <>
              Checked <RelativeTime at={state.checkedAtMs} />.
            </>
          )}
        </>
      )
  }
}
