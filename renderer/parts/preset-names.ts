/**
 * Presets for each platform with built-in addresses: its environments, which need only the seller's keys (PLT-01), and a
 * practice shop that behaves like it.
 */

import { DEFAULT_PLATFORM, type PlatformId, platforms } from '../../shared/connection/platforms.ts'
import type { ConnectionKind } from '../../shared/connection/profile.ts'

export type PresetName = {
  readonly id: string
  /** "Add eBay sandbox". */
  readonly label: string
  /** The new connection's name until the seller chooses another. */
  readonly name: string
  readonly platform: PlatformId
  readonly kind: ConnectionKind
}

/** The real shop first: that is what most sellers come for. */
const kinds = [
  { kind: 'production', suffix: '' },
  { kind: 'sandbox', suffix: ' sandbox' },
  { kind: 'practice', suffix: ' practice shop' },
] as const

export const presetNames: readonly PresetName[] = [
  ...Object.values(platforms)
    .filter((platform) => platform.environments !== null)
    .flatMap(({ id: platform, label }) =>
      kinds.map(({ kind, suffix }): PresetName => {
        const name = `${label}${suffix}`
        return { id: `${platform}-${kind}`, label: `Add ${name}`, name, platform, kind }
      }),
    ),
  {
    id: `${DEFAULT_PLATFORM}-practice`,
    label: 'Add a practice shop of the neutral formats',
    name: 'Neutral practice shop',
    platform: DEFAULT_PLATFORM,
    kind: 'practice',
  },
]

/** The path in the settings where setting up begins. */
export const presetPath = (id: string): readonly string[] => ['new', id]
