/** The difference between the platform's legacy preferences and the seller's choices: exactly what a Set sends. */

import { isRetired } from '../../../shared/notifications/event-types.ts'
import type { Preferences } from '../../../shared/notifications/preferences-contract.ts'
import { knownEventTypes } from '../notification-labels.ts'

export type PreferenceChange = {
  readonly eventType: string
  /** The platform's value; null if never set. */
  readonly from: string | null
  readonly to: 'Enable' | 'Disable'
}

export const isOn = (eventEnable: string | null | undefined): boolean => eventEnable === 'Enable'

/** Disabling an event that was never set changes nothing. */
export const findChanges = (
  current: NonNullable<Preferences['current']>,
  chosen: ReadonlyMap<string, boolean>,
): readonly PreferenceChange[] =>
  [...chosen]
    .map(([eventType, isChosen]) => {
      const from = current.events.find((event) => event.eventType === eventType)?.eventEnable ?? null
      return { eventType, from, to: isChosen ? ('Enable' as const) : ('Disable' as const) }
    })
    .filter(({ from, to }) => from !== to && !(from === null && to === 'Disable'))
    .sort((one, other) => one.eventType.localeCompare(other.eventType))

/** Every event to choose from: known ones first, then those offered or set, as last read. A retired one only if set. */
export const listChoices = ({ current, offered }: Pick<Preferences, 'current' | 'offered'>): readonly string[] => {
  const set = current?.events.map(({ eventType }) => eventType) ?? []
  const others = [...(offered ?? []).filter((eventType) => !isRetired(eventType)), ...set].sort()
  return [...new Set([...knownEventTypes, ...others])]
}
