/** Windows, their contents, and the messages between a page's preload and main. */
import { EventEmitter } from 'node:events'
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  IpcMain,
  IpcMainEvent,
  IpcMainInvokeEvent,
  Rectangle,
  RenderProcessGoneDetails,
  Session,
  WebContents,
} from 'electron'
import { appDouble, type Closable } from './app.ts'
import { isPrevented, newEvent, strict } from './events.ts'
import { findContentsWith, getSession } from './session.ts'
import { answerStage, stage } from './stage-line.ts'
import type { CarriedFrame, ShownWindow } from './wire.ts'

type ContentsMembers = Pick<
  WebContents,
  | 'id'
  | 'send'
  | 'isDestroyed'
  | 'setWebRTCIPHandlingPolicy'
  | 'setWindowOpenHandler'
  | 'reload'
  | 'getURL'
  | 'isCrashed'
  | 'session'
  | 'forcefullyCrashRenderer'
>

class ContentsDouble extends EventEmitter implements ContentsMembers {
  readonly id: number
  url = ''
  crashed = false
  destroyed = false
  private openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | undefined

  constructor(id: number) {
    super()
    this.id = id
  }

  get session(): Session {
    return getSession('') as unknown as Session
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    // As in Electron, only cloneable values can be sent.
    void stage.sendToPage(this.id, channel, structuredClone(args))
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  isCrashed(): boolean {
    return this.crashed
  }
  forcefullyCrashRenderer(): void {
    void stage.crashPage(this.id)
  }
  getURL(): string {
    return this.url
  }
  reload(): void {
    this.crashed = false
    void stage.reload(this.id).then(() => this.emit('did-finish-load', newEvent({})))
  }
  setWebRTCIPHandlingPolicy(): void {}
  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler
  }
  mayOpen(url: string): boolean {
    if (this.openHandler === undefined) return true
    const details = { url, frameName: '', features: '', disposition: 'new-window' } as Parameters<
      NonNullable<typeof this.openHandler>
    >[0]
    return this.openHandler(details).action === 'allow'
  }
}

type WindowMembers = Pick<
  BrowserWindow,
  | 'id'
  | 'webContents'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'minimize'
  | 'maximize'
  | 'restore'
  | 'setFullScreen'
  | 'getBounds'
  | 'getNormalBounds'
>

const windows = new Map<number, WindowDouble>()
let made = 0

class WindowDouble extends EventEmitter implements WindowMembers, Closable {
  readonly id: number
  readonly contents: ContentsDouble
  readonly webContents: WebContents
  readonly options: BrowserWindowConstructorOptions
  bounds: Rectangle
  private opened: Promise<void> | undefined
  private visible: boolean
  private focused = false
  private minimized = false
  private maximized = false
  private fullScreen = false
  private destroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (!appDouble.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    made += 1
    this.id = made
    this.options = options
    this.visible = options.show ?? true
    this.bounds = {
      x: options.x ?? 40,
      y: options.y ?? 40,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    this.contents = new ContentsDouble(made)
    this.webContents = strict('WebContents', this.contents) as unknown as WebContents
    windows.set(this.id, this)
    appDouble.windows.add(this)
    appDouble.emit('web-contents-created', newEvent({}), this.webContents)
    appDouble.emit('browser-window-created', newEvent({}), this)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()] as unknown as BrowserWindow[]
  }

