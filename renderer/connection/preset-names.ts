/** Presets that need only the seller's keys (PLT-01): one for each platform and environment with built-in addresses. */
import { type Environment, type PlatformId, platforms } from '../../shared/connection/platforms.ts'

export type PresetName = {
  readonly id: string
  /** "Add eBay sandbox". */
  readonly label: string
  /** The new connection's name until the seller chooses another. */
  readonly name: string
  readonly platform: PlatformId
  readonly kind: Environment
}

/** The real shop first: that is what most sellers come for. */
const environments: readonly Environment[] = ['production', 'sandbox']

export const presetNames: readonly PresetName[] = Object.values(platforms)
  .filter((platform) => platform.environments !== null)
  .flatMap(({ id: platform, label }) =>
    environments.map((kind): PresetName => {
      const name = kind === 'production' ? label : `${label} ${kind}`
      return { id: `${platform}-${kind}`, label: `Add ${name}`, name, platform, kind }
    }),
  )

/** The path in the settings where setting up begins. */
export const presetPath = (id: string): readonly string[] => ['new', id]
