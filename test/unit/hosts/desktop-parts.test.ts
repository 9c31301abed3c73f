/** The parts around the desktop's window, each with a fake of the Electron API it uses. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type {
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeImage,
  NotificationConstructorOptions,
} from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openRunMark } from '../../../main/hosts/common/run-mark.ts'
import {
  findLink,
  isLink,
  LINK_SCHEME,
  parseSignInLink,
  SIGN_IN_LINK,
} from '../../../main/hosts/electron/deep-links.ts'
import { menuTemplate, toAccelerator } from '../../../main/hosts/electron/menu.ts'
import { createNotices, type NotificationApi } from '../../../main/hosts/electron/notices.ts'
import { autostartFolder, openAtLoginChoice } from '../../../main/hosts/electron/open-at-login.ts'
import { attachQuitting, quitQuestion } from '../../../main/hosts/electron/quitting.ts'
import { createTray, formatWaiting, type TrayApi } from '../../../main/hosts/electron/tray.ts'
import { watchWaiting } from '../../../main/hosts/electron/watch-waiting.ts'
import { failureLimit } from '../../../main/hosts/electron/window-policy.ts'
import { createEventBus } from '../../../main/ipc/event-bus.ts'
import { type MenuCommand, menuCommands, screenCommands } from '../../../shared/app/menu-commands.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-desktop-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const createSettings = (kept: Record<string, unknown> = {}) => ({
  kept,
  settings: {
    get: (key: string) => kept[key],
    set: (key: string, value: unknown) => void Object.assign(kept, { [key]: value }),
  },
})

describe('the menu', () => {
  const platforms = ['darwin', 'win32', 'linux'] as const
  const make = (platform: (typeof platforms)[number], isDevelopment = false) => {
    const chosen: MenuCommand[] = []
    const hashes: string[] = []
    const template = menuTemplate({
      platform,
      isDevelopment,
      onCommand: (command) => chosen.push(command),
      onNavigate: (hash) => hashes.push(hash),
    })
    const all = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])
    const items = all(template)
    const roles = items.map(({ role }) => role).filter((role) => role !== undefined)
    return { template, items, roles, chosen, hashes }
  }
  const click = (item: MenuItemConstructorOptions | undefined): void => (item?.click as (() => void) | undefined)?.()

  it.each(platforms)('offers every shared command and screen with its key on %s', (platform) => {
    const { items, chosen, hashes } = make(platform)
    for (const item of items) click(item)
    expect(chosen.toSorted()).toEqual(Object.keys(menuCommands).toSorted())
    expect(hashes).toHaveLength(screenCommands.length)
    expect(new Set(hashes)).toEqual(new Set(screenCommands.map(({ screen }) => `#/${screen}`)))
    const keys = items.map(({ accelerator }) => accelerator).filter((key) => key !== undefined)
    const listed = [...screenCommands, ...Object.values(menuCommands)].flatMap((entry) =>
      'menuKeys' in entry ? [toAccelerator(entry.menuKeys)] : [],
    )
    expect(keys.toSorted()).toEqual(listed.toSorted())
    expect(new Set(keys).size, 'no key means two things').toBe(keys.length)
  })

  it('follows the conventions of each system', () => {
    const mac = make('darwin')
    expect(mac.template[0]?.label).toBe('Stallhand')
    expect(mac.roles).toEqual(
      expect.arrayContaining(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit', 'close']),
    )
    for (const platform of ['win32', 'linux'] as const) {
      const other = make(platform)
      expect(other.template[0]?.label).toBe('File')
      expect(other.roles).toEqual(expect.arrayContaining(['quit', 'about']))
      expect(other.roles).not.toContain('services')
    }
  })

  it('supports each system’s keys for editing text', () => {
    for (const platform of platforms) {
      expect(make(platform).roles).toEqual(
        expect.arrayContaining(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']),
      )
    }
  })

  it('offers sellers neither reload nor developer tools', () => {
    for (const platform of platforms) {
      const { roles } = make(platform)
      expect(roles.filter((role) => ['reload', 'forceReload', 'toggleDevTools'].includes(role))).toEqual([])
    }
    expect(make('linux', true).roles).toContain('toggleDevTools')
  })
})

describe('the tray', () => {
  type Made = {
    toolTip: string
    title: string
    menu: MenuItemConstructorOptions[]
    click?: () => void
    destroyed: boolean
  }
  const make = (kept: Record<string, unknown> = {}, given: { platform?: NodeJS.Platform; fails?: boolean } = {}) => {
    const made: Made[] = []
    const images: string[] = []
    const opened: (string | undefined)[] = []
    let quits = 0
    class FakeTray {
      readonly own: Made = { toolTip: '', title: '', menu: [], destroyed: false }
      constructor() {
        if (given.fails === true) throw new Error('no tray')
        made.push(this.own)
      }
      setToolTip(text: string): void {
        this.own.toolTip = text
      }
      setTitle(title: string): void {
        this.own.title = title
      }
      setContextMenu(menu: unknown): void {
        this.own.menu = menu as MenuItemConstructorOptions[]
      }
      on(_event: string, listener: () => void): void {
        this.own.click = listener
      }
      destroy(): void {
        this.own.destroyed = true
      }
    }
    const api: TrayApi = {
      Tray: FakeTray,
      Menu: { buildFromTemplate: (template) => template as never },
      nativeImage: {
        createFromPath: (file) => {
          images.push(path.basename(file))
          return { isEmpty: () => false } as NativeImage
        },
      },
    }
    const log = createRecordingLog()
    const { settings } = createSettings(kept)
    const tray = createTray(api, {
      platform: given.platform ?? 'linux',
      folder,
      settings,
      onOpen: (place) => opened.push(place),
      onQuit: () => {
        quits += 1
      },
      log,
    })
    return { tray, made, images, opened, kept, log, quits: () => quits }
  }

  it('appears only if chosen, and again at the next start', () => {
    const first = make()
    first.tray.begin()
    expect(first.made).toHaveLength(0)
    first.tray.set(true)
    expect(first.tray.isOn()).toBe(true)
    const second = make(first.kept)
    second.tray.begin()
    expect(second.tray.isOn()).toBe(true)
    second.tray.set(false)
    expect(second.made[0]?.destroyed).toBe(true)
    const third = make(second.kept)
    third.tray.begin()
    expect(third.tray.isOn()).toBe(false)
  })

  it('shows what waits, and opens it', () => {
    const { tray, made, opened, quits } = make()
    tray.set(true)
    tray.show({ unread: 3, unsent: 1 })
    expect(made[0]?.toolTip).toBe('Stallhand: 3 unread, 1 not sent')
    for (const item of made[0]?.menu ?? []) (item.click as (() => void) | undefined)?.()
    expect(opened).toEqual(['#/inbox', '#/outbox', undefined])
    expect(quits()).toBe(1)
    made[0]?.click?.()
    expect(opened).toHaveLength(4)
  })

  it('has each system’s icon', () => {
    expect(make({ 'desktop.tray': true }).tray.begin()).toBeUndefined()
    for (const [platform, image] of [
      ['darwin', 'trayTemplate.png'],
      ['win32', 'tray.ico'],
      ['linux', 'tray.png'],
    ] as const) {
      const { tray, images, made } = make({}, { platform })
      tray.set(true)
      tray.show({ unread: 2, unsent: 0 })
      expect(images).toEqual([image])
      expect(made[0]?.title).toBe(platform === 'darwin' ? '2' : '')
    }
  })

  it('is off if the system has no tray, so that no window stays hidden', () => {
    const { tray, kept, log } = make({}, { fails: true })
    tray.set(true)
    expect(tray.isOn()).toBe(false)
    expect(kept['desktop.tray']).toBe(false)
    expect(log.lines).toHaveLength(1)
  })

  it('says that nothing waits', () => {
    expect([formatWaiting({ unread: 0, unsent: 0 }), formatWaiting({ unread: 0, unsent: 2 })]).toEqual([
      'All done',
      '2 not sent',
    ])
  })
})

describe('what waits', () => {
  it('is read again after a burst of events, and updated if it changed', async () => {
    const clock = createFakeClock()
    const events = createEventBus(
      () => 'run',
      () => {},
    )
    let unread = 1
    let readings = 0
    const shown: number[] = []
    const stop = watchWaiting({
      events,
      waiting: async () => {
        readings += 1
        return { unread, unsent: 0 }
      },
      show: (waiting) => shown.push(waiting.unread),
      clock,
      log: createRecordingLog(),
    })
    await clock.advance(300)
    for (let number = 0; number < 10; number += 1) events.emit('stall.opened', {})
    await clock.advance(300)
    expect({ readings, shown }).toEqual({ readings: 2, shown: [1] })
    unread = 2
    events.emit('stall.opened', {})
    await clock.advance(300)
    expect(shown).toEqual([1, 2])
    stop()
    events.emit('stall.opened', {})
    await clock.advance(1_000)
    expect(readings).toBe(3)
  })
})

describe('a notice', () => {
  const make = (showsText: boolean, isSupported = true) => {
    const made: { options: NotificationConstructorOptions; tell: Record<string, (details?: object) => void> }[] = []
    class FakeNotice {
      readonly tell: Record<string, (details?: object) => void> = {}
      constructor(options: NotificationConstructorOptions) {
        made.push({ options, tell: this.tell })
      }
      on(event: string, listener: () => void): void {
        this.tell[event] = listener
      }
      show(): void {}
      static isSupported = () => isSupported
    }
    const hashes: string[] = []
    const log = createRecordingLog()
    const kept = new Map<string, unknown>()
    let changes = 0
    const { notify, isRefused } = createNotices(FakeNotice as unknown as NotificationApi, {
      settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
      showsText: () => showsText,
      onClick: (place) => hashes.push(place),
      log,
      onChange: () => {
        changes += 1
      },
    })
    return { notify, isRefused, made, hashes, log, changes: () => changes }
  }
  const notice = { title: 'An item was sold', text: 'Item 7, bought by ada', place: '#/notifications/3' }

  it('hides a buyer’s text unless the user wants it', () => {
    const hidden = make(false)
    hidden.notify(notice)
    expect(hidden.made.map(({ options }) => options)).toEqual([{ title: 'An item was sold', body: '' }])
    const shown = make(true)
    shown.notify(notice)
    expect(shown.made[0]?.options.body).toBe('Item 7, bought by ada')
  })

  it('opens its location when clicked', () => {
    const { notify, made, hashes } = make(false)
    notify(notice)
    notify({ ...notice, place: '#/mapping/4' })
    made[1]?.tell.click?.()
    expect(hashes).toEqual(['#/mapping/4'])
  })

  it('has buttons, each with its own location', () => {
    const { notify, made, hashes } = make(false)
    notify({ ...notice, actions: [{ label: 'Write to buyer', place: '#/inbox/~new/ada' }] })
    expect(made[0]?.options).toMatchObject({ body: '', actions: [{ type: 'button', text: 'Write to buyer' }] })
    made[0]?.tell.action?.({ actionIndex: 0 })
    made[0]?.tell.action?.({ actionIndex: 7 })
    expect(hashes).toEqual(['#/inbox/~new/ada', '#/notifications/3'])
  })

  it('is skipped if the system has no notices, and logged if it fails', () => {
    const none = make(false, false)
    none.notify(notice)
    expect(none.made).toEqual([])
    const failing = make(false)
    failing.notify(notice)
    failing.made[0]?.tell.failed?.()
    expect(failing.log.lines).toHaveLength(1)
  })

  it('FACT-177 that the system refuses is told where notices are chosen, until one is shown', () => {
    const { notify, isRefused, made, changes } = make(false)
    expect(isRefused()).toBe(false)
    for (let count = 0; count < 2; count += 1) {
      notify(notice)
      made.at(-1)?.tell.failed?.()
      expect([isRefused(), changes()]).toEqual([true, 1])
    }
    notify(notice)
    made.at(-1)?.tell.show?.()
    expect([isRefused(), changes()]).toEqual([false, 2])
    expect(make(false, false).isRefused()).toBe(true)
  })
})

describe('a link of the system', () => {
  it('completes a sign-in, and does nothing else', () => {
    const good = `${SIGN_IN_LINK}?code=abc&state=xyz`
    expect(parseSignInLink(good)).toBe(good)
    // Browsers and desktops add an empty host.
    expect(parseSignInLink(`${LINK_SCHEME}://signed-in/?error=access_denied&state=xyz`)).toContain('access_denied')
    const useless = [
      `${SIGN_IN_LINK}?code=abc`,
      `${SIGN_IN_LINK}?state=xyz`,
      `${SIGN_IN_LINK}?code=abc&state=`,
      `${LINK_SCHEME}:/other?code=abc&state=xyz`,
      `${LINK_SCHEME}:/signed-in/deeper?code=abc&state=xyz`,
      `${SIGN_IN_LINK}?code=${'a'.repeat(9_000)}&state=xyz`,
      'https://example.com/signed-in?code=abc&state=xyz',
      'stallhand://app/index.html?code=abc&state=xyz',
    ]
    expect(useless.filter((link) => parseSignInLink(link) !== undefined)).toEqual([])
  })

  it('is found among any arguments of a start', () => {
    const link = `${SIGN_IN_LINK}?code=abc&state=xyz`
    expect(findLink(['stallhand', '--allow-file-access', '--data-dir=/tmp/a', link])).toBe(link)
    expect(findLink(['stallhand', '--data-dir=app.stallhand.desktop:/x'])).toBeUndefined()
    expect(isLink(link.toUpperCase())).toBe(true)
  })
})

describe('opening with the session', () => {
  const noItems = {
    getLoginItemSettings: () => {
      throw new Error('not on this system')
    },
    setLoginItemSettings: () => {
      throw new Error('not on this system')
    },
  }

  it('is a desktop file on Linux, with a safely quoted command', () => {
    const choice = openAtLoginChoice({
      platform: 'linux',
      app: noItems,
      autostartDir: path.join(folder, 'autostart'),
      command: ['/opt/Stall hand/stallhand', '--data-dir=/home/a"b/100%/$HOME/`x`\\y'],
    })
    expect(choice.isOn()).toBe(false)
    choice.set(true)
    expect(choice.isOn()).toBe(true)
    const [exec] = readFileSync(path.join(folder, 'autostart/stallhand.desktop'), 'utf8').match(/^Exec=.*$/m) ?? []
    expect(exec).toBe(
      String.raw`Exec="/opt/Stall hand/stallhand" "--data-dir=/home/a\\"b/100%%/\\$HOME/\\` +
        '`x' +
        String.raw`\\` +
        '`' +
        String.raw`\\\\y"`,
    )
    choice.set(false)
    expect(choice.isOn()).toBe(false)
    choice.set(false)
  })

  it('reports a file that cannot be written', () => {
    writeFileSync(path.join(folder, 'autostart'), 'a file in the place of the folder')
    const choice = openAtLoginChoice({
      platform: 'linux',
      app: noItems,
      autostartDir: path.join(folder, 'autostart'),
      command: ['/opt/stallhand'],
    })
    expect(() => choice.set(true)).toThrow(/couldn’t be written/)
  })

  it.each(['darwin', 'win32'] as const)(
    'is the system’s own list on %s, with the arguments of this shop',
    (platform) => {
      let kept = { openAtLogin: false, args: [] as readonly string[] }
      const choice = openAtLoginChoice({
        platform,
        app: {
          setLoginItemSettings: ({ openAtLogin = false, args = [] }) => {
            kept = { openAtLogin, args }
          },
          getLoginItemSettings: (options) =>
            ({ openAtLogin: kept.openAtLogin && JSON.stringify(options?.args) === JSON.stringify(kept.args) }) as never,
        },
        autostartDir: folder,
        command: ['C:\\Stallhand.exe', '--data-dir=D:\\shop'],
      })
      choice.set(true)
      expect(choice.isOn()).toBe(true)
      expect(kept.args).toEqual(['--data-dir=D:\\shop'])
      choice.set(false)
      expect(choice.isOn()).toBe(false)
      expect(existsSync(path.join(folder, 'stallhand.desktop'))).toBe(false)
    },
  )

  it('finds the autostart folder of the specification', () => {
    expect(autostartFolder({ XDG_CONFIG_HOME: '/cfg' }, '/home/a')).toBe('/cfg/autostart')
    expect(autostartFolder({ XDG_CONFIG_HOME: 'relative' }, '/home/a')).toBe('/home/a/.config/autostart')
  })
})

describe('quitting', () => {
  /** `app` as in Electron: each quit emits `before-quit`, closes the windows, emits `will-quit`, and ends. */
  const make = (given: {
    unsent: () => Promise<number>
    answer?: number
    stop?: () => Promise<void>
    started?: Promise<void>
  }) => {
    const listeners: Partial<Record<'before-quit' | 'will-quit', (event: { preventDefault: () => void }) => void>> = {}
    const reported: string[] = []
    const questions: MessageBoxOptions[] = []
    const isPrevented = (name: 'before-quit' | 'will-quit'): boolean => {
      let prevented = false
      listeners[name]?.({
        preventDefault: () => {
          prevented = true
        },
      })
      return prevented
    }
    const app = {
      quit: () => {
        if (isPrevented('before-quit')) return
        reported.push('windows are gone')
        if (isPrevented('will-quit')) return
        reported.push('over')
      },
      on: (name: 'before-quit' | 'will-quit', listener: (event: { preventDefault: () => void }) => void) => {
        listeners[name] = listener
      },
    }
    const clock = createFakeClock()
    const quitting = attachQuitting({
      app,
      clock,
      started: given.started ?? Promise.resolve(),
      unsent: given.unsent,
      ask: async (question) => {
        questions.push(question)
        return given.answer ?? 0
      },
      stop:
        given.stop ??
        (async () => {
          reported.push('stopped')
        }),
      onFailure: (error) => reported.push(`failed: ${String(error)}`),
      log: createRecordingLog(),
    })
    return { app, quitting, reported, questions, clock }
  }

  it('stops the core once, after the windows, without asking if everything is sent', async () => {
    const { app, reported, questions } = make({ unsent: async () => 0 })
    app.quit()
    app.quit()
    await settle()
    expect(reported).toEqual(['windows are gone', 'stopped', 'windows are gone', 'over'])
    expect(questions).toEqual([])
  })

  it('asks if something is unsent, says that it is saved, and stays if the user wants', async () => {
    const { app, quitting, reported, questions } = make({ unsent: async () => 2, answer: 1 })
    app.quit()
    app.quit()
    await settle()
    expect(questions).toHaveLength(1)
    expect(questions[0]?.message).toBe('2 messages haven’t been sent yet')
    expect(questions[0]?.detail).toMatch(/^They are saved on this computer/)
    expect(reported).toEqual([])
    expect(quitting.isDecided()).toBe(false)
    // Quitting again asks again, and then quits.
    app.quit()
    await settle()
    expect(questions).toHaveLength(2)
  })

  it.each(['app', 'quitting'] as const)('waits for the end of a start, by %s', async (by) => {
    const started = Promise.withResolvers<void>()
    const { app, quitting, reported } = make({
      started: started.promise,
      unsent: async () => {
        reported.push('counted')
        return 0
      },
    })
    if (by === 'app') app.quit()
    else quitting.quitNow()
    await settle()
    const before = by === 'app' ? [] : ['windows are gone']
    expect(reported).toEqual(before)
    started.resolve()
    await settle()
    const counted = by === 'app' ? ['counted', 'windows are gone'] : before
    expect(reported).toEqual([...counted, 'stopped', 'windows are gone', 'over'])
  })

  it('quits if the user says so', async () => {
    const { app, reported } = make({ unsent: async () => 1, answer: 0 })
    app.quit()
    await settle()
    expect(reported.at(-1)).toBe('over')
  })

  it('does not ask if the system shuts down or the count is unavailable', async () => {
    const signal = make({ unsent: async () => 5 })
    signal.quitting.quitNow()
    await settle()
    expect({ reported: signal.reported.at(-1), questions: signal.questions }).toEqual({
      reported: 'over',
      questions: [],
    })
    const broken = make({ unsent: () => Promise.reject(new Error('closed')) })
    broken.app.quit()
    await settle()
    expect({ reported: broken.reported.at(-1), questions: broken.questions }).toEqual({
      reported: 'over',
      questions: [],
    })
  })

  it('runs the final action only after everything has stopped', async () => {
    const { quitting, reported } = make({ unsent: async () => 5 })
    quitting.quitThen(() => reported.push('the newer version starts'))
    await settle()
    expect(reported).toEqual(['windows are gone', 'stopped', 'the newer version starts'])
  })

  it('ends eight seconds after the windows if the network keeps the core from stopping, and only once', async () => {
    const stopping = Promise.withResolvers<void>()
    const { app, reported, clock } = make({ unsent: async () => 0, stop: () => stopping.promise })
    app.quit()
    await clock.advance(7_999)
    expect(reported).toEqual(['windows are gone'])
    await clock.advance(1)
    const ended = ['windows are gone', 'windows are gone', 'over']
    expect(reported).toEqual(ended)
    stopping.reject(new Error('The database is closed.'))
    await settle()
    expect(reported).toEqual(ended)
  })

  it('starts again once it has stopped if the user opened it meanwhile', async () => {
    const stopping = Promise.withResolvers<void>()
    const { app, quitting, reported } = make({ unsent: async () => 0, stop: () => stopping.promise })
    const open = (): boolean => quitting.afterStopping(() => reported.push('it starts again'))
    expect(open()).toBe(false)
    app.quit()
    await settle()
    expect(open()).toBe(true)
    stopping.resolve()
    await settle()
    expect(reported).toEqual(['windows are gone', 'it starts again'])
  })

  it('installs the newer version even if the user opened the app while it stopped', async () => {
    const stopping = Promise.withResolvers<void>()
    const { quitting, reported } = make({ unsent: async () => 0, stop: () => stopping.promise })
    quitting.quitThen(() => reported.push('the newer version starts'))
    expect(quitting.afterStopping(() => reported.push('it starts again'))).toBe(true)
    stopping.resolve()
    await settle()
    expect(reported).toEqual(['windows are gone', 'the newer version starts'])
  })

  it('is cancelled if a page prevents it, and continues if the user agrees', async () => {
    const { app, quitting, reported, questions } = make({ unsent: async () => 0 })
    expect(quitting.cancel()).toBeUndefined()
    // A page that stays stops quitting at the windows.
    const { quit } = app
    app.quit = () => undefined
    quitting.quitThen(() => reported.push('the newer version starts'))
    expect([quitting.isDecided(), quitting.isUnasked()]).toEqual([true, false])
    const goOn = quitting.cancel()
    expect(quitting.isDecided()).toBe(false)
    app.quit = quit
    goOn?.()
    await settle()
    expect(reported).toEqual(['windows are gone', 'stopped', 'the newer version starts'])
    expect(questions).toEqual([])

    // If the page stays for good, nothing of the plan remains.
    const stayed = make({ unsent: async () => 0 })
    const go = stayed.app.quit
    stayed.app.quit = () => undefined
    stayed.quitting.quitThen(() => stayed.reported.push('the newer version starts'))
    stayed.quitting.cancel()
    stayed.app.quit = go
    stayed.app.quit()
    await settle()
    expect(stayed.reported).toEqual(['windows are gone', 'stopped', 'windows are gone', 'over'])
  })

  it('reports a core that could not stop', async () => {
    const { app, reported } = make({ unsent: async () => 0, stop: () => Promise.reject(new Error('disk')) })
    app.quit()
    await settle()
    expect(reported).toEqual(['windows are gone', 'failed: Error: disk'])
  })

  it('uses the singular for one message', () => {
    expect(quitQuestion(1)).toMatchObject({ message: 'One message hasn’t been sent yet' })
    expect(quitQuestion(1).detail).toBe('It is saved on this computer and will be sent when Stallhand is open again.')
  })
})

