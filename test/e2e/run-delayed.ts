/**
 * `npm run test:delayed`: the end-to-end tests with answers that come late, by a random time of up to 1.2 s each (lines.ts). It
 * finds what only works because the local host answers at once. `STALLHAND_DELAY_SEED=N` repeats the delays of an earlier run.
 */
import { spawn } from 'node:child_process'
import process from 'node:process'

const seed = process.env.STALLHAND_DELAY_SEED ?? String(Math.floor(Math.random() * 1_000_000))
console.log(`Answers come up to 1.2 s late: STALLHAND_DELAY_SEED=${seed}`)
const child = spawn('npm', ['run', 'test:e2e', '--', '--project=local', ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, STALLHAND_DELAY_SEED: seed },
})
child.once('close', (code) => {
  console.log(`The seed was STALLHAND_DELAY_SEED=${seed}`)
  process.exitCode = code ?? 1
})
