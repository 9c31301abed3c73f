/** What a report of a problem says was looked at: the database, the disk, the line, the key store, the receiver. */
import { statfsSync, statSync } from 'node:fs'
import { isSound } from '../database/soundness.ts'
import type { ReportCheck } from './problem-report.ts'

/** What the rooms say of themselves; nothing that names the seller, a buyer or an address. */
export type ReportFacts = {
  readonly dataDir: string
  readonly databaseFile: string
  readonly kind: string
  readonly online: string
  readonly session: string
  readonly secrets: string
  readonly receiver: string
  readonly unsent: number
  readonly needUser: number
}

const size = (bytes: number): string => {
  const mb = bytes / 1024 / 1024
  return mb < 1024 ? `${mb.toFixed(1)} MB` : `${(mb / 1024).toFixed(1)} GB`
}

/** What cannot be looked at is a finding, too. */
const found = (look: () => string): string => {
  try {
    return look()
  } catch (error) {
    return `cannot be looked at (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`
  }
}

export const reportChecks = (facts: ReportFacts): readonly ReportCheck[] => [
  {
    name: 'Database',
    words: found(() => {
      const { size: bytes } = statSync(facts.databaseFile)
      return `${isSound(facts.databaseFile) ? 'whole' : 'DAMAGED'}, ${size(bytes)}`
    }),
  },
  {
    name: 'Disk',
    words: found(() => {
      const { bavail, bsize } = statfsSync(facts.dataDir)
      return `${size(bavail * bsize)} free`
    }),
  },
  { name: 'Connection', words: `${facts.kind}, ${facts.online}, ${facts.session}` },
  { name: 'Key store', words: facts.secrets },
  { name: 'Receiver', words: facts.receiver },
  { name: 'Outbox', words: `${facts.unsent} not final, ${facts.needUser} of them for the user` },
]
