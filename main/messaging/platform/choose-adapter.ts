/** The adapter for a connection's messages, chosen once by `profile.platform`. */
import type { PlatformId } from '../../../shared/connection/platforms.ts'
import type { MessageAdapter } from './adapter.ts'
import { ebayAdapter } from './ebay.ts'
import { neutralAdapter } from './neutral.ts'

const adapters: Readonly<Record<PlatformId, MessageAdapter>> = { neutral: neutralAdapter, ebay: ebayAdapter }

export const getMessageAdapter = ({ platform }: { readonly platform: PlatformId }): MessageAdapter => adapters[platform]
