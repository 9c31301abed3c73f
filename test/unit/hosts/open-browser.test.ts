import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Opener, openInBrowser, openLogin, runDetached } from '../../../main/hosts/common/open-browser.ts'

const token = 'canary-token-of-one-time'
const address = `http://127.0.0.1:41234/open#${token}`

/** The command that the system would run. */
const openerOn = async (platform: NodeJS.Platform, url: string): Promise<Opener> => {
  const started: Opener[] = []
  await openInBrowser(url, { platform, run: async (opener) => void started.push(opener) })
  const [opener, ...more] = started
  if (opener === undefined || more.length > 0) throw new Error(`${started.length} programs were started`)
  return opener
}

describe('an address opened in the browser', () => {
  it('is in no program’s arguments on a Mac, where every user can read them', async () => {
    const { file, args, input } = await openerOn('darwin', address)
    expect([file, args]).toEqual(['/usr/bin/osascript', ['-']])
    expect(input).toBe(`open location "${address}"\n`)
  })

  it('cannot end the string of the script that contains it', async () => {
    const { input } = await openerOn('darwin', 'https://shop.example.com/a"b?back=\\" & (do shell script "id") & "\n#"')
    const quoted = /^open location "((?:[^"\\\n]|\\["\\])*)"\n$/.exec(input ?? '')?.[1]
    expect(quoted?.replace(/\\(.)/g, '$1')).toBe(
      new URL('https://shop.example.com/a"b?back=\\" & (do shell script "id") & "\n#"').href,
    )
  })

  it('is one argument elsewhere, which no shell reads', async () => {
    expect(await openerOn('linux', address)).toEqual({ file: 'xdg-open', args: [address] })
    expect(await openerOn('win32', address)).toEqual({
      file: 'rundll32',
      args: ['url.dll,FileProtocolHandler', address],
    })
  })

  it('SEC-02 is given to the opener as a file where every user can read the arguments', async () => {
    const started: Opener[] = []
    await openLogin('file:///home/ada/Stallhand-1.html', async (opener) => void started.push(opener))
    expect(started).toEqual([{ file: 'xdg-open', args: ['file:///home/ada/Stallhand-1.html'] }])
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share'])(
    'is a web address: %s is none',
    async (url) => {
      await expect(openerOn('darwin', url)).rejects.toThrow('Only web addresses')
    },
  )
})

describe('a separately started program', () => {
  it('reads its input, which its arguments do not show', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'open-browser-'))
    const heard = path.join(folder, 'heard')
    const program = `
      const { readFileSync, renameSync, writeFileSync } = require('node:fs')
      writeFileSync(${JSON.stringify(`${heard}.part`)}, JSON.stringify([readFileSync(0, 'utf8'), process.argv]))
      renameSync(${JSON.stringify(`${heard}.part`)}, ${JSON.stringify(heard)})`
    try {
      await runDetached({ file: process.execPath, args: ['-e', program], input: `open location "${address}"\n` })
      const read = (): string => readFileSync(heard, 'utf8')
      await expect.poll(read).toContain(token)
      const [input, argv] = JSON.parse(read()) as [string, string[]]
      expect(input).toBe(`open location "${address}"\n`)
      expect(argv.join(' ')).not.toContain(token)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('does nothing if the program is missing', async () => {
    await expect(runDetached({ file: '/no/such/program', args: ['-'], input: 'anything' })).resolves.toBeUndefined()
  })
})
