/** Labels of connection kinds, for every screen that names one. */
import type { ConnectionKind } from '../../shared/connection/profile.ts'

/** Always shown beside a kind's colour and pattern. */
export const connectionKindLabels: Readonly<Record<ConnectionKind, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
}
