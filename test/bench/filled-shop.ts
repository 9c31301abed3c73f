/**
 * A data folder of any size, filled once per run and shared by the measures that need it.
 *
 * No platform answers at its connection's address, so only the app and its data are measured.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { createDatabase } from '../../main/database/database.ts'
import { CONNECTION_SETTINGS, openDatabase } from '../../main/database/open-database.ts'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { answeredQuestionsIndex } from '../../main/messaging/earlier/answered-questions.ts'
import { migrations } from '../../main/migrations.ts'
import { fillInbox } from './inbox-data.ts'
import { fillItems } from './item-data.ts'
import { fillLog } from './log-data.ts'

export type Shop = {
  readonly file: string
  /** The flags to start the local host with. */
  readonly flags: readonly string[]
}

let made: string | undefined

/** Removed when the run ends. */
const shopsFolder = (): string => {
  if (made === undefined) {
    made = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
    process.once('exit', removeShops)
  }
  return made
}

const toFlags = (dataDir: string): readonly string[] => [
  `--data-dir=${dataDir}`,
  `--connection=${join(dataDir, 'profile.json')}`,
]

/** Creates a data folder with a profile for the platform at `baseUrl`. Removed when the run ends. */
export const createShopFolder = (
  baseUrl: string,
  platform?: 'ebay',
): { readonly dataDir: string; readonly flags: readonly string[] } => {
  const dataDir = mkdtempSync(join(shopsFolder(), 'shop-'))
  writeFileSync(
    join(dataDir, 'profile.json'),
    // No limit on calls, to measure how fast the app can be.
    JSON.stringify({
      id: 'practice',
      kind: 'practice',
      name: 'Practice shop',
      baseUrl,
      ...(platform === undefined ? {} : { platform }),
      limits: { backgroundReadsPerDay: 10_000_000 },
    }),
  )
  return { dataDir, flags: toFlags(dataDir) }
}

const shops = new Map<number, Shop>()

/** Removes the shops, so that each run starts with new ones. */
export const removeShops = (): void => {
  shops.clear()
  if (made !== undefined) rmSync(made, { recursive: true, force: true })
  made = undefined
}

/** The shop of `size` conversations with ten messages each, `size` items and `size` events in the log. */
export const filledShop = (size: number): Shop => {
  const known = shops.get(size)
  if (known !== undefined) return known
  const { dataDir, flags } = createShopFolder('http://127.0.0.1:9')
  const file = databaseFile(dataDir, 'practice')
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  openDatabase({ file, migrations, clock: systemClock, log }).database.close()
  const connection = new DatabaseSync(file)
  // An interrupted fill loses nothing: the folder is removed with the run.
  connection.exec(
    `${CONNECTION_SETTINGS} PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000`,
  )
  fillInbox(connection, size)
  const database = createDatabase(connection)
  fillItems(database, size)
  fillLog(database, size)
  // The app indexes each conversation as it stores it.
  for (const _ of answeredQuestionsIndex.refill(database));
  connection.exec('PRAGMA journal_mode = WAL')
  connection.close()
  const shop = { file, flags }
  shops.set(size, shop)
  return shop
}
