/** The durations of `npm test` and `npm run test:quick`, which are ended as soon as they miss their goal. */
import { launchChromium } from './browser.ts'
import { type Measure, type Row, root } from './measure.ts'
import { runNpm } from './npm.ts'

const measure = async (
  args: readonly string[],
  max: number,
  unit: { readonly name: string; readonly ms: number },
): Promise<Row> => {
  const startedMs = performance.now()
  const { code, output } = await runNpm(args, root, max * unit.ms).ended
  const ours = (performance.now() - startedMs) / unit.ms
  const command = `npm ${args.join(' ')}`
  if (code !== 0 && ours < max) throw new Error(`${command} failed: ${output.slice(-300)}`)
  return {
    what: `\`${command}\`, on two idle cores`,
    limit: 'a budget',
    limitValue: max,
    ours,
    unit: unit.name,
    ratio: ours / max,
    goal: { atMost: 1 },
  }
}

export const npmTest: Measure = async () => {
  // Most of it needs a Chromium.
  await (await launchChromium()).close()
  return [await measure(['test'], 8, { name: 'min', ms: 60_000 })]
}

export const npmTestQuick: Measure = async () => [await measure(['run', 'test:quick'], 90, { name: 's', ms: 1_000 })]
