/**
 * The stage: Chromium and a desktop around an app that runs on the Electron double.
 *
 * It starts the app's entry file in a separate process. Each BrowserWindow is a page in Playwright's Chromium, and tests
 * can inspect and click every dialog, menu and notice. Without a browser it only requests the document from main, which
 * is enough to see the app start.
 *
 * One difference from Electron: Chromium can't open custom schemes, so `scheme://host/` is shown as
 * `https://host.scheme.invalid/`. Main always gets the real address. Every request of the page, also to other hosts, goes
 * through main's protocol handler and request filter, with the headers that main sets. Only the page's `location` differs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page, Route } from 'playwright'
import { GIVEN_VARIABLE, type Given } from './given.ts'
import { inIsolation, inPage, makeCodec, makeEnd, type StageNames } from './page-worlds.ts'
import { type CarriedFrame, connect, type Desktop, type MainSide, type Remote, type StageSide } from './wire.ts'

const root = path.join(import.meta.dirname, '../../..')
const WORLD = 'Electron Isolated Context'
const SUFFIX = '.invalid'

/** Converts `stallhand://app/index.html` to the address that Chromium shows. */
export const asShown = (url: string): string => {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/s.exec(url)
  if (parts === null || /^(https?|file|ftp|wss?)$/.test(parts[1] ?? '')) return url
  return `https://${parts[2]}.${parts[1]}${SUFFIX}${parts[3]}`
}

/** Converts an address or origin back to the one that main knows. */
export const asKnown = (url: string): string => {
  const parts = /^https:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.invalid(.*)$/s.exec(url)
  return parts === null ? url : `${parts[2]}://${parts[1]}${parts[3]}`
}

export type StageOptions = {
  /** Absolute path of main's entry file, built or source. */
  readonly entry: string
  readonly args: readonly string[]
  readonly given?: Partial<Given>
  readonly env?: Readonly<Record<string, string>>
  /** Without a browser nothing is drawn. */
  readonly browser?: Browser
  readonly contextOptions?: BrowserContextOptions
  /** Called for each page before it loads anything. */
  readonly onPage?: (page: Page) => Promise<void> | void
}

export type Ended = { readonly exitCode: number | null; readonly output: string }

export type Stage = {
  /** Calls into main, including the actions of the user and the system. */
  readonly main: Remote<MainSide>
  readonly desktop: () => Promise<Desktop>
  /** Resolves once the first document is loaded; rejects if the app ends first. */
  readonly shown: Promise<void>
  /** The page of the newest window. Throws if there is none. */
  readonly page: () => Page
  /** Crashes the process that draws the newest window. */
  readonly crashPage: () => Promise<void>
  /** Sends main a message as if from a page, from any frame. */
  readonly sendAs: (
    frame: CarriedFrame,
    channel: string,
    ...args: readonly unknown[]
  ) => ReturnType<Remote<MainSide>['invoke']>
  /** The texts of all error boxes, even after the app ended. */
  readonly errorBoxes: readonly string[]
  /** The arguments of each relaunch the app requested. */
  readonly relaunches: readonly (readonly string[])[]
  /** The status of each loaded document. */
  readonly loads: readonly { readonly url: string; readonly status: number }[]
  readonly output: () => string
  readonly ended: Promise<Ended>
  /** Ends the app with a system signal and waits until it exits. */
  readonly stop: () => Promise<Ended>
  /** Ends the app as a crash does. */
  readonly kill: () => Promise<Ended>
}

type Shown = {
  readonly page: Page
  readonly line: CDPSession
  /** The isolated world of the main frame, once created. */
  world: number | undefined
  /** The address main is loading, to tell it from navigations by the page. */
  expected: string | undefined
  /** Called when the page asked to stay and main allowed it. */
  readonly stayed: { tell: () => void }
  /** The latest attempt to close the window; resolves with true if it closed. */
  leaving: Promise<boolean>
}

