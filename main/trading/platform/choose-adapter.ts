/** Chooses a connection's adapter for the legacy calls, by `profile.platform`. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { LegacyAdapter } from './adapter.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

const adapters: Readonly<Record<PlatformId, LegacyAdapter>> = { neutral: neutralAdapter, ebay: ebayAdapter }

export const getLegacyAdapter = ({ platform }: { readonly platform: PlatformId }): LegacyAdapter => adapters[platform]
