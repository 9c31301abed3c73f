/** Changes a connection's host and kills the app between any two writes of that change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { isLong } from '../long.ts'
import { spread } from '../spread.ts'
import { createDriver, portsOn } from '../whole-app.ts'

const programFolder = inject('programFolder')
const program = join(programFolder, 'hostChange.js')
const secrets = { clientSecret: 'canary-client', refreshToken: 'canary-refresh', certName: 'canary-cert' }

type Status = {
  readonly connection: { readonly baseUrl: string }
  readonly keptSecrets: readonly { readonly isKept: boolean }[]
}

const openApp = async (dataDir: string) => {
  const app = await createApp(portsOn(dataDir), {})
  const { ask } = createDriver(app.call, '', { ack: () => undefined, found: () => undefined })
  await app.start()
  return { app, ask }
}

it('SEC-01 a SIGKILL at any write of a host change sends the new host no secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-host-change-'))
  const platform = await startPracticePlatform({ conversations: 1, items: 1 })
  const seen: string[] = []
  const stranger = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()}`)
    response.writeHead(400).end('{"error":"invalid_grant"}')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  try {
    const before = join(folder, 'before')
    const first = await openApp(before)
    const oauth = { clientId: 'practice-client' }
    const profile = { name: 'Lamps', kind: 'sandbox', baseUrl: platform.url, oauth }
    const { id } = await first.ask<{ id: string }>('connection.create', { profile })
    await first.ask('connection.open', { id })
    await first.ask('connection.keepSecrets', secrets)
    await first.app.stop()

    const baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    /** Kills the change before this write, or lets it finish if 0. Resolves with the data folder. */
    const change = async (killAt = 0): Promise<{ readonly dataDir: string; readonly writes: number }> => {
      const dataDir = join(folder, `killed-${killAt}`)
      cpSync(before, dataDir, { recursive: true })
      const args = ['--no-warnings', program, dataDir, id, baseUrl, String(killAt)]
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_COMPILE_CACHE: programFolder },
      })
      let printed = ''
      child.stdout.on('data', (chunk) => {
        printed += String(chunk)
      })
      expect(await once(child, 'close')).toEqual(killAt > 0 ? [null, 'SIGKILL'] : [0, null])
      return { dataDir, writes: Number(printed) }
    }
    const whole = await change()
    const moments = Array.from({ length: whole.writes }, (_, index) => index + 1)
    const killed = isLong ? moments : spread(moments.length, 3).map((index) => moments[index] ?? 0)
    const dataDirs = [whole.dataDir]
    for (const moment of killed) dataDirs.push((await change(moment)).dataDir)
    for (const dataDir of dataDirs) {
      const { app, ask } = await openApp(dataDir)
      await ask('connection.check')
      const { connection, keptSecrets } = await ask<Status>('connection.status')
      if (connection.baseUrl === baseUrl) expect(keptSecrets.filter(({ isKept }) => isKept)).toEqual([])
      await app.stop()
    }
    expect(seen.filter((request) => /canary|authorization/i.test(request))).toEqual([])

    // Null control: secrets entered for the new host do reach it.
    const { app, ask } = await openApp(whole.dataDir)
    await ask('connection.keepSecrets', { clientSecret: 'for-the-new-host', refreshToken: 'for-the-new-host' })
    await ask('connection.check')
    await app.stop()
    expect(seen.join()).toContain('for-the-new-host')
  } finally {
    stranger.close()
    await platform.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
})