const ignoreGone = (error: unknown): void => {
  if (!(error instanceof Error) || !/closed|crashed|destroyed|detached|ended|Cannot find context/i.test(error.message))
    throw error
}

/** Closes a page as a user does: its unload handlers run, and their messages arrive. Resolves with false if it stays. */
const leave = async ({ page, stayed }: Shown): Promise<boolean> => {
  const closed = page.waitForEvent('close').then(() => true)
  const stays = new Promise<boolean>((resolve) => {
    stayed.tell = () => resolve(false)
  })
  await page.close({ runBeforeUnload: true })
  return Promise.race([closed, stays])
}

const withoutHash = (url: string): string => url.split('#')[0] ?? url

/** The app is killed if it takes longer to stop. */
const MAX_STOP_MS = 30_000
const compiled = path.join(root, 'node_modules/.cache/compiled')

/** Starts an entry of the desktop on the double. Only a stage plays what is around it: windows, menu, desktop. */
export const startProgram = (
  entry: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  some: StageOptions['given'] = {},
): ChildProcess => {
  const given: Given = {
    isPackaged: false,
    appPath: root,
    resourcesPath: path.join(root, 'node_modules/electron/dist/resources'),
    vault: 'gnome_libsecret',
    keyring: 1,
    screens: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    isDark: false,
    home: os.tmpdir(),
    ...some,
  }
  return fork(entry, [...args], {
    cwd: root,
    execArgv: ['--import', new URL('./register.ts', import.meta.url).href],
    // Reusing Node's compile cache saves a third of the time until the window opens.
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env, [GIVEN_VARIABLE]: JSON.stringify(given) },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
}

export const startStage = async (options: StageOptions): Promise<Stage> => {
  const child = startProgram(options.entry, options.args, options.env, options.given)

  let output = ''
  const hear = (chunk: unknown): void => {
    output += String(chunk)
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const context = await options.browser?.newContext(options.contextOptions)
  const shown = new Map<number, Shown>()
  const relaunches: (readonly string[])[] = []
  const errorBoxes: string[] = []
  const loads: { url: string; status: number }[] = []
  let making = 0
  let isEnded = false

  const codec = makeCodec()
  const secret = `double-${Math.random().toString(36).slice(2)}`
  const names: StageNames = { binding: `${secret}Binding`, receive: `${secret}Receive` }
  const ends = `const codec = (${makeCodec})(); const end = (${makeEnd})`
  const pageScript = `(() => { ${ends}(codec, '${secret}-page-', '${secret}-preload-'); (${inPage})(end) })()`
  const preloadScript = (file: string): string =>
    `if (window === window.top) { ${ends}(codec, '${secret}-preload-', '${secret}-page-');
    (${inIsolation})(end, codec, ${JSON.stringify(names)}, (require, module, exports) => { ${readFileSync(file, 'utf8')}\n}) }`

  const getShown = (id: number): Shown => {
    const found = shown.get(id)
    if (found === undefined) throw new Error(`The stage shows no window ${id}`)
    return found
  }

  const deliver = async (id: number, message: unknown): Promise<void> => {
    const window = shown.get(id)
    if (window?.world === undefined) return
    const expression = `globalThis[${JSON.stringify(names.receive)}](${JSON.stringify(codec.encode(message))})`
    await window.line.send('Runtime.evaluate', { expression, contextId: window.world }).catch(ignoreGone)
  }

  const show = async (id: number, preload: string): Promise<void> => {
    if (context === undefined) return
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    const window: Shown = {
      page,
      line,
      world: undefined,
      expected: undefined,
      stayed: { tell: () => {} },
      leaving: Promise.resolve(false),
    }
    shown.set(id, window)
    const worlds = new Map<number, CarriedFrame>()
    const { frameTree } = await line.send('Page.getFrameTree')
    const isMainFrame = (frameId: unknown): boolean => frameId === frameTree.frame.id

    line.on('Runtime.executionContextCreated', ({ context: world }) => {
      if (world.name !== WORLD) return
      const frame = { origin: asKnown(world.origin), isMain: isMainFrame(world.auxData?.frameId) }
      worlds.set(world.id, frame)
      if (frame.isMain) window.world = world.id
    })
    line.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      worlds.delete(executionContextId)
      if (window.world === executionContextId) window.world = undefined
    })
    line.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
      const frame = worlds.get(executionContextId)
      if (frame === undefined) return
      const message = codec.decode(payload) as { kind: string; id: number; channel: string; args: readonly unknown[] }
      if (message.kind === 'send') {
        void main.send(id, frame, message.channel, message.args).catch(ignoreGone)
        return
      }
      void main.invoke(id, frame, message.channel, message.args).then(
        (result) =>
          deliver(id, {
            kind: 'answer',
            id: message.id,
            channel: message.channel,
            ok: result.ok,
            value: result.ok ? result.value : result.message,
          }),
        ignoreGone,
      )
    })
    await line.send('Runtime.enable')
    await line.send('Page.enable')
    await line.send('Runtime.addBinding', { name: names.binding, executionContextName: WORLD })
    await line.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript })
    if (preload !== '') {
      const source = preloadScript(preload)
      await line.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD })
    }
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) void main.moved(id, asKnown(frame.url())).catch(ignoreGone)
    })
    page.on('download', async (download) => {
      const isAllowed = await main.mayDownload(id, asKnown(download.url())).catch(ignoreGone)
      if (isAllowed !== true) await download.cancel().catch(ignoreGone)
    })
    page.on('dialog', async (dialog) => {
      const asksMain = dialog.type() === 'beforeunload'
      if (asksMain && (await main.goesUnheard(id).catch(ignoreGone)) === true) return dialog.accept().catch(ignoreGone)
      await dialog.dismiss().catch(ignoreGone)
      return window.stayed.tell()
    })
    page.on('crash', () => void main.crashed(id, 'crashed').catch(ignoreGone))
    // On reload Chromium disconnects this session before `pagehide` fires. In Electron messages sent then still arrive, so
    // dispatch `pagehide` here while the session is connected.
    const reload = page.reload.bind(page)
    page.reload = async (...given) => {
      const expression = `window.dispatchEvent(new PageTransitionEvent('pagehide'))`
      await line.send('Runtime.evaluate', {
        expression,
        ...(window.world === undefined ? {} : { contextId: window.world }),
      })
      return reload(...given)
    }
    await options.onPage?.(page)
  }

  const crash = async (id: number): Promise<void> => {
    const { page, line } = getShown(id)
    const crashed = page.waitForEvent('crash')
    // A crashed process doesn't answer.
    void line.send('Page.crash').catch(() => undefined)
    await crashed
  }

  const findId = (page: Page): number | undefined => [...shown].find(([, window]) => window.page === page)?.[0]

  const answerRequest = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = asKnown(request.url())
    const page = request.frame().page()
    const id = findId(page)
    if (request.isNavigationRequest() && id !== undefined) {
      const window = getShown(id)
      const isMainFrame = request.frame() === page.mainFrame()
      if (isMainFrame && window.expected === withoutHash(url)) window.expected = undefined
      else if (!(await main.mayNavigate(id, url, isMainFrame))) return route.abort('aborted')
    }
    if (url === request.url()) {
      return (await main.mayLoad(url, request.resourceType())) ? route.continue() : route.abort('blockedbyclient')
    }
    const answer = await main.request({ url, method: request.method() })
    if (request.isNavigationRequest()) loads.push({ url, status: answer.status })
    return route.fulfill({ status: answer.status, headers: { ...answer.headers }, body: Buffer.from(answer.body) })
  }

  // Requests of a page that navigates away are dropped. After main has ended, they stay open until the page closes.
  await context?.route('**/*', (route) =>
    answerRequest(route).catch(() => (isEnded ? undefined : route.abort().catch(() => undefined))),
  )
  if (context !== undefined) {
    // A page that the test opens isn't a window opened by the app.
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      making += 1
      try {
        return await newPage()
      } finally {
        making -= 1
      }
    }
  }
  context?.on('page', (popup) => {
    if (making > 0) return
    const opener = [...shown.keys()].at(-1)
    void (async () => {
      if (opener !== undefined) await main.mayOpenWindow(opener, asKnown(popup.url())).catch(ignoreGone)
      await popup.close().catch(ignoreGone)
    })()
  })

  const load = async (id: number, url: string): Promise<void> => {
    if (context === undefined) {
      const { status } = await main.request({ url: withoutHash(url), method: 'GET' })
      loads.push({ url, status })
      return
    }
    const window = getShown(id)
    if (withoutHash(asShown(url)) !== withoutHash(window.page.url())) window.expected = withoutHash(url)
    await window.page.goto(asShown(url)).catch(ignoreGone)
  }

  const preloads = new Map<number, string>()
  const permissions = { 'clipboard-sanitized-write': 'clipboard-write', 'clipboard-read': 'clipboard-read' } as const

  const firstLoad = Promise.withResolvers<void>()
  // Awaiting `shown` is optional.
  firstLoad.promise.catch(() => undefined)

  const { remote: main, hangUp } = connect<MainSide>(
    {
      send: (message) => {
        // Messages in transit are dropped if the process dies; `ended` reports that.
        if (child.connected) child.send(message as never, () => undefined)
      },
      onMessage: (listener) => void child.on('message', listener),
    },
    {
      openWindow: async (id, _size, preload) => {
        preloads.set(id, preload)
        await show(id, preload)
        if (context === undefined) return
        for (const [permission, name] of Object.entries(permissions)) {
          const { check, request } = await main.isPermitted(id, permission)
          if (check && request) await context.grantPermissions([name])
        }
      },
      loadUrl: async (id, url) => {
        await load(id, url)
        firstLoad.resolve()
      },
      reload: async (id) => {
        const before = shown.get(id)
        if (before === undefined) return
        const url = asKnown(before.page.url())
        await before.page.close().catch(ignoreGone)
        await show(id, preloads.get(id) ?? '')
        await load(id, url)
      },
      crashPage: crash,
      closeWindow: async (id) => {
        const window = shown.get(id)
        if (window === undefined) return true
        // An earlier attempt to close must finish first.
        window.leaving = window.leaving.then(() =>
          leave(window).catch((error: unknown) => {
            ignoreGone(error)
            return true
          }),
        )
        const isGone = await window.leaving
        if (isGone) shown.delete(id)
        return isGone
      },
      sendToPage: (id, channel, args) => deliver(id, { kind: 'event', channel, args }),
      relaunch: (args) => void relaunches.push(args),
      errorBox: (text) => void errorBoxes.push(text),
    } satisfies StageSide,
  )

  const ended = new Promise<Ended>((resolve) => {
    child.once('close', async (exitCode) => {
      isEnded = true
      // Its last answers may still be on the line.
      if (child.connected) await once(child, 'disconnect')
      hangUp('The app has ended')
      firstLoad.reject(new Error(`The app ended with ${exitCode} before it showed a window. It said:\n${output}`))
      await context?.close().catch(ignoreGone)
      resolve({ exitCode, output })
    })
  })

  return {
    main,
    desktop: () => main.desktop(),
    shown: firstLoad.promise,
    page: () => {
      const newest = [...shown.values()].at(-1)
      if (newest === undefined) throw new Error('The stage shows no window')
      return newest.page
    },
    crashPage: () => crash([...shown.keys()].at(-1) ?? 0),
    sendAs: (frame, channel, ...args) => main.invoke([...preloads.keys()].at(-1) ?? 1, frame, channel, args),
    relaunches,
    errorBoxes,
    loads,
    output: () => output,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
      const end = await ended
      clearTimeout(timer)
      return end
    },
    kill: async () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}