describe('failures', () => {
  it('of the page are recovered three times a minute, and then ask the user', async () => {
    const clock = createFakeClock()
    const mayOpenAgain = failureLimit(clock)
    expect([mayOpenAgain(), mayOpenAgain(), mayOpenAgain(), mayOpenAgain()]).toEqual([true, true, true, false])
    await clock.advance(61_000)
    expect(mayOpenAgain()).toBe(true)
  })

  it('of main leave a marker for the next start, and a clean end leaves none', () => {
    const clock = createFakeClock()
    const first = openRunMark(folder, clock)
    expect(first.endedBadly).toBe(false)
    first.begin()
    expect(openRunMark(folder, clock).endedBadly).toBe(true)
    first.end()
    expect(openRunMark(folder, clock).endedBadly).toBe(false)
  })

  it('of main restart it, except the third time within five minutes', () => {
    const clock = createFakeClock()
    const run = () => {
      const mark = openRunMark(folder, clock)
      mark.begin()
      return mark.crash()
    }
    expect([run(), run(), run()]).toEqual([true, true, false])
    clock.jump(6 * 60_000)
    expect(run()).toBe(true)
  })

  it('are recognised by a truncated marker', () => {
    writeFileSync(path.join(folder, 'running.json'), '{ "cra')
    const mark = openRunMark(folder, createFakeClock())
    expect(mark.endedBadly).toBe(true)
    mark.begin()
    expect(mark.crash()).toBe(true)
  })
})
