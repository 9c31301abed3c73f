import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdDataDir } from '../../../main/hosts/common/data-dir.ts'
import { requestAddress, writeRunningFile } from '../../../main/hosts/local/second-start.ts'

const KEY = 'a key of the running host'
let folder: string
const closing: (() => void)[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-second-'))
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
})

/** A host that answers with this status, and records who asked. */
const run = async (status: number): Promise<readonly (string | undefined)[]> => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    const { port } = server.address() as AddressInfo
    response.writeHead(status, { 'content-type': 'application/json', location: `http://127.0.0.1:${port}/elsewhere` })
    response.end(JSON.stringify({ address: `http://127.0.0.1:${port}/open#token`, toOpen: null }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const held = holdDataDir(folder)
  writeRunningFile(folder, { port: (server.address() as AddressInfo).port, key: KEY })
  closing.push(held.release, () => server.close())
  return keys
}

it('SEC-02 a second start gives its key to the running host, and not to the fetch that a proxy may serve', async () => {
  const keys = await run(200)
  vi.stubGlobal('fetch', () => Promise.reject(new Error('a proxy got the key')))
  expect((await requestAddress(folder, false))?.address).toMatch(/\/open#token$/)
  expect(keys).toEqual([`Bearer ${KEY}`])
})

it('SEC-02 a second start follows no redirect', async () => {
  const keys = await run(302)
  expect(await requestAddress(folder, false)).toBeUndefined()
  expect(keys).toHaveLength(1)
})
