import { describe, expect, it } from 'vitest'
import { type Launcher, openHost } from '../../../main/hosts/launch/choose-host.ts'

const noSandbox = { started: false, problem: 'This system has no sandbox.', remedy: 'Install the package.' } as const

/** A machine with a working runtime. Records what is opened and printed. */
const machine = (changes: Partial<Launcher> = {}) => {
  const opened: string[] = []
  const printed: string[] = []
  const errors: string[] = []
  const launcher: Launcher = {
    windowProblem: () => undefined,
    findElectron: () => '/electron',
    fetchElectron: async () => undefined,
    runElectron: async () => {
      opened.push('desktop')
      return { started: true, exitCode: 0 }
    },
    runLocal: async () => void opened.push('browser'),
    print: (line) => void printed.push(line),
    printError: (line) => void errors.push(line),
    ...changes,
  }
  return { launcher, opened, printed, errors }
}

describe('choosing the host', () => {
  it('opens the desktop if it works, and returns its exit code', async () => {
    const { launcher, opened } = machine({ runElectron: async () => ({ started: true, exitCode: 4 }) })
    expect(await openHost(undefined, launcher)).toBe(4)
    expect(opened).toEqual([])
  })

  it('opens the browser if the desktop ends before its window opens', async () => {
    const { launcher, opened } = machine({ runElectron: async () => noSandbox })
    expect(await openHost(undefined, launcher)).toBeUndefined()
    expect(opened).toEqual(['browser'])
  })

  it('prints the cause and the remedy before it opens the browser', async () => {
    const { launcher, printed } = machine({ runElectron: async () => noSandbox })
    await openHost(undefined, launcher)
    expect(printed).toEqual([
      'This system has no sandbox. Install the package. Stallhand opens in your browser instead.',
    ])
  })

  it('fails with the cause if the desktop was requested by name', async () => {
    const { launcher, opened, errors } = machine({ runElectron: async () => noSandbox })
    expect(await openHost('electron', launcher)).toBe(1)
    expect(opened).toEqual([])
    expect(errors[0]).toContain('This system has no sandbox.')
  })

  it('never tries the desktop if the browser was requested', async () => {
    const { launcher, opened } = machine()
    await openHost('local', launcher)
    expect(opened).toEqual(['browser'])
  })

  it('opens the browser if the runtime cannot be downloaded', async () => {
    const { launcher, opened } = machine({ findElectron: () => undefined, fetchElectron: async () => 'No network' })
    await openHost(undefined, launcher)
    expect(opened).toEqual(['browser'])
  })

  it('opens the browser without a display', async () => {
    const { launcher, opened } = machine({ windowProblem: () => 'There is no display' })
    await openHost(undefined, launcher)
    expect(opened).toEqual(['browser'])
  })
})
