/**
 * The key store in every condition: working, too weak, missing, changed since the last run, and with damaged entries. The
 * app always opens, loses nothing stored elsewhere, and never claims to have saved a secret that it did not save.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Given } from '../support/electron-double/given.ts'
import { expect, test } from './fixtures.ts'
import { startUnseen } from './start-unseen.ts'

test.skip(({ host }) => host !== 'double', 'The local host has no key store')
test.use({ shop: { conversations: 2, items: 1 } })

const CANARY = 'canary-client-secret-7315'

type Status = {
  readonly secrets: 'kept' | 'sessionOnly'
  readonly keptSecrets: readonly { readonly name: string; readonly isKept: boolean }[]
}

test('in every condition of the key store the app opens, keeps what is saved, and reports the condition', async ({
  practice,
}, testInfo) => {
  const dataDir = testInfo.outputPath('data')
  const profile = testInfo.outputPath('profile.json')
  const oauth = { clientId: 'practice-client' }
  writeFileSync(profile, JSON.stringify({ kind: 'sandbox', name: 'My sandbox', baseUrl: practice.url, oauth }))
  const secretsFile = path.join(dataDir, 'secrets.json')

  /** Runs the app once in this condition, calls `action`, and returns what the app reports about its secrets. */
  const during = async (
    weather: Pick<Partial<Given>, 'vault' | 'keyring'>,
    action?: (call: <T>(method: string, input?: unknown) => Promise<T>) => Promise<unknown>,
  ) => {
    const { call, stop } = await startUnseen([`--data-dir=${dataDir}`, `--connection=${profile}`], {
      given: { home: testInfo.outputDir, ...weather },
    })
    const { secrets, keptSecrets } = await call<Status>('connection.status')
    const { notices } = await call<{ notices: readonly { text: string }[] }>('app.status')
    const { values } = await call<{ values: Record<string, unknown> }>('app.view')
    await action?.(call)
    // Every run prints nothing and exits cleanly.
    expect(await stop()).toEqual({ exitCode: 0, output: '' })
    return {
      secrets,
      isKept: keptSecrets.find(({ name }) => name === 'clientSecret')?.isKept ?? false,
      says: notices.map(({ text }) => text),
      remembers: values['a.test'] ?? null,
    }
  }
  const enter = (call: <T>(method: string, input?: unknown) => Promise<T>) =>
    call('connection.keepSecrets', { clientSecret: CANARY })

  expect(
    await during({}, async (call) => {
      await enter(call)
      await call('app.saveView', { key: 'a.test', value: 'still here' })
    }),
  ).toEqual({ secrets: 'kept', isKept: false, says: [], remembers: null })
  const sealed = readFileSync(secretsFile, 'utf8')
  expect(sealed).not.toContain(CANARY)

  // A key store that is too weak: reported, nothing written, and the entries of the real one left untouched.
  const gone = [expect.stringMatching(/secrets of “My sandbox” couldn’t be opened.*enter them again/)]
  const session = { secrets: 'sessionOnly', isKept: false, remembers: 'still here' }
  expect(await during({ vault: 'basic_text' }, enter)).toEqual({ ...session, says: gone })
  expect(await during({ vault: 'none' })).toEqual({ ...session, says: [] })
  expect(readFileSync(secretsFile, 'utf8')).toBe(sealed)
  // The real key store is back, with its entries.
  expect(await during({})).toEqual({ secrets: 'kept', isKept: true, says: [], remembers: 'still here' })

  // A different keyring, then damaged entries: the secrets are requested again and saved.
  const shut = [expect.stringMatching(/no longer returns the secrets of “My sandbox”.*enter them again/)]
  expect(await during({ keyring: 2 }, enter)).toEqual({ ...session, secrets: 'kept', says: shut })
  writeFileSync(secretsFile, readFileSync(secretsFile, 'utf8').replace(/": "[^"]{8}/g, '": "AAAAAAAA'))
  expect(await during({ keyring: 2 }, enter)).toEqual({ ...session, secrets: 'kept', says: shut })

  // A truncated file is set aside.
  writeFileSync(secretsFile, '{ "connection/my-sandbox/cl')
  expect(await during({ keyring: 2 }, enter)).toEqual({ ...session, secrets: 'kept', says: shut })
  expect(await during({ keyring: 2 })).toMatchObject({ isKept: true, says: [] })

  const log = readFileSync(path.join(dataDir, 'logs/stallhand.log'), 'utf8')
  expect(log).toContain('a secret could not be decrypted')
  expect(log).not.toContain(CANARY)
  expect(existsSync(path.join(dataDir, 'my-sandbox.sqlite'))).toBe(true)
})
