/**
 * A data folder of the app with an inbox of any size, filled once a run and shared by the measures that need it.
 *
 * No platform answers at its connection's address: what is measured is the app with what it keeps.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../main/app.ts'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { openDatabase } from '../../main/database/open-database.ts'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { fillInbox } from './messaging-data.ts'

export type FilledShop = {
  readonly dataDir: string
  readonly file: string
  /** What the local host is to be started with. */
  readonly flags: readonly string[]
}

let folder: string | undefined

/** Where the shops of this run lie. With STALLHAND_BENCH_FOLDER they stay there, for the next run. */
const shopsFolder = (): string => {
  const kept = process.env.STALLHAND_BENCH_FOLDER
  if (kept !== undefined) return kept
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return folder
}

/** The shop of so many conversations, ten messages each. */
export const filledShop = (conversations: number): FilledShop => {
  const dataDir = join(shopsFolder(), `shop-${migrations.length}-${conversations}`)
  const file = databaseFile(dataDir, 'practice')
  const profile = join(dataDir, 'profile.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    const quiet = (): void => undefined
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
    const unfinished = `${file}.unfinished`
    openDatabase({ file: unfinished, migrations, clock: systemClock, log }).database.close()
    fillInbox(unfinished, conversations)
    renameSync(unfinished, file)
    writeFileSync(
      profile,
      JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: 'http://127.0.0.1:9' }),
    )
  }
  return { dataDir, file, flags: [`--data-dir=${dataDir}`, `--connection=${profile}`] }
}
