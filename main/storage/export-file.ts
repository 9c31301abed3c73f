/** A connection's export file: its header, and which exports a connection accepts. */
import { rmSync } from 'node:fs'
import * as z from 'zod'
import { type ConnectionKind, type ConnectionProfile, connectionKindSchema } from '../../shared/connection/profile.ts'
import { conflict, type Failure } from '../../shared/result.ts'
import { packArchive, unpackArchive } from '../database/archive.ts'
import { copyInBackground, runJob } from '../database/background-jobs.ts'

const VERSION = 1
const KIND = 'stallhand-export'

/** Ignores fields added by later versions. */
const headerSchema = z.object({
  kind: z.literal(KIND),
  version: z.int(),
  writtenAtMs: z.number(),
  profile: z.object({ name: z.string().max(60), kind: connectionKindSchema, baseUrl: z.url().max(2_000) }),
})
type ExportHeader = z.infer<typeof headerSchema>

const unchanged = (message: string): Failure => conflict(`${message} Nothing was changed.`)

const kindLabels: Readonly<Record<ConnectionKind, string>> = {
  practice: 'a practice connection',
  sandbox: 'a sandbox connection',
  production: 'a production connection',
}

/** SECURITY: sandbox data never gets into production, nor one platform's data into another's. */
const requireSameShop = (from: ExportHeader['profile'], profile: ConnectionProfile): void => {
  if (from.kind !== profile.kind) {
    throw unchanged(
      `This export is from ${kindLabels[from.kind]}, “${from.name}”, but ${kindLabels[profile.kind]} is open. Open or add a connection of the same kind first.`,
    )
  }
  // The built-in practice platform uses another port at every start.
  if (profile.kind !== 'practice' && new URL(from.baseUrl).origin !== new URL(profile.baseUrl).origin) {
    throw unchanged(
      `This export is from ${new URL(from.baseUrl).host}, but the open connection is at ${new URL(profile.baseUrl).host}.`,
    )
  }
}

/** Packs a database that nothing writes to, such as a backup. */
export const packCopy = (
  copy: string,
  path: string,
  profile: ConnectionProfile,
  writtenAtMs: number,
  signal: AbortSignal,
): Promise<void> => packArchive(copy, { kind: KIND, version: VERSION, writtenAtMs, profile }, path, signal)

/**
 * Packs a copy of the database at `file`. It contains no secrets, which are in the vault. `leftOut`: SQL that takes out of the
 * copy what must not leave this computer.
 */
export const packExport = async (
  file: string,
  path: string,
  profile: ConnectionProfile,
  writtenAtMs: number,
  leftOut: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const copy = `${path}.sqlite`
  const clean = `${path}.clean.sqlite`
  try {
    await copyInBackground(file, copy, signal)
    await runJob(
      copy,
      leftOut.map((sql) => ({ sql })),
      signal,
    )
    // SECURITY (SEC-15): only a copy of the remaining rows has nothing of the deleted ones in its unused parts.
    await copyInBackground(copy, clean, signal)
    await packCopy(clean, path, profile, writtenAtMs, signal)
  } finally {
    for (const part of [copy, clean]) rmSync(part, { force: true })
  }
}

/**
 * Writes the database of an export to `copy`. Throws `conflict` if it doesn't belong to the open connection's shop.
 * `requireRoom`: see `unpackArchive`.
 */
export const unpackExport = async (
  file: string,
  copy: string,
  open: ConnectionProfile,
  requireRoom: (bytes: number) => void,
): Promise<ExportHeader> => {
  const parsed = headerSchema.safeParse(await unpackArchive(file, copy, requireRoom))
  if (!parsed.success) throw unchanged('This file isn’t an export of Stallhand.')
  if (parsed.data.version > VERSION) {
    throw unchanged('This export was written by a newer Stallhand. Install that version first.')
  }
  requireSameShop(parsed.data.profile, open)
  return parsed.data
}
