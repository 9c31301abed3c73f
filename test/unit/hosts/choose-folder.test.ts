import type { BaseWindow, OpenDialogOptions } from 'electron'
import { expect, it } from 'vitest'
import { createChooseFolder } from '../../../main/hosts/electron/choose-folder.ts'

const window = { isDestroyed: () => false } as BaseWindow

it('SEC-04 one folder dialog opens at a time', async () => {
  const answer = Promise.withResolvers<{ canceled: boolean; filePaths: string[] }>()
  const asked: OpenDialogOptions[] = []
  const showOpenDialog = (_: BaseWindow, options: OpenDialogOptions) => {
    asked.push(options)
    return answer.promise
  }
  const choose = createChooseFolder({ showOpenDialog }, () => window)
  const first = choose()
  await expect(choose()).rejects.toThrow('being chosen already')
  answer.resolve({ canceled: false, filePaths: ['/media/usb'] })
  expect(await first).toBe('/media/usb')
  expect(asked).toMatchObject([{ properties: ['openDirectory', 'createDirectory'] }])
})

it('no folder is chosen if the seller cancels', async () => {
  const choose = createChooseFolder({ showOpenDialog: async () => ({ canceled: true, filePaths: [] }) }, () => window)
  expect(await choose()).toBeNull()
})
