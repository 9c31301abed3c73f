/** The adapter of the legacy calls for a connection: `profile.platform` chooses it, once. */
import type { PlatformId } from '../../../../shared/connection/platforms.ts'
import type { LegacyAdapter } from './adapter.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

const adapters: Readonly<Record<PlatformId, LegacyAdapter>> = { neutral: neutralAdapter, ebay: ebayAdapter }

export const getLegacyAdapter = ({ platform }: { readonly platform: PlatformId }): LegacyAdapter => adapters[platform]
