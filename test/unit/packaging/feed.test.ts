/** The feed that the installed app's update is tested with serves what the updater asks for, and nothing else. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startFeed } from '../../installed/feed.ts'

const fetchText = (url: string, certificate: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    request(url, { ca: readFileSync(certificate) }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += String(chunk)
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
      .once('error', reject)
      .end()
  })

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it.skipIf(!hasOpenssl)(
  'SEC-03 the feed of the tests serves its own files over TLS, or what replaces them',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stallhand-feed-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'feed.pem')]
    spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '7', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'extendedKeyUsage=serverAuth'],
      ...['-keyout', key, '-out', certificate],
    ])
    const updates = path.join(folder, 'updates')
    mkdirSync(updates)
    writeFileSync(path.join(updates, 'latest.yml'), 'version: 0.3.1')
    const feed = await startFeed({ folder: updates, port: 0, key, certificate })
    onTestFinished(() => feed.stop())

    expect(await fetchText(`${feed.url}latest.yml?noCache=1`, certificate)).toEqual({
      status: 200,
      text: 'version: 0.3.1',
    })
    expect((await fetchText(`${feed.url}..%2Fkey.pem`, certificate)).status).toBe(404)
    feed.replace('latest.yml', 'another')
    expect((await fetchText(`${feed.url}latest.yml`, certificate)).text).toBe('another')
    expect(feed.fetched()).toEqual(['latest.yml', 'key.pem', 'latest.yml'])
  },
)
