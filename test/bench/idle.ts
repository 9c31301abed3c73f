/** Processor time and bytes written by the idle app, with its window open on a synced inbox. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withWindows } from './browser.ts'
import { createShopFolder } from './filled-shop.ts'
import { type Measure, Skipped } from './measure.ts'
import { startPracticeShop } from './practice-shop.ts'

const CONVERSATIONS = 1_000
const SETTLE_MS = 15_000
const IDLE_MS = 60_000
const MAX_CORE_PERCENT = 0.5
const MAX_KB_A_MINUTE = 100
/** Linux counts processor time in ticks of 10 ms. */
const MS_PER_TICK = 10

type Used = { readonly cpuMs: number; readonly writtenBytes: number }

const usedBy = (pid: number): Used => {
  // The command's name is in parentheses and may contain spaces; the 14th and 15th fields are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK, writtenBytes: Number(written) }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits for the first backup of the day, which is as large as the database and starts some time after the app. */
const untilBackedUp = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'backups')
  while (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.backup'))) await wait(500)
}

export const idle: Measure = () => {
  if (!existsSync('/proc/self/io')) throw new Skipped('this system has no /proc, which reports what a process uses')
  return withWindows(async (open) => {
    const shop = await startPracticeShop(CONVERSATIONS)
    try {
      const { dataDir, flags } = createShopFolder(shop.url)
      const { page, app } = await open(flags)
      await page.evaluate(() => {
        window.location.hash = '#/inbox'
      })
      await page.getByText('Up to date').first().waitFor()
      await untilBackedUp(dataDir)
      await wait(SETTLE_MS)
      const before = usedBy(app.pid)
      await wait(IDLE_MS)
      const after = usedBy(app.pid)
      const percent = ((after.cpuMs - before.cpuMs) / IDLE_MS) * 100
      const kilobytes = (after.writtenBytes - before.writtenBytes) / 1_000 / (IDLE_MS / 60_000)
      return [
        {
          what: 'Idle: processor',
          limit: 'a budget',
          limitValue: MAX_CORE_PERCENT,
          ours: percent,
          unit: '% of a core',
          ratio: percent / MAX_CORE_PERCENT,
          goal: { atMost: 1 },
        },
        {
          what: 'Idle: written in a minute',
          limit: 'a budget',
          limitValue: MAX_KB_A_MINUTE,
          ours: kilobytes,
          unit: 'kB',
          ratio: kilobytes / MAX_KB_A_MINUTE,
          goal: { atMost: 1 },
        },
      ]
    } finally {
      await shop.stop()
    }
  })
}
