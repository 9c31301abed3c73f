import { expect, it } from 'vitest'
import { createAppState } from '../../../main/app/handlers.ts'
import type { Recovered } from '../../../main/database/open-database.ts'
import { createStartNotices } from '../../../main/session/start-notices.ts'
import { appStateDeps } from '../../support/app-state-deps.ts'
import { createTestPorts } from '../../support/test-ports.ts'

const open = () => {
  const { ports } = createTestPorts('/data')
  const appState = createAppState(ports, appStateDeps)
  const notices = createStartNotices(ports, appState)
  const shown = async () => (await appState.handlers.status({})).notices.map(({ text }) => text)
  const dismiss = () => appState.handlers.dismissNotice({ id: 'database-recovered' })
  return { notices, shown, dismiss }
}
const recovery = (setAsideAs: string): Recovered => ({ setAsideAs, outcome: 'startedEmpty', newestBackup: undefined })

it('a notice of a damaged database stays away once dismissed, whichever connection is opened', async () => {
  const { notices, shown, dismiss } = open()
  const [garden, toys] = [recovery('garden.damaged'), recovery('toys.damaged')]
  notices.showRecovery(garden)
  await dismiss()
  notices.showRecovery(undefined)
  notices.showRecovery(garden)
  expect(await shown()).toEqual([])
  notices.showRecovery(toys)
  expect(await shown()).toEqual([expect.stringContaining('toys.damaged')])
})

it('a notice of a damaged database returns with its connection until it is dismissed', async () => {
  const { notices, shown } = open()
  const garden = recovery('garden.damaged')
  notices.showRecovery(garden)
  notices.showRecovery(undefined)
  expect(await shown()).toEqual([])
  notices.showRecovery(garden)
  expect(await shown()).toEqual([expect.stringContaining('garden.damaged')])
})
