/** Composes the local host: data folder, ports, app and loopback server. */
import { randomInt } from 'node:crypto'
import path from 'node:path'
import Conf from 'conf'
import packageJson from '../../../package.json' with { type: 'json' }
import { createApp } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../common/clock.ts'
import { defaultDataDir, holdDataDir } from '../common/data-dir.ts'
import { openFileLog } from '../common/file-log.ts'
import type { Flags } from '../common/flags.ts'
import { hostFacts } from '../common/host-facts.ts'
import { noDesktop } from '../common/no-desktop.ts'
import { openInBrowser, openLogin, showsArguments } from '../common/open-browser.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { createRendererFiles } from '../common/renderer-files.ts'
import { openRunMark } from '../common/run-mark.ts'
import { openPrivateStore, openSettings, type SettingsStoreOptions } from '../common/settings.ts'
import { loadTheme } from '../common/theme.ts'
import { keepDoor } from '../proposals/keep-door.ts'
import { createPageConfirm } from './confirm-page.ts'
import { createKeyRingVault, createReadKey } from './key-ring-vault.ts'
import { bindLoopback, type LocalHost, startLocalHost } from './local-host.ts'
import { createLoginPages } from './login-page.ts'
import { writeRunningFile } from './second-start.ts'

export type RunningLocalHost = LocalHost & {
  /** Stops the server, then the app, then unlocks the data folder. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the app for a browser from the built files in `builtDir`, with the renderer beside it. Resolves when the app
 * answers.
 *
 * Throws a `Failure` for the profile, port, data folder or database. Steps that don't touch the disk come first, and
 * everything that was started is stopped before it throws.
 */
export const runLocal = async (
  flags: Pick<Flags, 'port' | 'dataDir' | 'connection' | 'keyRing'>,
  builtDir: string,
): Promise<RunningLocalHost> => {
  const undo: (() => Promise<void> | void)[] = []
  const unwind = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step()
  }

  try {
    const given = readProfileFile(flags.connection)
    const bound = await bindLoopback(flags.port)
    undo.push(() => void bound.server.close())
    const held = holdDataDir(flags.dataDir ?? defaultDataDir())
    undo.push(held.release)
    const log = openFileLog(held.dataDir)
    undo.push(log.close)
    const mark = openRunMark(held.dataDir, systemClock)
    const openStore = (options: SettingsStoreOptions) => new Conf<Record<string, unknown>>(options)
    const settings = openSettings(held.dataDir, openStore, { clock: systemClock, log })
    // A separate file from the desktop's, which only the desktop can decrypt.
    const secrets = openPrivateStore(held.dataDir, 'local-secrets', openStore, { clock: systemClock, log })
    const readKey = flags.keyRing ? createReadKey(path.join(builtDir, 'key-ring.js')) : null

    const pages = createLoginPages(systemClock, held.dataDir)
    undo.push(pages.clear)
    /** SECURITY (SEC-02): converts an address with a token to a form that may be passed to another program. */
    const toOpen = showsArguments() ? pages.add : String

    const ports: Ports = {
      host: 'local',
      version: packageJson.version,
      dataDir: held.dataDir,
      clock: systemClock,
      log,
      settings,
      vault: await createKeyRingVault(readKey, secrets, log),
      openExternal: (url) => openInBrowser(url),
      notify: () => {},
      confirm: createPageConfirm({
        open: async (address) => {
          const given = toOpen(address)
          if (given !== undefined) await openLogin(given)
        },
        print: (line) => console.log(line),
        clock: systemClock,
      }),
      saveFile: null,
      printing: null,
      chooseFolder: null,
      ...noDesktop,
      facts: hostFacts(log),
      assistantProgram: {
        command: process.execPath,
        args: [path.join(builtDir, 'local.js'), 'mcp', `--data-dir=${held.dataDir}`],
      },
      random: () => randomInt(2 ** 32) / 2 ** 32,
    }
    const app = await createApp(ports, { given, endedBadly: mark.endedBadly })
    mark.begin()
    undo.push(mark.end, app.stop)
    const host = startLocalHost(bound, {
      app,
      toOpen,
      readFile: createRendererFiles(path.join(builtDir, '../renderer'), () => loadTheme(settings)),
      clock: systemClock,
      log,
    })
    undo.push(host.close)
    undo.push(writeRunningFile(held.dataDir, { port: host.port, key: host.startKey }))
    await app.start()
    undo.push(keepDoor(app, held.dataDir, log).stop)
    log.info('started', { host: 'local', version: packageJson.version, port: host.port })
    return { ...host, stop: unwind }
  } catch (error) {
    await unwind()
    throw error
  }
}
