/** How a platform expects the legacy calls. */
import type { ConnectionProfile } from '../../../../shared/connection/profile.ts'
import type { ErrorCatalog } from '../../../http/answers.ts'
import type { HttpRequest } from '../../../http/request.ts'

/** A secret of the connection that every call carries. */
type CallSecret = 'appName' | 'devName' | 'certName' | 'userToken'

type LegacyCall = {
  readonly name: string
  /** The elements of the request, escaped. */
  readonly content: string
  readonly profile: ConnectionProfile
  readonly secrets: Readonly<Partial<Record<CallSecret, string>>>
}

export type LegacyAdapter = {
  /** The secrets that calls carry, each with the label used if it is missing. */
  readonly secrets: readonly (readonly [name: CallSecret, label: string])[]
  readonly writeCall: (call: LegacyCall) => Pick<HttpRequest, 'headers' | 'body' | 'credential' | 'tokenHeader'>
  /** The levels that together return all settings; see `getNotificationPreferences`. */
  readonly settingsLevels: readonly string[]
  readonly errors: ErrorCatalog
}
