/** The desktop's window, with a fake of Electron's. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createMainWindow } from '../../../main/hosts/electron/main-window.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const { windows } = vi.hoisted(() => ({ windows: [] as unknown[] }))

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class BrowserWindow extends EventEmitter {
    webContents = Object.assign(new EventEmitter(), { id: windows.length })
    constructor() {
      super()
      windows.push(this)
    }
    loadURL = async () => undefined
    isDestroyed = () => false
    isMinimized = () => false
    show = () => undefined
    focus = () => undefined
  }
  return { BrowserWindow, nativeTheme: {}, screen: { getAllDisplays: () => [] } }
})

beforeEach(() => void windows.splice(0))

const createWindow = (isStopping = false) =>
  createMainWindow({
    settings: { get: () => undefined, set: () => undefined },
    clock: createFakeClock(),
    log: createRecordingLog(),
    preload: '',
    devTools: false,
    platform: 'linux',
    onClose: () => 'close',
    onSessionEnd: () => undefined,
    ask: async () => 0,
    quit: () => undefined,
    isUnasked: () => false,
    startsAgain: () => isStopping,
    cancelQuit: () => undefined,
  })

it('a second start while the first is still starting opens one window', async () => {
  const window = createWindow()
  window.show()
  await window.open()
  expect(windows).toHaveLength(1)
})

it('no window opens while the app is stopping', () => {
  const window = createWindow(true)
  window.show('#/inbox')
  expect(windows).toHaveLength(0)
})
