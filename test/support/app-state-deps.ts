/** Inert dependencies of the app state, for tests about something else. */
import type { createAppState } from '../../main/app/handlers.ts'

export const appStateDeps: Parameters<typeof createAppState>[1] = {
  openId: () => 'practice',
  emit: () => undefined,
  restoreBackup: async () => undefined,
  checks: async () => [],
  connectionNames: () => [],
  firstSteps: {
    read: async () => ({ isShown: false, isOffered: false, steps: [] }),
    setDismissed: () => undefined,
    onEvent: () => undefined,
  },
  onChoice: () => undefined,
}
