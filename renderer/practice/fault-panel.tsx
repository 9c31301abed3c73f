/** Injects faults: a switch for each preset, and a form for others. */
import { useState } from 'react'
import type { FaultKind, PracticeFault } from '../../shared/practice/contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandChoices } from '../commands/registry.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'
import { CustomFaultForm } from './custom-fault-form.tsx'
import { allPresets, type FaultPreset, isPresetOn, otherPresetGroups, usualPresets } from './fault-presets.ts'
import styles from './practice.module.css'

/** The effect of each fault, in one line. */
const effects: Readonly<Record<FaultKind, (value: number) => string>> = {
  offline: () => 'no answer',
  latencyMs: (value) => `answers after ${value} ms`,
  status: (value) => `answers with status ${value}`,
  dropBeforeActing: () => 'connection lost before the change',
  dropAfterActing: () => 'connection lost after the change',
  actLateMs: (value) => `connection lost, carried out ${Math.round(value / 1000)} s later`,
  dailyCap: (value) => `at most ${value} calls a day to each service`,
  maskText: () => 'addresses and long numbers in sent texts are masked',
  oldestFirst: () => 'conversations are listed from the oldest message on',
  editByOthers: () => 'someone else changes the stock after each read',
  ackWarning: () => 'carried out with a warning',
  cutBody: () => 'answer cut off after the change',
  wrongSignature: () => 'wrong signature',
  duplicateDeliveries: (value) => `delivered ${value} times`,
  lateDeliveryMs: (value) => `delivered ${Math.round(value / 1000)} s late`,
  systemError: () => 'refused with “System error”',
  longListFails: (value) => `lists of more than ${value} conversations are refused`,
  signaturesRequired: () => 'the seller is in the EU or the UK, so earnings are read with signed calls',
  namesAreIds: () => 'messages name the seller by an account number',
  readMarkApart: () => 'the list goes on counting what was marked as read',
  scopeNotGranted: () => 'a permission isn’t granted',
  passwordChanged: () => 'the sign-in can’t be renewed',
  listLagMs: (value) => `new subscriptions are listed after ${Math.round(value / 1000)} s`,
  twinNotifications: () => 'delivered again under another ID',
}

/** `sendMessage: connection lost after the change, 2 more times`. */
const faultLabel = ({ operation, fault, value, remaining }: PracticeFault): string => {
  const times = remaining === null ? '' : remaining === 1 ? ', once more' : `, ${remaining} more times`
  return `${operation === 'all' ? 'Everything' : operation}: ${effects[fault](value)}${times}`
}

export const FaultPanel = ({ faults }: { readonly faults: readonly PracticeFault[] }) => {
  const set = useApiMutation('practice', 'setFault')
  const clear = useApiMutation('practice', 'clearFaults')
  const [isFormOpen, setFormOpen] = useState(false)
  const othersOn = otherPresetGroups
    .flatMap(({ presets }) => presets)
    .filter((preset) => isPresetOn(preset, faults)).length
  // What was switched on from the palette is in view.
  const [isMoreOpen, setMoreOpen] = useState(othersOn > 0)
  const openForm = (): void => {
    setMoreOpen(true)
    setFormOpen(true)
  }

  const toggle = (preset: FaultPreset): void => {
    const { operations, fault, value } = preset
    const isOn = isPresetOn(preset, faults)
    for (const operation of operations) {
      if (isOn) clear.mutate({ operation, fault })
      else set.mutate({ operation, fault, ...(value === undefined ? {} : { value }) })
    }
  }
  useCommandChoices('practice.switchFault', () =>
    allPresets.map((preset) => ({
      id: preset.label,
      label: `Switch ${isPresetOn(preset, faults) ? 'off' : 'on'}: ${preset.label}`,
      run: () => toggle(preset),
    })),
  )
  const customFaults = faults.filter((active) => !allPresets.some((preset) => isPresetOn(preset, [active])))

  const toSwitches = (presets: readonly FaultPreset[]) => (
    <div className={styles.switches}>
      {presets.map((preset) => (
        <Switch
          description={preset.description}
          isSelected={isPresetOn(preset, faults)}
          key={preset.label}
          onChange={() => toggle(preset)}
        >
          {preset.label}
        </Switch>
      ))}
    </div>
  )

  return (
    <Panel
      actions={
        faults.length > 0 && (
          <CommandButton
            command="practice.clearFaults"
            isPending={clear.isPending}
            onPress={() => clear.mutate({})}
            size="s"
          />
        )
      }
      description="Whatever fails, nothing you typed is lost."
      isRaised
      title="Something goes wrong"
    >
      {toSwitches(usualPresets)}
      <details
        className={styles.more}
        open={isMoreOpen}
        onToggle={({ currentTarget }) => setMoreOpen(currentTarget.open)}
      >
        <summary>
          More that can go wrong
          {othersOn > 0 && <Text size="meta" tone="faint">{` ${formatNumber(othersOn)} on`}</Text>}
        </summary>
        <Stack gap={4}>
          {otherPresetGroups.map(({ title, presets }) => (
            <Stack key={title}>
              <Text size="meta" strong tone="soft">
                {title}
              </Text>
              {toSwitches(presets)}
            </Stack>
          ))}
          {isFormOpen ? (
            <CustomFaultForm isPending={set.isPending} onSubmit={(request) => set.mutate(request)} />
          ) : (
            <Row>
              <CommandButton command="practice.addFault" onPress={openForm} size="s" />
            </Row>
          )}
        </Stack>
      </details>
      {customFaults.length > 0 && (
        <Stack aria-label="Custom faults" as="ul" gap={1}>
          {customFaults.map((active) => (
            <Row as="li" justify="between" key={`${active.operation} ${active.fault}`}>
              <span>{faultLabel(active)}</span>
              <Button
                aria-label={`Clear ${faultLabel(active)}`}
                onPress={() => clear.mutate({ operation: active.operation, fault: active.fault })}
                size="s"
                variant="quiet"
              >
                Clear
              </Button>
            </Row>
          ))}
        </Stack>
      )}
      <ActionStatus error={set.error ?? clear.error} />
    </Panel>
  )
}
