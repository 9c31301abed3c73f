/** The double of `app`: lifecycle, single-instance lock, and the order of quitting. */
import { EventEmitter } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { App, RelaunchOptions, Settings } from 'electron'
import { isPrevented, newEvent } from './events.ts'
import { given } from './given.ts'
import { stage } from './stage-line.ts'

type Members = Pick<
  App,
  | 'isPackaged'
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getLocale'
  | 'commandLine'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'setAboutPanelOptions'
  | 'showAboutPanel'
  | 'focus'
>

const manifest = JSON.parse(readFileSync(path.join(given.appPath, 'package.json'), 'utf8')) as {
  readonly name: string
  readonly version: string
}

/** False if the process that took the lock no longer runs. */
const isHeldByAnother = (lock: string): boolean => {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

/** The part of a window that quitting needs. */
export type Closable = {
  /** Resolves with false if the page or the app kept the window open. */
  readonly closeForQuit: () => Promise<boolean>
  readonly destroy: () => void
}

class AppDouble extends EventEmitter implements Members {
  private readonly switches = new Map<string, string>()
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => void this.switches.set(name, value),
    hasSwitch: (name: string): boolean => this.switches.has(name) || process.argv.includes(`--${name}`),
  } as App['commandLine']

  readonly isPackaged = given.isPackaged
  name = manifest.name
  isSandboxed = false
  loginItem = { openAtLogin: false, args: [] as readonly string[] }
  readonly linkSchemes: string[] = []
  readonly windows = new Set<Closable>()
  readonly paths: Record<string, string> = {
    home: given.home,
    appData: path.join(given.home, '.config'),
    userData: path.join(given.home, '.config', manifest.name),
    downloads: path.join(given.home, 'Downloads'),
    temp: os.tmpdir(),
    exe: process.execPath,
  }
  private ready = false
  private readonly readiness = Promise.withResolvers<void>()
  private isQuitting = false
  private release = (): void => {}

  becomeReady(): void {
    this.ready = true
    this.emit('ready', newEvent({}), {})
    this.readiness.resolve()
  }

  whenReady(): Promise<void> {
    return this.readiness.promise
  }
  isReady(): boolean {
    return this.ready
  }
  getVersion(): string {
    return manifest.version
  }
  getName(): string {
    return this.name
  }
  setName(name: string): void {
    this.name = name
  }
  getAppPath(): string {
    return given.appPath
  }
  getPath(name: Parameters<App['getPath']>[0]): string {
    const found = this.paths[name]
    if (found === undefined) throw new Error(`Failed to get '${name}' path`)
    return found
  }
  setPath(name: string, to: string): void {
    if (!path.isAbsolute(to)) throw new Error('Path must be absolute')
    this.paths[name] = to
  }
  getLocale(): string {
    return 'en-US'
  }
  enableSandbox(): void {
    if (this.ready) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.isSandboxed = true
  }
  setAppUserModelId(_id: string): void {}
  setAboutPanelOptions(_options: Parameters<App['setAboutPanelOptions']>[0]): void {}
  showAboutPanel(): void {}
  focus(): void {}

  setAsDefaultProtocolClient(scheme: string): boolean {
    if (!this.linkSchemes.includes(scheme)) this.linkSchemes.push(scheme)
    return true
  }
  getLoginItemSettings(): ReturnType<App['getLoginItemSettings']> {
    const { openAtLogin } = this.loginItem
    return {
      openAtLogin,
      wasOpenedAtLogin: false,
      status: openAtLogin ? 'enabled' : 'not-registered',
      executableWillLaunchAtLogin: openAtLogin,
      launchItems: [],
    }
  }
  setLoginItemSettings(settings: Settings): void {
    this.loginItem = { openAtLogin: settings.openAtLogin === true, args: settings.args ?? [] }
  }

  /** One lock per user data folder. A second process leaves its arguments for the first and gets false. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const lock = path.join(folder, 'double.lock')
    const letters = path.join(folder, 'double-letters')
    if (isHeldByAnother(lock)) {
      writeFileSync(
        path.join(letters, `${process.pid}.part`),
        JSON.stringify({ argv: process.argv, cwd: process.cwd() }),
      )
      renameSync(path.join(letters, `${process.pid}.part`), path.join(letters, `${process.pid}.json`))
      return false
    }
    rmSync(letters, { recursive: true, force: true })
    mkdirSync(letters)
    writeFileSync(lock, String(process.pid))
    this.release = () => rmSync(lock, { force: true })
    process.once('exit', this.release)
    watch(letters, () => this.readLetters(letters)).unref()
    return true
  }

  releaseSingleInstanceLock(): void {
    this.release()
  }

  private readLetters(folder: string): void {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.json')) continue
      const file = path.join(folder, name)
      const { argv, cwd } = JSON.parse(readFileSync(file, 'utf8')) as { argv: string[]; cwd: string }
      rmSync(file)
      this.emit('second-instance', newEvent({}), argv, cwd, undefined)
    }
  }

  relaunch(options?: RelaunchOptions): void {
    void stage.relaunch(options?.args ?? process.argv.slice(1))
  }
  exit(exitCode = 0): void {
    for (const window of this.windows) window.destroy()
    this.emit('quit', newEvent({}), exitCode)
    process.exit(exitCode)
  }
  quit(): void {
    if (this.isQuitting) return
    if (isPrevented(this, 'before-quit', {})) return
    this.isQuitting = true
    void this.finish()
  }

  private async finish(): Promise<void> {
    for (const window of [...this.windows]) {
      // Whatever kept the window open has already reset `isQuitting`: `stays`, or the window's `close`.
      if (!(await window.closeForQuit())) return
    }
    this.isQuitting = false
    if (isPrevented(this, 'will-quit', {})) return
    this.emit('quit', newEvent({}), 0)
    process.exit(0)
  }

  /** Called for each window that stays open. Cancels quitting at once, as Electron does. */
  stays(): void {
    this.isQuitting = false
  }

  /** Called for each window that closed. */
  windowClosed(): void {
    if (this.windows.size > 0 || this.isQuitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }
}

export const appDouble = new AppDouble()