  async loadURL(url: string): Promise<void> {
    const isFirst = this.opened === undefined
    this.opened ??= stage.openWindow(
      this.id,
      { width: this.bounds.width, height: this.bounds.height },
      this.options.webPreferences?.preload ?? '',
    )
    await this.opened
    await stage.loadUrl(this.id, url)
    this.contents.url = url
    this.contents.emit('did-finish-load', newEvent({}))
    if (isFirst) this.emit('ready-to-show')
  }
  show(): void {
    this.visible = true
    this.focused = true
    this.emit('show')
  }
  hide(): void {
    this.visible = false
    this.focused = false
    this.emit('hide')
  }
  focus(): void {
    this.focused = true
  }
  minimize(): void {
    this.minimized = true
    this.emit('minimize')
  }
  maximize(): void {
    this.maximized = true
    this.emit('maximize')
  }
  restore(): void {
    this.minimized = false
    this.emit('restore')
  }
  setFullScreen(on: boolean): void {
    this.fullScreen = on
    this.emit(on ? 'enter-full-screen' : 'leave-full-screen')
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  isVisible(): boolean {
    return this.visible
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isFullScreen(): boolean {
    return this.fullScreen
  }
  getBounds(): Rectangle {
    return { ...this.bounds }
  }
  getNormalBounds(): Rectangle {
    return { ...this.bounds }
  }
  moveTo(bounds: Rectangle): void {
    this.bounds = bounds
    this.emit('resize')
    this.emit('move')
  }

  close(): void {
    void this.closeForQuit()
  }
  async closeForQuit(): Promise<boolean> {
    if (this.destroyed) return true
    if (isPrevented(this, 'close', {})) {
      appDouble.stays()
      return false
    }
    if (this.opened !== undefined && !this.contents.crashed && !(await stage.closeWindow(this.id))) return false
    this.destroy()
    return true
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.contents.destroyed = true
    windows.delete(this.id)
    appDouble.windows.delete(this)
    this.contents.emit('destroyed')
    this.emit('closed')
    appDouble.windowClosed()
  }

  shown(): ShownWindow {
    return {
      id: this.id,
      title: this.options.title ?? '',
      url: this.contents.url,
      isVisible: this.visible,
      isFocused: this.focused,
      isMinimized: this.minimized,
      isMaximized: this.maximized,
      bounds: this.bounds,
      webPreferences: { ...this.options.webPreferences },
    }
  }
}

export const BrowserWindowDouble = WindowDouble satisfies Pick<typeof BrowserWindow, 'getAllWindows'>

export const shownWindows = (): readonly ShownWindow[] => [...windows.values()].map((window) => window.shown())

const getContents = (id: number): ContentsDouble | undefined => windows.get(id)?.contents
findContentsWith((id) => windows.get(id)?.webContents ?? null)

type Handler = Parameters<IpcMain['handle']>[1]
type Listener = Parameters<IpcMain['on']>[1]

const handlers = new Map<string, Handler>()
const ipcEvents = new EventEmitter()

type IpcMembers = Pick<IpcMain, 'handle' | 'removeHandler' | 'on' | 'once' | 'removeListener' | 'removeAllListeners'>

export const ipcMainDouble = {
  handle: (channel, listener) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, listener)
  },
  removeHandler: (channel) => void handlers.delete(channel),
  on: (channel: string, listener: Listener) => ipcEvents.on(channel, listener) as unknown as IpcMain,
  once: (channel: string, listener: Listener) => ipcEvents.once(channel, listener) as unknown as IpcMain,
  removeListener: (channel: string, listener: Listener) =>
    ipcEvents.removeListener(channel, listener) as unknown as IpcMain,
  removeAllListeners: (channel?: string) => ipcEvents.removeAllListeners(channel) as unknown as IpcMain,
} satisfies IpcMembers

/** The sender of a message, with the fields that an app may read. */
const createSender = (id: number, frame: CarriedFrame): Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'> => {
  const window = windows.get(id)
  if (window === undefined) throw new Error(`There is no window ${id}`)
  const senderFrame = strict('WebFrameMain', { origin: frame.origin, parent: frame.isMain ? null : {} })
  return { sender: window.webContents, senderFrame: senderFrame as unknown as IpcMainInvokeEvent['senderFrame'] }
}

answerStage({
  invoke: async (id, frame, channel, args) => {
    const handler = handlers.get(channel)
    if (handler === undefined) return { ok: false, message: `No handler registered for '${channel}'` }
    try {
      const value: unknown = await handler(newEvent(createSender(id, frame)) as unknown as IpcMainInvokeEvent, ...args)
      return { ok: true, value: structuredClone(value) }
    } catch (error) {
      return { ok: false, message: String(error) }
    }
  },
  send: (id, frame, channel, args) =>
    void ipcEvents.emit(channel, newEvent(createSender(id, frame)) as unknown as IpcMainEvent, ...args),
  mayNavigate: (id, url, isMainFrame) => {
    const contents = getContents(id)
    if (contents === undefined) return false
    const frame = isPrevented(contents, 'will-frame-navigate', { url, isMainFrame })
    return !frame && !(isMainFrame && isPrevented(contents, 'will-navigate', { url, isMainFrame }, url))
  },
  // A page that asks to stay does, unless a listener of `will-prevent-unload` prevents it.
  goesUnheard: (id) => {
    const contents = getContents(id)
    const goes = contents === undefined || isPrevented(contents, 'will-prevent-unload', {})
    if (!goes) appDouble.stays()
    return goes
  },
  mayOpenWindow: (id, url) => getContents(id)?.mayOpen(url) ?? false,
  moved: (id, url) => {
    const contents = getContents(id)
    if (contents !== undefined) contents.url = url
  },
  crashed: (id, reason) => {
    const contents = getContents(id)
    if (contents === undefined) return
    contents.crashed = true
    const details = { reason, exitCode: 5 } as RenderProcessGoneDetails
    contents.emit('render-process-gone', newEvent({}), details)
    appDouble.emit('render-process-gone', newEvent({}), windows.get(id)?.webContents, details)
  },
  hung: (id) => void windows.get(id)?.emit('unresponsive'),
  closeByUser: (id) => windows.get(id)?.close(),
  moveWindow: (id, bounds) => windows.get(id)?.moveTo(bounds),
})
