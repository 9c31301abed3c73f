/** The duration of `npm test`, which is ended as soon as it misses its goal. */
import { launchChromium } from './browser.ts'
import { type Measure, root } from './measure.ts'
import { runNpm } from './npm.ts'

const MAX_MINUTES = 8

export const npmTest: Measure = async () => {
  // Most of it needs a Chromium.
  await (await launchChromium()).close()
  const startedMs = performance.now()
  const { code, output } = await runNpm(['test'], root, MAX_MINUTES * 60_000).ended
  const minutes = (performance.now() - startedMs) / 60_000
  if (code !== 0 && minutes < MAX_MINUTES) throw new Error(`npm test failed: ${output.slice(-300)}`)
  return [
    {
      what: '`npm test`, on two idle cores',
      limit: 'a budget',
      limitValue: MAX_MINUTES,
      ours: minutes,
      unit: 'min',
      ratio: minutes / MAX_MINUTES,
      goal: { atMost: 1 },
    },
  ]
}
