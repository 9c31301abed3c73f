/** The host's part of a problem report. */
import os from 'node:os'
import type { HostFacts } from '../../ports.ts'
import type { FileLog } from './file-log.ts'

export const hostFacts = (log: Pick<FileLog, 'recent'>): HostFacts => {
  const { electron, chrome, node } = process.versions as Readonly<Record<string, string | undefined>>
  return {
    versions: {
      ...(electron === undefined ? {} : { Electron: electron, Chromium: chrome ?? 'unknown' }),
      Node: node ?? 'unknown',
      System: `${os.type()} ${os.release()}, ${process.arch}`,
    },
    homeDir: os.homedir(),
    recentLog: log.recent,
  }
}
