/** A failed start prints one sentence, exits, and overwrites nothing. Tested with the local host; Electron uses the same code. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'playwright/test'
import { logIn } from '../support/local-session.ts'
import { runToEnd, startLocalProcess } from './host-process.ts'

let folder = ''
let dataDir = ''
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-start-'))
  dataDir = path.join(folder, 'data')
})
test.afterEach(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

const expectSentence = async (
  args: readonly string[],
  says: readonly (string | RegExp)[],
  exitCode = 1,
  file = 'out/main/local.js',
): Promise<void> => {
  const ended = await runToEnd(file, [...args, ...(file === 'out/main/local.js' ? ['--no-open', '--no-key-ring'] : [])])
  expect(ended.exitCode).toBe(exitCode)
  expect(ended.stdout).toBe('')
  expect(ended.stderr.trim().split('\n'), 'one line').toHaveLength(1)
  for (const part of says) expect(ended.stderr).toMatch(part)
}

test('an invalid flag, before anything is written', async () => {
  for (const file of ['out/main/local.js', 'main/hosts/launch/start.ts']) {
    await expectSentence(['--prot=1', `--data-dir=${dataDir}`], ['--prot=1', '--port'], 2, file)
    await expectSentence(['--host=web', `--data-dir=${dataDir}`], ['“web”', '--host=local'], 2, file)
    await expectSentence(['--port=x', `--data-dir=${dataDir}`], ['“x”', '65535'], 2, file)
  }
  expect(existsSync(dataDir)).toBe(false)
})

test('a port in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  await expectSentence([`--port=${port}`, `--data-dir=${dataDir}`], [`Port ${port} is in use`, '--port=N'])
  expect(existsSync(dataDir)).toBe(false)
  other.close()
})

test('a data folder that is a file', async () => {
  writeFileSync(dataDir, 'mine')
  await expectSentence([`--data-dir=${dataDir}`], [dataDir, 'is a file', '--data-dir=DIR'])
  await expectSentence([`--data-dir=${path.join(dataDir, 'below')}`], ['is a file', '--data-dir=DIR'])
  expect(readFileSync(dataDir, 'utf8')).toBe('mine')
})

test('a data folder that cannot be written', async () => {
  // Permissions don't stop root, but /proc does.
  const isRoot = process.getuid?.() === 0
  const unwritable = isRoot ? '/proc/stallhand' : dataDir
  chmodSync(folder, 0o500)
  await expectSentence(
    [`--data-dir=${unwritable}`],
    [unwritable, /couldn’t be created|can’t be written/, '--data-dir=DIR'],
  )
  chmodSync(folder, 0o700)
})

test('a data folder in use by another Stallhand', async () => {
  const first = await startLocalProcess([`--data-dir=${dataDir}`])
  // Without this file the holder may be a desktop, which a browser can't open.
  rmSync(path.join(dataDir, 'local-host.json'))
  await expectSentence([`--data-dir=${dataDir}`], ['already running', dataDir, '--data-dir=DIR'])
  await first.kill()
  // A killed process releases its lock.
  const second = await startLocalProcess([`--data-dir=${dataDir}`])
  expect(await second.stop()).toBe(0)
})

test('a data folder that is open in the browser: prints a new address and leaves the first process running', async () => {
  const first = await startLocalProcess([`--data-dir=${dataDir}`])
  const second = await runToEnd('out/main/local.js', [
    `--data-dir=${dataDir}`,
    `--port=${first.port}`,
    '--no-open',
    '--no-key-ring',
  ])
  expect(second).toMatchObject({ exitCode: 0, stderr: '' })
  const address = /http:\S+/.exec(second.stdout)?.[0] ?? ''
  expect(new URL(address).origin).toBe(first.origin)
  const session = await logIn(address)
  // Each address works once; the first one hasn't been used yet.
  await expect(logIn(address)).rejects.toThrow('401')
  expect(await logIn(first.address)).toEqual(session)
  expect(await first.stop()).toBe(0)
  expect(existsSync(path.join(dataDir, 'local-host.json'))).toBe(false)
})

test('a profile that cannot be read, is not JSON, or has a wrong field', async () => {
  const profile = path.join(folder, 'shop.json')
  const flags = [`--data-dir=${dataDir}`, `--connection=${profile}`]
  await expectSentence(flags, [profile, 'doesn’t exist'])
  await expectSentence(flags, [profile, 'doesn’t exist'], 1, 'main/hosts/launch/start.ts')
  writeFileSync(profile, '{ "kind": ')
  await expectSentence(flags, [profile, 'isn’t JSON'])
  writeFileSync(profile, '{ "kind": "live", "name": "A" }')
  await expectSentence(flags, ['“kind”', profile, '"practice", "sandbox", "production"'])
  writeFileSync(profile, '{ "kind": "sandbox", "name": "A", "baseUrl": "http://api.example.com" }')
  await expectSentence(flags, ['“baseUrl”', 'isn’t HTTPS'])
  expect(existsSync(dataDir)).toBe(false)
})

test('a database of a newer Stallhand', async () => {
  const first = await startLocalProcess([`--data-dir=${dataDir}`])
  await first.stop()
  const file = path.join(dataDir, 'practice.sqlite')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 9999')
  database.close()
  const before = readFileSync(file)
  await expectSentence([`--data-dir=${dataDir}`], [/newer/, file])
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a database that cannot be opened', async () => {
  const first = await startLocalProcess([`--data-dir=${dataDir}`])
  await first.stop()
  const file = path.join(dataDir, 'practice.sqlite')
  rmSync(file)
  // A folder in its place can't be read, and isn't set aside like a damaged file.
  mkdirSync(file)
  await expectSentence([`--data-dir=${dataDir}`], [file])
  expect(statSync(file).isDirectory()).toBe(true)
})
