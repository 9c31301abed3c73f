import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdDataDir } from '../../../main/hosts/common/data-dir.ts'
import { explainEarlyEnd, runElectron } from '../../../main/hosts/launch/run-electron.ts'

/** Generous for a busy machine. Only the test of a hanging program uses the short one. */
const patient = { runtimeMs: 60_000, windowMs: 60_000 }

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stallhand-launch-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs `source` as a program in place of Electron. */
const run = (source: string, limits = patient) => {
  const file = path.join(folder, `${Math.random().toString(36).slice(2)}.cjs`)
  writeFileSync(file, source)
  return runElectron(process.execPath, [file], limits)
}

describe('starting the desktop', () => {
  it('returns the exit code of an app that showed its window', async () => {
    const source = "process.send('running'); process.send('windowShown', () => process.exit(3))"
    expect(await run(source)).toEqual({ started: true, exitCode: 3 })
  })

  it('accepts an app that explained itself and ended without a window', async () => {
    const source = "console.error('The folder is in use.'); process.send('explained', () => process.exit(1))"
    expect(await run(source)).toEqual({ started: true, exitCode: 1 })
  })

  it('names the sandbox if the program aborts without one', async () => {
    const source = "process.stderr.write('FATAL: No usable sandbox!\\n', () => process.abort())"
    expect(await run(source)).toMatchObject({ started: false, problem: expect.stringContaining('sandbox') })
  })

  it('calls an exit with 0 before the window a failed start', async () => {
    expect(await run('process.exit(0)')).toMatchObject({ started: false, problem: expect.stringContaining('code 0') })
  })

  it('names the signal that killed the program', async () => {
    const source = "process.kill(process.pid, 'SIGKILL')"
    expect(await run(source)).toMatchObject({ started: false, problem: expect.stringContaining('SIGKILL') })
  })

  it('stops a program that never runs the app', async () => {
    const hang = await run('setInterval(() => {}, 1000)', { runtimeMs: 1_500, windowMs: 1_500 })
    expect(hang).toMatchObject({ started: false, problem: expect.stringContaining('did not respond') })
  })

  it('stops an app that runs and never shows its window', async () => {
    const source = "process.send('running'); setInterval(() => {}, 1000)"
    const hang = await run(source, { runtimeMs: 60_000, windowMs: 1_500 })
    expect(hang).toMatchObject({ started: false, problem: expect.stringContaining('did not respond') })
  })

  it('leaves no lock on the data folder of a stopped app', async () => {
    const dataDir = path.join(folder, 'data')
    const holdFile = new URL('../../../main/hosts/common/data-dir.ts', import.meta.url)
    const source = `import(${JSON.stringify(holdFile.href)}).then(({ holdDataDir }) => {
      globalThis.held = holdDataDir(${JSON.stringify(dataDir)})
      process.send('running')
      setInterval(() => {}, 1000)
    })`
    expect(await run(source, { runtimeMs: 60_000, windowMs: 1_500 })).toMatchObject({ started: false })
    const held = holdDataDir(dataDir)
    held.release()
  })

  it('quotes the last line of a program that prints and dies', async () => {
    const source = "process.stderr.write('one\\nout of luck\\n', () => process.exit(7))"
    expect(await run(source)).toMatchObject({ started: false, problem: expect.stringContaining('“out of luck”') })
  })

  it('explains a missing program', async () => {
    expect(await runElectron(path.join(folder, 'nothing'), [], patient)).toMatchObject({
      started: false,
      problem: expect.stringContaining('incomplete'),
    })
  })

  it.skipIf(process.platform === 'win32')('explains a program that may not be run', async () => {
    const file = path.join(folder, 'locked')
    writeFileSync(file, '#!/bin/sh\n', { mode: 0o600 })
    expect(await runElectron(file, [], patient)).toMatchObject({
      started: false,
      problem: expect.stringContaining('does not let'),
    })
  })
})

describe('the cause of an early end', () => {
  it.each([
    ['error while loading shared libraries: libnss3.so: cannot open', 'libnss3.so'],
    ["GPU process isn't usable. Goodbye.", 'graphics driver'],
    ['Missing X server or $DISPLAY', 'display'],
    ['Invalid file descriptor to ICU data received.', 'incomplete'],
    ['/bin/sh: Exec format error', 'another processor'],
  ])('is read from %j', (stderr, expected) => {
    expect(explainEarlyEnd(stderr, 'ended with code 1').problem).toContain(expected)
  })

  it('comes with a remedy even when it is unknown', () => {
    expect(explainEarlyEnd('', 'ended with code 1').remedy).not.toBe('')
  })
})
