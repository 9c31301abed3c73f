/** How a platform expects the legacy calls. */
import type { ConnectionProfile } from '../../../shared/connection/profile.ts'
import type { ErrorCatalog } from '../../http/failures.ts'
import type { HttpRequest } from '../../http/request.ts'

/** A connection secret sent with every call. */
type CallSecret = 'appName' | 'devName' | 'certName' | 'userToken'

type LegacyCall = {
  readonly name: string
  /** The elements of the request, escaped. */
  readonly content: string
  readonly profile: ConnectionProfile
  readonly secrets: Readonly<Partial<Record<CallSecret, string>>>
}

export type LegacyAdapter = {
  /** The secrets sent with each call, with the label to show if one is missing. */
  readonly secrets: readonly (readonly [name: CallSecret, label: string])[]
  readonly writeCall: (
    call: LegacyCall,
  ) => Pick<HttpRequest, 'headers' | 'credential' | 'tokenHeader'> & { readonly body: string }
  /** The levels that together return all settings; see `getNotificationPreferences`. */
  readonly settingsLevels: readonly string[]
  readonly errors: ErrorCatalog
  /** Errors of a refused token that can be renewed. The service answers them with a successful status. */
  readonly tokenErrors: readonly number[]
}
