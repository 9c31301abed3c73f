/** Whether what is done over and over leaves something behind. */
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

/** Runs the inputs; the first fifth warms up what is kept for good, and after it the heap may not grow with their number. */
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

/** No input may reach the prototype of all objects. */
export const expectUntouched = (): void => {
  expect(({} as Record<string, unknown>).polluted, 'the prototype of all objects').toBeUndefined()
}
