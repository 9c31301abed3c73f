/** The desktop's entry point, with fakes of Electron and of what it starts. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const { switches, started } = vi.hoisted(() => ({ switches: new Set<string>(), started: [] as unknown[][] }))

vi.mock('electron', () => ({
  app: { isPackaged: true, commandLine: { hasSwitch: (name: string) => switches.has(name) }, exit: () => undefined },
}))

vi.mock('../../../main/hosts/electron/run-desktop.ts', () => ({
  giveUp: (...why: unknown[]) => void started.push(['giveUp', ...why]),
  runDesktop: async () => void started.push(['runDesktop']),
}))

const { argv } = process

beforeEach(() => {
  switches.clear()
  started.splice(0)
  vi.resetModules()
  // A worker thread can't change it.
  vi.spyOn(process, 'umask').mockReturnValue(0)
  process.argv = ['stallhand']
})

afterEach(() => {
  process.argv = argv
})

const start = () => import('../../../main/hosts/electron/index.ts')

it('4 a start without Chromium’s sandbox opens nothing, and says what to do instead', async () => {
  switches.add('no-sandbox')
  await start()
  expect(started).toEqual([['giveUp', expect.stringContaining('Start it without --no-sandbox.'), 2]])
})

it('4 a start with Chromium’s sandbox runs the app', async () => {
  await start()
  expect(started).toEqual([['runDesktop']])
})
