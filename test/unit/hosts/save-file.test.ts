/** Saving a file: the names a page may suggest, what the desktop asks and writes, and which way the window uses. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BaseWindow, SaveDialogOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAppState } from '../../../main/app/handlers.ts'
import { noDesktop } from '../../../main/hosts/common/no-desktop.ts'
import { createSaveFile } from '../../../main/hosts/electron/save-as.ts'
import type { FileToSave, Ports } from '../../../main/ports.ts'
import { saveFile as saveFromWindow } from '../../../renderer/api/save-file.ts'
import { fileNameSchema } from '../../../shared/app/contract.ts'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import { appStateDeps } from '../../support/app-state-deps.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-save-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const window = { isDestroyed: () => false } as BaseWindow
const bytes = Buffer.from('sku;title\n')

/** A dialog that answers as given and records what it was asked. */
const desktop = (
  answer: (asked: SaveDialogOptions) => Promise<string | undefined>,
  given: BaseWindow | null = window,
) => {
  const asked: SaveDialogOptions[] = []
  const save = createSaveFile(
    {
      showSaveDialog: async (_window, options) => {
        asked.push(options)
        const filePath = await answer(options)
        return { canceled: filePath === undefined, filePath: filePath ?? '' }
      },
    },
    { window: () => given ?? undefined, folder: () => folder },
  )
  return { save, asked }
}

describe('the desktop saves a file', () => {
  it('asks with the suggested name, and writes where the user chose', async () => {
    const chosen = path.join(folder, 'mine.csv')
    const { save, asked } = desktop(async () => chosen)
    await expect(save({ name: 'items.csv', bytes })).resolves.toBe('mine.csv')
    expect(readFileSync(chosen)).toEqual(bytes)
    expect(readdirSync(folder)).toEqual(['mine.csv'])
    expect(asked).toEqual([
      {
        defaultPath: path.join(folder, 'items.csv'),
        filters: [{ name: 'CSV', extensions: ['csv'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      },
    ])
  })

  it('opens the next dialog in the last file’s folder', async () => {
    const other = path.join(folder, 'exports')
    mkdirSync(other)
    const { save, asked } = desktop(async () => path.join(other, 'a.json'))
    await save({ name: 'a.json', bytes })
    await save({ name: 'b.json', bytes })
    expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([
      path.join(folder, 'a.json'),
      path.join(other, 'b.json'),
    ])
  })

  it('writes nothing if the user cancels', async () => {
    const { save } = desktop(async () => undefined)
    await expect(save({ name: 'items.csv', bytes })).resolves.toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves an existing file unchanged if it cannot be written, says why, and asks again', async () => {
    const taken = path.join(folder, 'taken.csv')
    mkdirSync(taken)
    writeFileSync(path.join(taken, 'inside.txt'), 'kept')
    let target = taken
    const { save } = desktop(async () => target)
    await expect(save({ name: 'items.csv', bytes })).rejects.toMatchObject({
      detail: {
        kind: 'conflict',
        message: expect.stringMatching(/^taken\.csv wasn’t saved\. .+ Choose another folder\.$/),
      },
    })
    expect(readdirSync(folder)).toEqual(['taken.csv'])
    target = path.join(folder, 'gone', 'items.csv')
    await expect(save({ name: 'items.csv', bytes })).rejects.toMatchObject({
      detail: { message: 'items.csv wasn’t saved. The folder no longer exists. Choose another folder.' },
    })
  })

  it('touches no other file of the seller, even one named like an unfinished one', async () => {
    const chosen = path.join(folder, 'mine.csv')
    writeFileSync(`${chosen}.part`, 'the seller’s own')
    await desktop(async () => chosen).save({ name: 'items.csv', bytes })
    expect(readFileSync(`${chosen}.part`, 'utf8')).toBe('the seller’s own')
    expect(readdirSync(folder).toSorted()).toEqual(['mine.csv', 'mine.csv.part'])
  })

  it('shows one dialog at a time', async () => {
    let answer: (filePath: string | undefined) => void = () => undefined
    const { save } = desktop(() => new Promise((resolve) => (answer = resolve)))
    const first = save({ name: 'a.csv', bytes })
    await expect(save({ name: 'b.csv', bytes })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    answer(undefined)
    await expect(first).resolves.toBeNull()
  })

  it('asks nothing without a window', async () => {
    const { save, asked } = desktop(async () => path.join(folder, 'a.csv'), null)
    await expect(save({ name: 'a.csv', bytes })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(asked).toEqual([])
  })
})

describe('the name of a file', () => {
  it.each(['items.csv', 'Stallhand 2026-11-21.json', 'event-12.xml', 'Größen.txt'])('may be %s', (name) => {
    expect(fileNameSchema.safeParse(name).success).toBe(true)
  })

  it.each([
    '../items.csv',
    'a/b.csv',
    'a\\b.csv',
    '.csv',
    '.bashrc',
    'run.sh',
    'a.desktop',
    'a.csv.exe',
    'a\n.csv',
    '',
  ])('may not be %j', (name) => {
    expect(fileNameSchema.safeParse(name).success).toBe(false)
  })
})

describe('the window', () => {
  const createClient = (savedAs: string | null) => {
    const sent: unknown[] = []
    const client = {
      app: {
        status: async () => ({ host: 'electron' }),
        saveFile: async (file: unknown) => {
          sent.push(file)
          return { savedAs }
        },
      },
    } as unknown as StallhandClient
    return { client, sent }
  }

  it('hands the file to the desktop, and reports whether it was saved', async () => {
    const file = { name: 'a.csv', content: 'sku' }
    const { client, sent } = createClient('mine.csv')
    await expect(saveFromWindow(client, file)).resolves.toBe('Saved as mine.csv')
    expect(sent).toEqual([file])
    await expect(saveFromWindow(createClient(null).client, file)).resolves.toBeUndefined()
  })

  it('writes bytes unchanged, and shows no dialog if the browser saves', async () => {
    const written: FileToSave[] = []
    const createSaverWith = (saveFile: Ports['saveFile']) =>
      createAppState({ saveFile, ...noDesktop } as Ports, appStateDeps).handlers
    const saver = createSaverWith(async (file) => {
      written.push(file)
      return file.name
    })
    await saver.saveFile({
      name: 'raw.xml',
      content: Buffer.from([0xff, 0x00]).toString('base64'),
      encoding: 'base64',
    })
    await saver.saveFile({ name: 'a.csv', content: 'ä', encoding: 'utf8' })
    expect(written.map(({ bytes }) => [...bytes])).toEqual([
      [0xff, 0x00],
      [0xc3, 0xa4],
    ])
    await expect(
      createSaverWith(null).saveFile({ name: 'a.csv', content: '', encoding: 'utf8' }),
    ).rejects.toMatchObject({
      detail: { kind: 'conflict' },
    })
  })
})
