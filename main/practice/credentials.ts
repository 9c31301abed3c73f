/** The practice platform's only account. Obviously fake and always the same, so it can't be mistaken for a secret. */
export const practiceCredentials = {
  clientId: 'practice-client',
  clientSecret: 'practice-secret',
  refreshToken: 'practice-refresh-token',
  appName: 'practice-app',
  devName: 'practice-dev',
  certName: 'practice-cert',
  userToken: 'practice-user-token',
} as const

/** The header with the key of the control (`PracticeOptions.controlKey`). */
export const CONTROL_KEY_HEADER = 'x-practice-key'
