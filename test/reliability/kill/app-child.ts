/**
 * The whole app in a separate process, to be killed during a journey.
 *
 * `app-child.ts DATA_DIR PLATFORM JOURNEY held|free kept|lost`. Prints one line each: `step NAME` at each step of its journey,
 * where it blocks until it gets a byte on stdin (`held` only); `found WHAT`; `ack WHAT`; and `end HOW`.
 */
import { readSync } from 'node:fs'
import { createApp } from '../../../main/app.ts'
import { type JourneyName, journeys, recount } from '../journeys.ts'
import { laterMigrations } from '../later-migrations.ts'
import { createDriver, givenAt, hurriedClock, portsOn } from '../whole-app.ts'
import { installSteps } from './steps.ts'

const [dataDir = '', platform = '', name = '', hand = '', commits = ''] = process.argv.slice(2)
const journey = journeys[name as JourneyName]

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the step and blocks the whole process until it gets a byte. */
const step = (what: string): void => {
  if (!journey.steps.test(what)) return
  say(`step ${what}`)
  if (hand === 'free') return
  const byte = new Uint8Array(1)
  for (;;) {
    try {
      if (readSync(0, byte, 0, 1, null) === 1) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
installSteps(step, (name) => commits === 'lost' && journey.steps.test(`after ${name}`))

/** Clock speed. Undo times and delivery checks wait for seconds, too long for hundreds of kills. */
const HURRY = name === 'deletion' ? 30 : 5

const app = await createApp(portsOn(dataDir, undefined, hurriedClock(HURRY)), {
  given: name === 'earnings' || name === 'offer' ? givenAt(platform, 'ebay') : givenAt(platform),
  ...(name === 'migrate' ? { migrations: laterMigrations } : {}),
})
await app.start()
const driver = createDriver(app.call, platform, {
  ack: (what) => say(`ack ${what}`),
  found: (what) => say(`found ${what}`),
})
const how = await journey.run(driver)
for (const line of await recount(driver)) say(`differs ${line}`)
say(`end ${how}`)
process.exit(0)
