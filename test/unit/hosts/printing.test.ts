/** Printing under Electron: the system's dialog, and the PDF that the seller saves. */
import { describe, expect, it } from 'vitest'
import { createAppState } from '../../../main/app/handlers.ts'
import { noDesktop } from '../../../main/hosts/common/no-desktop.ts'
import { createPrinting } from '../../../main/hosts/electron/printing.ts'
import type { FileToSave, Ports, Printing } from '../../../main/ports.ts'
import { appStateDeps } from '../../support/app-state-deps.ts'

type Answer = readonly [isPrinted: boolean, reason: string]

const createWindow = (answer: Answer) => {
  const asked: unknown[] = []
  return {
    asked,
    isDestroyed: () => false,
    webContents: {
      print: (options?: unknown, callback?: (success: boolean, reason: string) => void) => {
        asked.push(options)
        callback?.(...answer)
      },
      printToPDF: async (options: unknown) => {
        asked.push(options)
        return Buffer.from('%PDF-')
      },
    },
  }
}

describe('the desktop prints', () => {
  it('ORD-10 by the system’s dialog, never silently', async () => {
    const window = createWindow([true, ''])
    await createPrinting(() => window).print()
    expect(window.asked).toEqual([{ silent: false, printBackground: true }])
  })

  it('ORD-10 says nothing if the seller closes the dialog, and says why if the system refuses', async () => {
    await expect(createPrinting(() => createWindow([false, 'Print job canceled'])).print()).resolves.toBeUndefined()
    await expect(createPrinting(() => createWindow([false, 'Invalid printer settings'])).print()).rejects.toMatchObject(
      {
        detail: { kind: 'conflict' },
      },
    )
    await expect(createPrinting(() => undefined).print()).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })

  it('ORD-10 saves a PDF on the pages that the sheets ask for, where the seller chooses', async () => {
    const window = createWindow([true, ''])
    const saved: FileToSave[] = []
    const createHandlers = (printing: Printing | null) =>
      createAppState(
        {
          printing,
          saveFile: async (file: FileToSave) => {
            saved.push(file)
            return file.name
          },
          ...noDesktop,
        } as Ports,
        appStateDeps,
      ).handlers
    const given = { name: 'slips.pdf' }
    await expect(createHandlers(createPrinting(() => window)).savePdf(given)).resolves.toEqual({ savedAs: 'slips.pdf' })
    expect(window.asked).toEqual([{ preferCSSPageSize: true, printBackground: true }])
    expect(saved.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([['slips.pdf', '%PDF-']])
    await expect(createHandlers(null).savePdf(given)).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    await expect(createHandlers(null).print({})).rejects.toMatchObject({ detail: { kind: 'conflict' } })
  })
})
