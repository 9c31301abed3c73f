import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openShop, startMs, until } from './practice-shop.ts'

const program = fileURLToPath(new URL('../../../main/practice/run.ts', import.meta.url))

const run = (...flags: string[]): ChildProcess => {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}
const ended = (child: ChildProcess): Promise<{ code: number | null; errors: string }> => {
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, errors })))
}
type Printed = { readonly url: string; readonly headers: Record<string, string> }

/** The address that the program prints, and the header for its control. */
const readPrinted = (child: ChildProcess): Promise<Printed> =>
  new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      const [, name, key] = /(x-practice-key): (\S+)\n/.exec(text) ?? []
      if (url === undefined || !text.endsWith('\n')) return
      resolve({ url, headers: name === undefined || key === undefined ? {} : { [name]: key } })
    })
  })

describe('npm run practice', () => {
  it('prints its address and stops cleanly when asked to', async () => {
    const child = run('--port=0')
    const end = ended(child)
    const { url, headers } = await readPrinted(child)
    expect((await fetch(`${url}/practice/status`, { headers })).status).toBe(200)
    child.kill('SIGTERM')
    expect(await end).toEqual({ code: 0, errors: '' })
  })

  it('SEC-02 refuses to be controlled without the key that it prints', async () => {
    const { url } = await readPrinted(run('--port=0'))
    expect((await fetch(`${url}/practice/status`)).status).toBe(403)
  })

  it('SEC-02 prints another key at each start', async () => {
    const [one, other] = await Promise.all([readPrinted(run('--port=0')), readPrinted(run('--port=0'))])
    expect(one.headers).not.toEqual(other.headers)
  })

  it('lets every program of the computer control it for --open-control', async () => {
    const { url, headers } = await readPrinted(run('--port=0', '--open-control'))
    expect([(await fetch(`${url}/practice/status`)).status, headers]).toEqual([200, {}])
  })

  it('keeps the shop readable after a kill', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'practice-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const stateFile = join(folder, 'shop.json')
    const child = run(`--state=${stateFile}`)
    const end = ended(child)
    const { url, headers } = await readPrinted(child)
    const body = JSON.stringify({ username: 'killed', text: 'Written before the end' })
    const sent = await fetch(`${url}/practice/messages`, { method: 'POST', headers, body })
    const { conversationId } = (await sent.json()) as { conversationId: string }
    await until(async () => (await readFile(stateFile, 'utf8')).includes('Written before the end'))
    child.kill('SIGKILL')
    await end
    const shop = await openShop({ stateFile, now: () => startMs })
    expect((await shop.control('GET', `conversations/${conversationId}`)).json).toMatchObject({ otherParty: 'killed' })
  })

  it.each(['neutral', 'documents'])('plays the neutral platform for --platform=%s', async (name) => {
    const { url, headers } = await readPrinted(run('--port=0', `--platform=${name}`))
    expect((await fetch(`${url}/practice/status`, { headers })).status).toBe(200)
  })

  it.each([
    [['--colour=red'], '--colour'],
    [['--platform=other'], 'neutral, ebay'],
    [['--port=web'], '--port=web'],
    [['--port=70000'], '65535'],
    [['--seed=-1'], '--seed=-1'],
    [['now'], 'now'],
  ])('answers %j with one sentence and exit code 1', async (flags, named) => {
    const { code, errors } = await ended(run(...flags))
    expect(code).toBe(1)
    expect(errors).toContain(named)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  it('names the port that is in use', async () => {
    const shop = await openShop()
    const { code, errors } = await ended(run(`--port=${shop.port}`))
    expect(code).toBe(1)
    expect(errors).toBe(`Port ${shop.port} on 127.0.0.1 is in use; choose another one, or 0 for any that is free.\n`)
  })
})
