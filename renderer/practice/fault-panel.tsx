/** Injects faults: a switch for each preset, and a form for any other. */
import { useState } from 'react'
import type { PracticeFault } from '../../shared/practice/contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandChoices } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { Row, Stack, Text } from '../ui/layout.tsx'
import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActionStatus } from './action-status.tsx'
import { CustomFaultForm } from './custom-fault-form.tsx'
import {
  behaviorPresets,
  type FaultPreset,
  matchesPreset,
  networkPresets,
  notificationPresets,
} from './fault-presets.ts'
import styles from './practice.module.css'
import { faultLabel } from './practice-labels.ts'

export function FaultPanel({ faults }: { readonly faults: readonly PracticeFault[] }) {
  const set = useApiMutation('practice', 'setFault')
  const clear = useApiMutation('practice', 'clearFaults')
  const [isFormOpen, setFormOpen] = useState(false)

  const isOn = (preset: FaultPreset): boolean => faults.some((active) => matchesPreset(preset, active))
  const toggle = (preset: FaultPreset): void => {
    const { operations, fault, value } = preset
    const isOnNow = isOn(preset)
    for (const operation of operations) {
      if (isOnNow) clear.mutate({ operation, fault })
      else set.mutate({ operation, fault, ...(value === undefined ? {} : { value }) })
    }
  }
  const presetSwitch = (preset: FaultPreset) => (
    <Switch
      description={preset.description}
      isSelected={isOn(preset)}
      key={preset.label}
      onChange={() => toggle(preset)}
    >
      {preset.label}
    </Switch>
  )
  const presets = [...networkPresets, ...behaviorPresets, ...notificationPresets]
  useCommandChoices('practice.switchFault', () =>
    presets.map((preset) => ({
      id: preset.label,
      label: `Switch ${isOn(preset) ? 'off' : 'on'}: ${preset.label}`,
      run: () => toggle(preset),
    })),
  )
  const customFaults = faults.filter((active) => !presets.some((preset) => matchesPreset(preset, active)))

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
      description="Whatever fails, nothing you typed may be lost."
      isRaised
      title="Break the network"
    >
      <div className={styles.switches}>{networkPresets.map(presetSwitch)}</div>
      <Text size="meta" strong tone="soft">
        Behavior
      </Text>
      <div className={styles.switches}>{behaviorPresets.map(presetSwitch)}</div>
      <Text size="meta" strong tone="soft">
        Notifications
      </Text>
      <div className={styles.switches}>{notificationPresets.map(presetSwitch)}</div>
      {customFaults.length > 0 && (
        <Stack aria-label="Custom faults" as="ul" className={styles.list} gap={1}>
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
      {isFormOpen ? (
        <CustomFaultForm isPending={set.isPending} onSubmit={(request) => set.mutate(request)} />
      ) : (
        <Row>
          <CommandButton command="practice.addFault" onPress={() => setFormOpen(true)} size="s" />
        </Row>
      )}
      <ActionStatus error={set.error ?? clear.error} />
    </Panel>
  )
}
