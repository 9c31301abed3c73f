/** The adapter of items for a connection: `profile.platform` chooses it, once. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { ItemAdapter } from './adapter.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

const adapters: Readonly<Record<PlatformId, ItemAdapter>> = { neutral: neutralAdapter, ebay: ebayAdapter }

export const getItemAdapter = ({ platform }: { readonly platform: PlatformId }): ItemAdapter => adapters[platform]
