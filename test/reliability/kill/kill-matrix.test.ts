/**
 * Kills the app with SIGKILL at every step of draft, outbox, offer, filing, deletion, item save and ledger, run, listing, mapping
 * start, subscription, receiving and migration, which covers every kind of outbound change.
 *
 * It uses a handshake instead of delays: the child prints each step and blocks until it is released or killed. The short
 * form kills each journey once, in its middle; the long form (`npm run test:reliability`) tests every step, and each step name at
 * least twenty times.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { JourneyName } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, type Place, soundness, truths } from '../place.ts'
import { spread } from '../spread.ts'

const programFolder = inject('programFolder')
const program = join(programFolder, 'app.js')
/** Kills per step name in the long form. */
const TIMES_IN_LONG = 20
/** Kills per journey in the short form. */
const STEPS_IN_SHORT = 1

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-killed-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Run = {
  readonly steps: readonly string[]
  readonly acked: readonly string[]
  readonly found: readonly string[]
  readonly differs: readonly string[]
  /** How the journey ended, or `killed`. */
  readonly end: string
}

/** Gets the names of all steps so far. Returns true to kill the process at the last one. */
type Moment = (steps: readonly string[]) => boolean
const never: Moment = () => false
/** The step with this number, counted from 1. */
const step =
  (count: number): Moment =>
  (steps) =>
    steps.length === count
/** The step of this name with this number, counted from 1. */
const time =
  (count: number, name: string): Moment =>
  (steps) =>
    steps.at(-1) === name && steps.filter((one) => one === name).length === count

type Hand = { readonly killAt: Moment } | 'free'

/** Runs the journey on a data folder and kills the process where `killAt` returns true. */
const run = (place: Place, journey: JourneyName, hand: Hand, commits: 'kept' | 'lost' = 'kept'): Promise<Run> =>
  new Promise((resolve, reject) => {
    const held = hand === 'free' ? 'free' : 'delayed'
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, place.dataDir, place.url, journey, held, commits],
      {
        // The program starts some hundred times, so compile it only once.
        env: { ...process.env, NODE_COMPILE_CACHE: programFolder },
      },
    )
    const said: Record<string, string[]> = { step: [], ack: [], found: [], differs: [], end: [] }
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.stdin.on('error', () => undefined)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const space = line.indexOf(' ')
      const word = line.slice(0, space)
      said[word]?.push(line.slice(space + 1))
      if (word !== 'step' || hand === 'free') return
      if (hand.killAt(said.step ?? [])) child.kill('SIGKILL')
      else child.stdin.write('.')
    })
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL' && code !== 0) {
        reject(new Error(`${journey} ended with ${code ?? signal}: ${errors}`))
        return
      }
      const { step = [], ack = [], found = [], differs = [], end = [] } = said
      resolve({ steps: step, acked: ack, found, differs, end: signal === 'SIGKILL' ? 'killed' : (end[0] ?? '') })
    })
  })

/**
 * Kills the app at one moment, restarts it, and checks that everything acknowledged is there. Resolves with the step's name.
 *
 * Resolves with undefined if the moment never came: a journey that depends on time sometimes takes other steps. It has then
 * run to its end, and the same checks apply.
 */
const killedAt = async (
  journey: JourneyName,
  killAt: Moment,
  commits: 'kept' | 'lost' = 'kept',
): Promise<string | undefined> => {
  const place = await openPlace(folder, journey)
  try {
    const killed = await run(place, journey, { killAt }, commits)
    const wasKilled = killed.end === 'killed'
    const name = wasKilled
      ? `${journey}, killed at ${killed.steps.at(-1)} (${killed.steps.length})`
      : `${journey}, whole`
    expect(soundness(place), name).toEqual(['ok'])
    const again = await run(place, journey, 'free')
    for (const what of new Set(killed.acked)) expect(again.found, `${name}: what was acknowledged`).toContain(what)
    expect(again.differs, `${name}: the recount`).toEqual([])
    expect(soundness(place), `${name}: after the restart`).toEqual(['ok'])
    await truths[journey](place, again.end)
    return wasKilled ? killed.steps.at(-1) : undefined
  } finally {
    await place.close()
  }
}

/**
 * Kills at `STEPS_IN_SHORT` steps between the first and the last, while something is unfinished. A polling journey repeats
 * steps a varying number of times: if the chosen repetition doesn't come, it is killed at an earlier one.
 */
const killSome = async (journey: JourneyName, steps: readonly string[]): Promise<void> => {
  for (const index of spread(steps.length, STEPS_IN_SHORT + 2).slice(1, -1)) {
    const name = steps[index] ?? ''
    let count = steps.slice(0, index + 1).filter((one) => one === name).length
    let killedIn = await killedAt(journey, time(count, name))
    for (; killedIn === undefined && count > 1; count -= 1) killedIn = await killedAt(journey, time(count - 1, name))
    expect(killedIn, `${journey}, step ${index}`).toBe(name)
  }
}

/** Kills at every step once, and at each step name at least `TIMES_IN_LONG` times, taking its occurrences in turn. */
const killEverywhere = async (journey: JourneyName, steps: readonly string[]): Promise<void> => {
  const reported: string[] = []
  let kills = 0
  for (const name of new Set(steps)) {
    const places = steps.filter((one) => one === name).length
    const least = Math.max(TIMES_IN_LONG, places)
    let times = 0
    for (let turn = 0; times < least && turn < 2 * least; turn += 1) {
      if ((await killedAt(journey, time(1 + (turn % places), name))) === name) times += 1
    }
    expect(times, `kills of ${journey} at ${name}`).toBe(least)
    kills += times
    reported.push(`  ${times} times ${name}`)
  }
  console.log([`${journey}: ${kills} kills at ${reported.length} named steps`, ...reported].join('\n'))
}

const named: readonly (readonly [JourneyName, string, number])[] = [
  ['draft', 'a draft that was kept is there', 6],
  ['outbox', 'MSG-13 a message is not lost and not sent twice', 10],
  ['item', 'INV-15 a save is made once and counted', 10],
  ['filing', 'MSG-18 what was archived, restored or marked stays so, here and there', 24],
  ['deletion', 'MSG-16 a deletion is carried out once, or certainly not', 6],
  ['listing', 'LST-02 no step of a listing is sent twice', 20],
  ['run', 'INV-15 each item of a run is saved at most once', 10],
  ['subscription', 'NOT-03 a subscription is made once', 8],
  ['task', 'MAP-09 a task is not forgotten and not started twice', 10],
  ['receive', 'RCV-05 what was answered with 200 is processed once', 6],
  ['earnings', 'FIN-01 every transaction is read once, and none is missing', 10],
  ['offer', 'LST-25 an offer is not accepted twice, and its answer is not lost', 8],
  ['migrate', 'an old database becomes a new one, with a backup', 12],
]

describe.concurrent('SIGKILL at every step', () => {
  for (const [journey, promise, leastSteps] of named) {
    it(`${journey}: ${promise}`, { timeout: isLong ? 3_600_000 : 300_000 }, async () => {
      const place = await openPlace(folder, journey)
      const whole = await run(place, journey, { killAt: never })
      await truths[journey](place, whole.end)
      await place.close()
      expect(whole.steps.length, whole.steps.join('\n')).toBeGreaterThanOrEqual(leastSteps)
      await (isLong ? killEverywhere(journey, whole.steps) : killSome(journey, whole.steps))
    })
  }

  it('null control: a disk that loses commits is detected', async () => {
    await expect(killedAt('draft', step(6), 'lost')).rejects.toThrow(/acknowledged/)
  })
})
