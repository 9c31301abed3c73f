/** Time from starting the built app to its "ready" line, with 100,000 stored conversations. */
import { spawn } from 'node:child_process'
import { filledShop } from './filled-shop.ts'
import { type Measure, ROUNDS, requireBuild, root, takeTurns } from './measure.ts'

const SIZE = 100_000

/** Runs a program until it prints `text`, then stops it. Resolves with the milliseconds until then. */
const msUntilPrinted = (text: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now()
    let ms: number | undefined
    const child = spawn(process.execPath, ['--no-warnings', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (ms !== undefined || !chunk.includes(text)) return
      ms = performance.now() - startedMs
      child.kill('SIGTERM')
    })
    child.once('exit', () => (ms === undefined ? reject(new Error(`It ended before it said "${text}".`)) : resolve(ms)))
  })

export const start: Measure = async () => {
  requireBuild()
  const { flags } = filledShop(SIZE)
  const compared = await takeTurns(
    ROUNDS,
    () => msUntilPrinted('ready', ['test/bench/empty-server.ts']),
    () => msUntilPrinted('is ready', ['out/main/local.js', '--port=0', '--no-open', '--no-key-ring', ...flags]),
  )
  return [
    {
      what: 'Start to ready, 100,000 conversations',
      limit: 'node starting an empty server',
      ...compared,
      unit: 'ms',
      goal: { atMost: 2.5 },
    },
  ]
}
