/** Checks that repeated work leaves nothing in memory. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'

const GROWTH_BOUND_BYTES = 64 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Runs the inputs. The first fifth warms up caches; after it the heap may not grow beyond a bound. */
export const withinMemory = async (
  runs: number,
  run: (runs: number) => unknown,
  forget: () => void = () => undefined,
): Promise<void> => {
  await run(Math.ceil(runs / 5))
  forget()
  const before = heapBytes()
  await run(runs)
  forget()
  expect(heapBytes() - before, 'bytes that stayed').toBeLessThan(GROWTH_BOUND_BYTES)
}

/** Fails if an input polluted `Object.prototype`. */
export const expectUntouched = (): void => {
  expect(({} as Record<string, unknown>).polluted, 'the prototype of all objects').toBeUndefined()
}
