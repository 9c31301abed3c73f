/** Injects faults: a switch for each preset. */
import type { PracticeFault } from '../../shared/practice/contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandChoices } from '../commands/registry.ts'
import { Stack, Text } from '../ui/layout.tsx'
import { Panel } from '../ui/panel.tsx'
import { Switch } from '../ui/switch.tsx'
import { ActionStatus } from './action-status.tsx'
import { type FaultPreset, isPresetOn, presetGroups } from './fault-presets.ts'
import styles from './practice.module.css'

export function FaultPanel({ faults }: { readonly faults: readonly PracticeFault[] }) {
  const set = useApiMutation('practice', 'setFault')
  const clear = useApiMutation('practice', 'clearFaults')

  const toggle = (preset: FaultPreset): void => {
    const { operations, fault, value } = preset
    const isOn = isPresetOn(preset, faults)
    for (const operation of operations) {
      if (isOn) clear.mutate({ operation, fault })
      else set.mutate({ operation, fault, ...(value === undefined ? {} : { value }) })
    }
  }
  useCommandChoices('practice.switchFault', () =>
    presetGroups
      .flatMap(({ presets }) => presets)
      .map((preset) => ({
        id: preset.label,
        label: `Switch ${isPresetOn(preset, faults) ? 'off' : 'on'}: ${preset.label}`,
        run: () => toggle(preset),
      })),
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
      description="Whatever fails, nothing you typed may be lost."
      isRaised
      title="Break the network"
    >
      {presetGroups.map(({ title, presets }) => (
        <Stack key={title}>
          <Text size="meta" strong tone="soft">
            {title}
          </Text>
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
        </Stack>
      ))}
      <ActionStatus error={set.error ?? clear.error} />
    </Panel>
  )
}
