/** Repeated here because ui knows nothing of the domain. */
export type ConnectionKind = 'practice' | 'sandbox' | 'production'

/** Always shown beside a kind's colour and pattern. */
export const connectionKindLabels: Readonly<Record<ConnectionKind, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
}
