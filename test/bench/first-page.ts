/** Time from a fresh clone through `npm ci && npm start` to the first page on screen. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from './browser.ts'
import { type Measure, root, Skipped } from './measure.ts'
import { type NpmRun, runNpm } from './npm.ts'

const MAX_MS = 240_000

/** Resolves with the address that `npm start` prints. Rejects with its output if it ends first. */
const printedAddress = (run: NpmRun): Promise<string> =>
  new Promise((resolve, reject) => {
    run.onOutput((output) => {
      const address = /http:\/\/127\.0\.0\.1:\d+\/open#[\w-]+(?=\s)/.exec(output)?.[0]
      if (address !== undefined) resolve(address)
    })
    void run.ended.then(({ output }) =>
      reject(new Error(`npm start ended before it printed an address: ${output.slice(-200)}`)),
    )
  })

export const firstPage: Measure = async () => {
  if (!existsSync(join(root, '.git'))) throw new Skipped('this folder is no clone')
  const browser = await launchChromium()
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const clone = join(folder, 'clone')
  let app: NpmRun | undefined
  try {
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone], { stdio: 'ignore' })
    const startedMs = performance.now()
    const { code, output } = await runNpm(['ci'], clone, MAX_MS).ended
    if (code !== 0) throw new Skipped(`npm ci does not run here: ${output.slice(-200)}`)
    const installedMs = performance.now() - startedMs
    const flags = ['--host=local', '--no-open', '--no-key-ring', '--port=0', `--data-dir=${join(folder, 'data')}`]
    app = runNpm(['start', '--', ...flags], clone, MAX_MS)
    const page = await browser.newPage()
    await page.goto(await printedAddress(app))
    await page.locator('[data-app-state="ready"]').waitFor({ state: 'attached' })
    const ms = performance.now() - startedMs
    return [
      {
        what: '`npm ci && npm start` to the first page',
        limit: '`npm ci` alone',
        limitValue: installedMs / 60_000,
        ours: ms / 60_000,
        unit: 'min',
        ratio: ms / installedMs,
        goal: null,
      },
    ]
  } finally {
    await browser.close()
    await app?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
