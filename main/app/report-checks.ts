/** The checks in a problem report: database, disk, connection, key store, receiver, outbox. */
import { statfsSync, statSync } from 'node:fs'
import { isIntact } from '../database/integrity.ts'
import type { ReportCheck } from './problem-report.ts'

/** Contains no seller, buyer or address. */
type ReportFacts = {
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

const formatSize = (bytes: number): string => {
  const mb = bytes / 1024 / 1024
  return mb < 1024 ? `${mb.toFixed(1)} MB` : `${(mb / 1024).toFixed(1)} GB`
}

/** Reports a check's error as its result, so the other checks still run. */
const inspect = (check: () => string): string => {
  try {
    return check()
  } catch (error) {
    return `can’t be checked (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`
  }
}

export const reportChecks = (facts: ReportFacts): readonly ReportCheck[] => [
  {
    name: 'Database',
    finding: inspect(() => {
      const { size: bytes } = statSync(facts.databaseFile)
      return `${isIntact(facts.databaseFile) ? 'intact' : 'DAMAGED'}, ${formatSize(bytes)}`
    }),
  },
  {
    name: 'Disk',
    finding: inspect(() => {
      const { bavail, bsize } = statfsSync(facts.dataDir)
      return `${formatSize(bavail * bsize)} free`
    }),
  },
  { name: 'Connection', finding: `${facts.kind}, ${facts.online}, ${facts.session}` },
  { name: 'Password store', finding: facts.secrets },
  { name: 'Instant alerts', finding: facts.receiver },
  { name: 'Outbox', finding: `${facts.unsent} not sent, ${facts.needUser} of them need the user` },
]
