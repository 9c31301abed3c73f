/** Which shop a control acts on. Spelled out here because components know nothing of the domain. */
export type ConnectionKind = 'practice' | 'sandbox' | 'production'

/** The word that always stands beside a kind's colour and pattern. */
export const connectionKindWords: Readonly<Record<ConnectionKind, string>> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  production: 'Production',
}
