import type { createAppState } from '../../main/app-state/handlers.ts'

/** What a driver needs of the app around it, where a test is about something else: nothing happens, and nobody is told. */
export const quietDesk: Parameters<typeof createAppState>[1] = {
  shop: () => 'practice',
  emit: () => undefined,
  restoreBackup: async () => undefined,
  checks: async () => [],
  firstSteps: {
    read: async () => ({ isShown: false, isOffered: false, steps: [] }),
    setPutAway: () => undefined,
    previewed: () => undefined,
    heard: () => undefined,
  },
  onChoice: () => undefined,
}
