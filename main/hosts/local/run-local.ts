/** Puts the local host together: the data folder, the ports of the core, the app, and the loopback server before it. */
import { randomInt } from 'node:crypto'
import Conf from 'conf'
import packageJson from '../../../package.json' with { type: 'json' }
import { createApp } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { systemClock } from '../common/clock.ts'
import { defaultDataDir, holdDataDir } from '../common/data-dir.ts'
import { openFileLog } from '../common/file-log.ts'
import type { Flags } from '../common/flags.ts'
import { hostFacts } from '../common/host-facts.ts'
import { createMemoryVault } from '../common/memory-vault.ts'
import { noDesktop } from '../common/no-desktop.ts'
import { openInBrowser } from '../common/open-browser.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { createRendererFiles } from '../common/renderer-files.ts'
import { openRunMark } from '../common/run-mark.ts'
import { openSettings } from '../common/settings.ts'
import { chosenTheme } from '../common/theme.ts'
import { bindLoopback, type LocalHost, startLocalHost } from './local-host.ts'
import { leaveWord } from './second-start.ts'

export type RunningLocalHost = LocalHost & {
  /** Ends the server, then the app, then the hold on the data folder. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the app for a browser. Resolves when it answers.
 *
 * Throws `Failure` for what the user can mend: profile, port, data folder, database. The order matters: what can be wrong
 * without touching the disk comes first, and whatever was begun is undone before it throws.
 */
export const runLocal = async (
  flags: Pick<Flags, 'port' | 'dataDir' | 'connection'>,
  rendererDir: string,
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
    const settings = openSettings(held.dataDir, (options) => new Conf<Record<string, unknown>>(options), {
      clock: systemClock,
      log,
    })

    const ports: Ports = {
      host: 'local',
      version: packageJson.version,
      dataDir: held.dataDir,
      clock: systemClock,
      log,
      settings,
      // A Node process has no vault of the system: secrets live as long as it does, and the app says so.
      vault: createMemoryVault(),
      openExternal: (url) => openInBrowser(url),
      // The page itself shows what happened; a process without a window has no desktop to speak to.
      notify: () => {},
      // The browser saves by a download of its own.
      saveFile: null,
      ...noDesktop,
      facts: hostFacts(log),
      random: () => randomInt(2 ** 32) / 2 ** 32,
    }
    const app = await createApp(ports, { given, endedBadly: mark.endedBadly })
    mark.begin()
    undo.push(mark.end, app.stop)
    const host = startLocalHost(bound, {
      app,
      readFile: createRendererFiles(rendererDir, () => chosenTheme(settings)),
      clock: systemClock,
      log,
    })
    undo.push(host.close)
    undo.push(leaveWord(held.dataDir, { port: host.port, key: host.startKey }))
    await app.start()
    log.info('started', { host: 'local', version: packageJson.version, port: host.port })
    return { ...host, stop: unwind }
  } catch (error) {
    await unwind()
    throw error
  }
}
