import { describe, expect, it } from 'vitest'
import { readText } from '../../../../renderer/ui/fields/read-file.ts'

const read = (...bytes: readonly number[]): Promise<string> => readText(new Blob([Uint8Array.from(bytes)]))

describe('the text of a file', () => {
  it('is read as UTF-8, with and without a byte-order mark', async () => {
    expect(await readText(new Blob(['Gerät 🎧']))).toBe('Gerät 🎧')
    expect(await readText(new Blob(['\ufeffGerät']))).toBe('Gerät')
    expect(await read()).toBe('')
  })

  it('is read as UTF-16 where its mark says so, as a spreadsheet saves “Unicode text”', async () => {
    expect(await read(0xff, 0xfe, 0xe4, 0x00)).toBe('ä')
    expect(await read(0xfe, 0xff, 0x00, 0xe4)).toBe('ä')
  })

  it('is refused in another encoding, before wrong letters get into items', async () => {
    await expect(read(0x47, 0x65, 0x72, 0xe4, 0x74)).rejects.toThrow('Save it as “CSV UTF-8”')
  })
})
