/**
 * The app killed with SIGKILL at every step of draft, outbox, item save and ledger, task, receiving and migration.
 *
 * By handshake, not after a sleep: the child names each step and stands still until it is let on or killed there. The short
 * form takes some steps of each journey; the long form (`npm run test:reliability`) takes every one, and each name of a step
 * at least twenty times.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JourneyName } from '../journeys.ts'
import { isLong } from '../long.ts'
import { openPlace, type Place, soundness, truths } from '../place.ts'
import { spread } from '../spread.ts'

const program = fileURLToPath(new URL('desk-child.ts', import.meta.url))
/** Of each name of a step, in the long form. */
const TIMES_IN_LONG = 20
/** Of each journey, in the short form. */
const STEPS_IN_SHORT = 3

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

type Hand = { readonly killAt: number } | 'free'

/** Runs the journey on a data folder; at the `killAt`th step the process is killed. */
const run = (place: Place, journey: JourneyName, hand: Hand, commits: 'kept' | 'lost' = 'kept'): Promise<Run> =>
  new Promise((resolve, reject) => {
    const held = hand === 'free' ? 'free' : 'held'
    const child = spawn(
      process.execPath,
      ['--no-warnings', program, place.dataDir, place.url, journey, held, commits],
      {
        // The program is started some hundred times: it is read and compiled once.
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
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
      if ((said.step?.length ?? 0) - 1 === hand.killAt) child.kill('SIGKILL')
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

/** Kills at one step, starts again, and holds what is there against what was said to be. Resolves with the step's name. */
const killedAt = async (journey: JourneyName, killAt: number, commits: 'kept' | 'lost' = 'kept'): Promise<string> => {
  const place = await openPlace(folder, journey)
  try {
    const killed = await run(place, journey, { killAt }, commits)
    const name = `${journey}, killed at ${killed.steps.at(-1) ?? 'no step'} (${killAt})`
    expect(killed.end, name).toBe('killed')
    expect(soundness(place), name).toEqual(['ok'])
    const again = await run(place, journey, 'free')
    for (const what of new Set(killed.acked)) expect(again.found, `${name}: what was acknowledged`).toContain(what)
    expect(again.differs, `${name}: the recount`).toEqual([])
    expect(soundness(place), `${name}: after the restart`).toEqual(['ok'])
    await truths[journey](place, again.end)
    return killed.steps.at(-1) ?? ''
  } finally {
    await place.close()
  }
}

/** Every step once, and where fewer than `least` have a name, those in turns until they are as many. */
const everyStep = (steps: readonly string[], least: number): readonly number[] =>
  [...new Set(steps)].flatMap((name) => {
    const places = steps.flatMap((step, place) => (step === name ? [place] : []))
    return Array.from({ length: Math.max(least, places.length) }, (_, time) => places[time % places.length] ?? 0)
  })

const named: readonly (readonly [JourneyName, string, number])[] = [
  ['draft', 'a draft that was kept is there', 6],
  ['outbox', 'MSG-13 a message is not lost and not sent twice', 10],
  ['item', 'INV-15 a save is made once and counted', 10],
  ['task', 'MAP-09 a task is not forgotten and not started twice', 10],
  ['receive', 'RCV-05 what was answered with 200 is processed once', 6],
  ['migrate', 'an old database becomes a new one, with a backup', 12],
]

describe.concurrent('SIGKILL at every step', () => {
  for (const [journey, promise, leastSteps] of named) {
    it(`${journey}: ${promise}`, { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
      const place = await openPlace(folder, journey)
      const whole = await run(place, journey, { killAt: -1 })
      await truths[journey](place, whole.end)
      await place.close()
      expect(whole.steps.length, whole.steps.join('\n')).toBeGreaterThanOrEqual(leastSteps)
      const places = isLong ? everyStep(whole.steps, TIMES_IN_LONG) : spread(whole.steps.length, STEPS_IN_SHORT)
      const kills = new Map<string, number>()
      for (const killAt of places) {
        const name = await killedAt(journey, killAt)
        kills.set(name, (kills.get(name) ?? 0) + 1)
      }
      if (!isLong) return
      const [fewest = 0] = [...kills.values()].toSorted((a, b) => a - b)
      console.log(`${journey}: ${places.length} kills at ${kills.size} named steps, each at least ${fewest} times`)
      expect([...kills.keys()].toSorted(), 'steps that were killed at').toEqual([...new Set(whole.steps)].toSorted())
      expect(fewest).toBeGreaterThanOrEqual(TIMES_IN_LONG)
    })
  }

  it('null control: a disk that loses what was committed is found out', { timeout: 60_000 }, async () => {
    await expect(killedAt('draft', 5, 'lost')).rejects.toThrow(/acknowledged/)
  })
})
