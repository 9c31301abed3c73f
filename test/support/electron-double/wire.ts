/**
 * Connects the two halves of the double: main's process, where `electron` is the double, and the stage in the test's
 * process, which replaces Chromium and the desktop.
 *
 * Both sides call each other over the channel of a forked Node process. Values are cloned.
 */
import type { Rectangle } from 'electron'

/** An entry of a menu as the user sees it, with Electron's role if it has no label. */
export type ShownItem = {
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly enabled: boolean
  readonly visible: boolean
  readonly checked: boolean
  readonly items: readonly ShownItem[]
}

export type ShownWindow = {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly isVisible: boolean
  readonly isFocused: boolean
  readonly isMinimized: boolean
  readonly isMaximized: boolean
  readonly bounds: Rectangle
  /** The web preferences the window was created with. */
  readonly webPreferences: Readonly<Record<string, unknown>>
}

export type ShownDialog = {
  readonly id: number
  readonly kind: 'message' | 'save' | 'error'
  readonly title: string
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
  readonly defaultId: number | undefined
  readonly cancelId: number | undefined
  readonly defaultPath: string | undefined
}

export type DialogAnswer = { readonly response: number } | { readonly filePath: string | null }

/** Everything the desktop shows of the app, and what the app requested from the system. */
export type Desktop = {
  readonly windows: readonly ShownWindow[]
  readonly menu: readonly ShownItem[] | null
  readonly tray: { readonly toolTip: string; readonly title: string; readonly menu: readonly ShownItem[] } | null
  readonly notices: readonly { readonly id: number; readonly title: string; readonly body: string }[]
  /** Dialogs waiting for an answer. Error boxes need none and stay listed. */
  readonly dialogs: readonly ShownDialog[]
  /** Addresses the app opened with the system. */
  readonly opened: readonly string[]
  readonly loginItem: { readonly openAtLogin: boolean; readonly args: readonly string[] }
  /** Schemes the app registered with the system. */
  readonly linkSchemes: readonly string[]
  readonly schemes: readonly { readonly scheme: string; readonly privileges: Readonly<Record<string, unknown>> }[]
  readonly isSandboxed: boolean
  readonly themeSource: string
  readonly paths: Readonly<Record<string, string>>
}

export type CarriedRequest = { readonly url: string; readonly method: string }
export type CarriedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
/** The frame a message comes from. */
export type CarriedFrame = { readonly origin: string; readonly isMain: boolean }
export type CarriedResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string }

/** Calls from main's process to the stage. */
export type StageSide = {
  readonly openWindow: (id: number, size: { width: number; height: number }, preload: string) => Promise<void>
  readonly loadUrl: (id: number, url: string) => Promise<void>
  /** Replaces a crashed page with a new one at the same address. */
  readonly reload: (id: number) => Promise<void>
  /** Runs the page's unload handlers, then closes it. Resolves with false if the page asked to stay and main allowed it. */
  readonly closeWindow: (id: number) => Promise<boolean>
  /** Crashes the page's process, as when a hanging one is ended. */
  readonly crashPage: (id: number) => Promise<void>
  readonly sendToPage: (id: number, channel: string, args: readonly unknown[]) => void
  /** The app is about to exit and requests a relaunch with these arguments. */
  readonly relaunch: (args: readonly string[]) => void
  /** An error box stays open until the user closes it, even after the process here ended. */
  readonly errorBox: (text: string) => void
}

/** Calls from the stage to main's process. */
export type MainSide = {
  readonly desktop: () => Desktop
  readonly request: (request: CarriedRequest) => Promise<CarriedAnswer>
  /** Whether the session lets a page load this address. */
  readonly mayLoad: (url: string, resourceType: string) => Promise<boolean>
  readonly mayNavigate: (id: number, url: string, isMainFrame: boolean) => boolean
  /** Called when the page asks to stay. True if main closes it anyway. */
  readonly goesUnheard: (id: number) => boolean
  readonly mayOpenWindow: (id: number, url: string) => boolean
  readonly mayDownload: (id: number, url: string) => boolean
  readonly isPermitted: (id: number, permission: string) => Promise<{ check: boolean; request: boolean }>
  readonly invoke: (
    id: number,
    frame: CarriedFrame,
    channel: string,
    args: readonly unknown[],
  ) => Promise<CarriedResult>
  readonly send: (id: number, frame: CarriedFrame, channel: string, args: readonly unknown[]) => void
  readonly moved: (id: number, url: string) => void
  readonly crashed: (id: number, reason: string) => void
  readonly hung: (id: number) => void

  // Actions of the user and the system.
  readonly clickMenu: (path: readonly string[]) => void
  readonly clickTray: (path: readonly string[]) => void
  readonly clickNotice: (id: number) => void
  readonly answerDialog: (id: number, answer: DialogAnswer) => void
  readonly closeByUser: (id: number) => void
  readonly moveWindow: (id: number, bounds: Rectangle) => void
  readonly power: (event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen' | 'shutdown') => void
  /** Simulates sleep: advances the wall clock, but no timer. */
  readonly sleep: (ms: number) => void
  readonly openLink: (url: string) => void
  readonly activate: () => void
  readonly quit: () => void
  /** Makes every database write fail with this SQLite code (13: full, 8: read-only); null ends it. */
  readonly failDisk: (errcode: number | null) => void
  /** Throws an uncaught error in main. */
  readonly throwInMain: (message: string) => void
}

type Side = Readonly<Record<string, (...args: never[]) => unknown>>

/** The functions of the other side, made asynchronous. */
export type Remote<S extends Side> = {
  readonly [K in keyof S]: (...args: Parameters<S[K]>) => Promise<Awaited<ReturnType<S[K]>>>
}

export type Line = {
  readonly send: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

type Message =
  | { readonly kind: 'ask'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }

/** Handles the other side's calls with `mine` and returns the other side. After `hangUp` every call rejects. */
export const connect = <Theirs extends Side>(
  line: Line,
  mine: Side,
): { readonly remote: Remote<Theirs>; readonly hangUp: (why: string) => void } => {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  let ended: string | undefined

  const answer = async (message: Extract<Message, { kind: 'ask' }>): Promise<void> => {
    try {
      const handler = mine[message.name] as ((...args: unknown[]) => unknown) | undefined
      if (handler === undefined) throw new Error(`There is no handler for ${message.name}`)
      const value = await handler(...message.args)
      line.send({ kind: 'answer', id: message.id, value } satisfies Message)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      line.send({ kind: 'failure', id: message.id, message: text } satisfies Message)
    }
  }

  line.onMessage((raw) => {
    const message = raw as Message
    if (message.kind === 'ask') {
      void answer(message)
      return
    }
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') asker?.resolve(message.value)
    else asker?.reject(new Error(message.message))
  })

  const ask = (name: string, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(new Error(ended))
        return
      }
      asked += 1
      waiting.set(asked, { resolve, reject })
      line.send({ kind: 'ask', id: asked, name, args } satisfies Message)
    })

  return {
    remote: new Proxy({} as Remote<Theirs>, {
      get: (_target, name) =>
        typeof name === 'string' && name !== 'then' ? (...args: unknown[]) => ask(name, args) : undefined,
    }),
    hangUp: (why) => {
      ended = why
      for (const { reject } of waiting.values()) reject(new Error(why))
      waiting.clear()
    },
  }
}
