/**
 * A bad network between the app and the platform: slow, throttled, in small pieces, and reset at any byte in either direction.
 *
 * Journeys that send a message, save an item and start a task still complete, and the platform's data matches what the app
 * reports. byte-offset.test.ts cuts one call at every byte.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { type NetworkConditions, openBadNetworkProxy } from '../../support/bad-network-proxy.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { numbersFrom } from '../../support/seeded-numbers.ts'
import { type JourneyName, journeys } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, soundness, truths } from '../place.ts'
import { createDriver, givenAt, hurriedClock, portsOn } from '../whole-app.ts'

const STORMS = isLong ? 150 : 1
/** Resets stop after this many tries. */
const TRIES_IN_STORM = 4
const TRIES = 12
const HURRY = 30

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-bad-network-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storm = (seed: number): NetworkConditions => {
  const number = numbersFrom(seed)
  return {
    reset: () =>
      number() < 0.85
        ? { side: number() < 0.5 ? 'request' : 'answer', afterBytes: 1 + Math.floor(number() * 900) }
        : undefined,
  }
}

/** Runs the journey on this network, repeating it up to `TRIES` times. Resolves with the number of resets. */
const under = async (journey: JourneyName, conditions: NetworkConditions, name: string): Promise<number> => {
  const place = await openPlace(folder, journey)
  const proxy = await openBadNetworkProxy(Number(new URL(place.url).port))
  const app = await createApp(portsOn(place.dataDir, createRecordingLog(), hurriedClock(HURRY)), {
    given: givenAt(proxy.url),
  })
  await app.start()
  const driver = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
  await journeys[journey].prepare(driver)
  proxy.set(conditions)
  let end = ''
  let problem: unknown
  for (
    let tries = 0;
    tries < TRIES &&
    !['sent', 'kept', 'saved', 'completed', 'completedWithError', 'notFound', 'startUnknown'].includes(end);
    tries += 1
  ) {
    if (tries === TRIES_IN_STORM) proxy.set({})
    end = await journeys[journey].run(driver).catch((error: unknown) => {
      problem = error
      return 'again'
    })
  }
  expect(end, `${journey} ${name}: ${String(problem)}`).not.toBe('again')
  await app.stop()
  expect(soundness(place), `${journey} ${name}`).toEqual(['ok'])
  await truths[journey](place, end)
  const resets = proxy.resets()
  await proxy.close()
  await place.close()
  return resets
}

/** Networks that lose nothing. The short form runs each journey on one of them. */
const complete: readonly (readonly [string, NetworkConditions])[] = [
  ['delayed', { delayMs: 40 }],
  ['throttled', { sliceBytes: 1_000, delayMs: 5 }],
  ['in slices', { sliceBytes: 3 }],
]

describe.concurrent('a bad network', () => {
  for (const [index, journey] of (['outbox', 'item', 'task'] as const).entries()) {
    it(`${journey}: slow, throttled and in small pieces`, async () => {
      for (const [name, conditions] of isLong ? complete : complete.slice(index, index + 1)) {
        await under(journey, conditions, name)
      }
    })

    it(`${journey}: reset at any byte in either direction`, { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
      let resets = 0
      for (let seed = 1; seed <= STORMS; seed += 1) resets += await under(journey, storm(seed), `in storm ${seed}`)
      expect(resets, 'connections that were reset').toBeGreaterThanOrEqual(STORMS / 2)
    })
  }

  it('null control: a network that repeats a send is detected', async () => {
    const twice = under('outbox', { repeats: '/send_message' }, 'repeated')
    await expect(twice).rejects.toThrow(/how often the reply is in the thread/)
  })
})
