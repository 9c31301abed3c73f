/** The difference between what the platform has and what was chosen: exactly what a Set would send. */
import type { Preferences } from '../../shared/notifications/preferences-contract.ts'

export type PreferenceChange = {
  readonly eventType: string
  /** As the platform has it; null where it was never set. */
  readonly from: string | null
  readonly to: 'Enable' | 'Disable'
}

type Current = NonNullable<Preferences['current']>

export const isOn = (eventEnable: string | null | undefined): boolean => eventEnable === 'Enable'

/**
 * The events whose switch was moved to where the platform does not have them. One that was never set and is off needs no
 * word; one that has a value nobody knows is left as it is until its switch is moved.
 */
export const changesOf = (current: Current, chosen: ReadonlyMap<string, boolean>): readonly PreferenceChange[] =>
  [...chosen]
    .map(([eventType, wanted]) => {
      const from = current.events.find((event) => event.eventType === eventType)?.eventEnable ?? null
      return { eventType, from, to: wanted ? ('Enable' as const) : ('Disable' as const) }
    })
    .filter(({ from, to }) => from !== to && !(from === null && to === 'Disable'))
    .sort((one, other) => one.eventType.localeCompare(other.eventType))

/** Every event there is to choose from: those the documents name, those the platform offers, those that are set. */
export const choicesOf = (named: readonly string[], { current, offered }: Preferences): readonly string[] => {
  const set = current?.events.map(({ eventType }) => eventType) ?? []
  const others = [...new Set([...(offered ?? []), ...set])].filter((name) => !named.includes(name)).sort()
  return [...named, ...others]
}
