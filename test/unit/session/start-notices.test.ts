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
const recovery = (setAsideAs: string): Recovered => ({
  setAsideAs,
  cause: 'damaged',
  outcome: 'startedEmpty',
  losses: { whole: [], parts: [] },
  newestBackup: undefined,
})

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

it('SEC-12 the notice of a partly rebuilt database names the losses, the old file and the backup to restore', async () => {
  const { notices, shown } = open()
  const losses = { whole: ['buyer_notes'], parts: ['drafts', 'messages'] }
  notices.showRecovery({ ...recovery('shop.damaged'), outcome: 'partlyRebuilt', losses, newestBackup: 'shop.backup' })
  expect(await shown()).toEqual([
    'The database was damaged. Lost: notes; some of the drafts and conversations. Everything else was kept and is in use. The old file was kept as shop.damaged. A backup can be restored instead; it replaces what was kept.',
  ])
})

it('SEC-12 the notice of an emptied database says that it was used before', async () => {
  const { notices, shown } = open()
  notices.showRecovery({ ...recovery('shop.damaged'), cause: 'emptied', newestBackup: 'shop.backup' })
  expect(await shown()).toEqual([
    'The database file was empty, though it had been used. It was kept as shop.damaged, and Stallhand started with an empty one. A backup can be restored.',
  ])
})
